import { runReminders, type DayResult } from '../../contract/reminders.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { clean, showJson } from '../show/clean.ts'
import { EXIT } from '../exit.ts'

function show({ outcome, counts, error }: DayResult): string {
  const lines = Object.entries(counts).map(([step, counted]) => {
    const parts = Object.entries(counted).map(([name, count]) => `${name} ${count}`)
    return `${step}: ${parts.join(', ') || 'nothing to do'}`
  })
  if (outcome === 'running') return 'It goes on. kitroom reminders list shows what comes of it.'
  if (outcome === 'failed') lines.push(`Not everything could be done:\n${error ?? ''}`)
  return clean(lines.join('\n'), '\n')
}

/** `kitroom reminders run`: starts the daily run now. */
export const runRemindersCommand = (context: CommandContext, { json }: { json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(runReminders, { body: {} })
    context.terminal.out(json ? showJson(body) : show(body.data))
    return body.data.outcome === 'failed' ? EXIT.failed : EXIT.fine
  })
