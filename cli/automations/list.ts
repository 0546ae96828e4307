import { listAutomations, type Automation } from '../../contract/control/automations.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { describeResultCounts } from '../show/counts.ts'
import { describeStep, describeSteps } from '../show/dailySteps.ts'
import { formatTable } from '../show/table.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

const HEADINGS = ['id', 'last run', 'at', 'next run', 'what']

const toNext = ({ next_at: nextAt, paused, note }: Automation): string =>
  paused ? `paused: ${note ?? ''}` : (nextAt ?? '-')

const toCells = (automation: Automation): unknown[] => [
  automation.id,
  automation.last_outcome ?? 'never',
  automation.last_ended_at ?? automation.last_began_at ?? '-',
  toNext(automation),
  automation.title,
]

/** What the last run did, one line per step. */
function describeLastRun({ id, counts, detail, last_outcome: outcome }: Automation): string[] {
  const ofSteps = Object.fromEntries(
    Object.entries(counts).flatMap(([name, value]) => (typeof value === 'number' ? [] : [[name, value]])),
  )
  const steps = describeSteps(ofSteps).map((line) => `  ${line}`)
  const plain = Object.fromEntries(
    Object.entries(counts).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])),
  )
  const lines = id === 'coverage' && outcome !== null ? [`  ${describeStep('reconcileWarranties', plain)}`] : steps
  const ofSync = id.startsWith('sync:') && outcome !== null ? [`  ${describeResultCounts(plain)}`] : []
  const all = [...lines, ...ofSync, ...(detail === null ? [] : detail.split('\n').map((line) => `  ${line}`))]
  return all.length === 0 ? [] : [`${id}:`, ...all]
}

const formatAutomations = (automations: readonly Automation[]): string =>
  [
    formatTable(HEADINGS, automations.map(toCells)),
    '',
    ...automations.flatMap(describeLastRun).map((line) => escapeUnsafe(line)),
  ]
    .join('\n')
    .trimEnd()

/** `kitroom automations list`. */
export const listAutomationsCommand = (context: CommandContext, { json }: { json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(listAutomations)
    context.terminal.printResult(json ? formatJson(body) : formatAutomations(body.data))
    return EXIT.success
  })
