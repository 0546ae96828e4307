import { InvalidArgumentError } from 'commander'
import {
  acknowledgeReminder,
  snoozeReminder,
  withdrawReminderLinks,
  type ReminderAnswer,
} from '../../contract/control/reminderAnswers.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

interface AnswerOptions {
  json?: boolean
}

function printAnswer({ terminal }: CommandContext, body: { data: ReminderAnswer }, { json }: AnswerOptions): void {
  const { title, due_on: dueOn, next_on: nextOn } = body.data
  if (json) terminal.printResult(formatJson(body))
  else if (nextOn === null)
    terminal.printResult(escapeUnsafe(`Acknowledged: ${title}. Nobody is reminded of ${dueOn} again.`))
  else
    terminal.printResult(
      escapeUnsafe(`Postponed: ${title}. The next reminder is on ${nextOn}${nextOn === dueOn ? ', its day' : ''}.`),
    )
}

/** `kitroom reminders ack <id>`. */
export const acknowledgeCommand = (context: CommandContext, id: string, options: AnswerOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(acknowledgeReminder, { body: { id } })
    printAnswer(context, body, options)
    return EXIT.success
  })

/** @param text such as `7d` or `2w` @returns days */
export function parseDays(text: string): number {
  const [, count, unit] = /^(\d{1,3})([dw])$/.exec(text) ?? []
  const days = Number(count) * (unit === 'w' ? 7 : 1)
  if (!count || days < 1 || days > 365) throw new InvalidArgumentError('It must be 1d to 365d, or 1w to 52w.')
  return days
}

/** `kitroom reminders snooze <id> --for 7d`. */
export const snoozeCommand = (
  context: CommandContext,
  id: string,
  { for: days, ...options }: AnswerOptions & { for: number },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(snoozeReminder, { body: { id, days } })
    printAnswer(context, body, options)
    return EXIT.success
  })

/** `kitroom reminders withdraw-links`. */
export const withdrawLinksCommand = (context: CommandContext, { json }: AnswerOptions): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(withdrawReminderLinks, { body: {} })
    context.terminal.printResult(
      json ? formatJson(body) : 'All links in reminders that were sent so far are withdrawn.',
    )
    return EXIT.success
  })
