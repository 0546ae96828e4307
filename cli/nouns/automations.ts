import type { Command } from 'commander'
import {
  listAutomations,
  pauseAutomation,
  resumeAutomation,
  runAutomation,
  type Automation,
} from '../../contract/control/automations.ts'
import { withControl } from '../access/control.ts'
import { EXIT, JSON_FLAG, type CommandContext, type JsonOption, type RunCommand } from '../base/command.ts'
import { describeResultCounts } from '../show/counts.ts'
import { describeStep, describeSteps } from '../show/dailySteps.ts'
import { formatTable } from '../show/table.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { formatTime } from '../show/time.ts'

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

/** Describes the last run, one line per step. */
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
const listAutomationsCommand = (context: CommandContext, { json }: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(listAutomations)
    context.terminal.printResult(json ? formatJson(body) : formatAutomations(body.data))
    return EXIT.success
  })

function print({ terminal }: CommandContext, body: { data: Automation }, text: string, { json }: JsonOption): number {
  terminal.printResult(json ? formatJson(body) : escapeUnsafe(text))
  return EXIT.success
}

/** `kitroom automations run <id>`: does not wait for the run. */
const runAutomationCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(runAutomation, { body: { id } })
    return print(context, body, `${body.data.title}: started. What it does: kitroom automations list`, options)
  })

/** `kitroom automations pause <id>`. */
const pauseAutomationCommand = (
  context: CommandContext,
  id: string,
  { note, ...options }: JsonOption & { note?: string },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(pauseAutomation, { body: { id, ...(note !== undefined && { note }) } })
    return print(
      context,
      body,
      `${body.data.title}: paused. Nothing starts until: kitroom automations resume ${id}`,
      options,
    )
  })

/** `kitroom automations resume <id>`. */
const resumeAutomationCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(resumeAutomation, { body: { id } })
    return print(
      context,
      body,
      `${body.data.title}: resumed. Next run: ${formatTime(body.data.next_at ?? 'not known yet')}`,
      options,
    )
  })

export function addAutomationCommands(program: Command, run: RunCommand): void {
  const automations = program.command('automations').description('what the worker does by itself')
  automations
    .command('list')
    .description('list automations with their last run, next run and what they did')
    .option(...JSON_FLAG)
    .action(run(listAutomationsCommand))
  automations
    .command('run <id>')
    .description('run daily, coverage or sync:<source> now')
    .option(...JSON_FLAG)
    .action(run(runAutomationCommand))
  automations
    .command('pause <id>')
    .description('start nothing until it is resumed')
    .option('--note <text>', 'why')
    .option(...JSON_FLAG)
    .action(run(pauseAutomationCommand))
  automations
    .command('resume <id>')
    .description('let the schedule start it again')
    .option(...JSON_FLAG)
    .action(run(resumeAutomationCommand))
}
