import { runReminders, type DayResult } from '../../contract/control/reminders.ts'
import { describeSteps } from '../show/dailySteps.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'

function formatResult({ outcome, counts, error }: DayResult): string {
  const lines = describeSteps(counts)
  if (outcome === 'running') return 'The daily run continues in the background. Its results: kitroom reminders list'
  if (outcome === 'failed') lines.push(`Not everything could be done:\n${error ?? ''}`)
  return escapeUnsafe(lines.join('\n'), '\n')
}

/** `kitroom reminders run`: starts the daily run now. */
export const runRemindersCommand = (context: CommandContext, { json }: { json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(runReminders, { body: {} })
    context.terminal.printResult(json ? formatJson(body) : formatResult(body.data))
    return body.data.outcome === 'failed' ? EXIT.failed : EXIT.success
  })
