import { InvalidArgumentError } from 'commander'
import {
  acknowledgeReminder,
  snoozeReminder,
  withdrawReminderLinks,
  type ReminderAnswer,
} from '../../../contract/control/reminderAnswers.ts'
import { listUnsubscribed, resubscribePerson, type Unsubscription } from '../../../contract/control/unsubscriptions.ts'
import { withControl } from '../../access/control.ts'
import { EXIT, type CommandContext, type JsonOption } from '../../base/command.ts'
import { formatTable } from '../../show/table.ts'
import { escapeUnsafe, formatJson } from '../../show/text.ts'

function printAnswer({ terminal }: CommandContext, body: { data: ReminderAnswer }, { json }: JsonOption): void {
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
export const acknowledgeCommand = (context: CommandContext, id: string, options: JsonOption): Promise<number> =>
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
  { for: days, ...options }: JsonOption & { for: number },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(snoozeReminder, { body: { id, days } })
    printAnswer(context, body, options)
    return EXIT.success
  })

/** `kitroom reminders withdraw-links`. */
export const withdrawLinksCommand = (context: CommandContext, { json }: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(withdrawReminderLinks, { body: {} })
    context.terminal.printResult(
      json ? formatJson(body) : 'All links in reminders that were sent so far are withdrawn.',
    )
    return EXIT.success
  })

const HEADINGS = ['person', 'name', 'to', 'since', 'in effect']

const toCells = ({ person, name, channel, recipient, since, in_effect: isInEffect }: Unsubscription): unknown[] => [
  person,
  name ?? '-',
  `${channel} ${recipient}`,
  since,
  isInEffect ? 'yes' : 'no',
]

/** `kitroom reminders unsubscribed`. */
export const listUnsubscribedCommand = (context: CommandContext, { json }: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(listUnsubscribed, {})
    if (json) context.terminal.printResult(formatJson(body))
    else if (body.data.length === 0) context.terminal.printNote('Nobody has unsubscribed.')
    else context.terminal.printResult(formatTable(HEADINGS, body.data.map(toCells)))
    return EXIT.success
  })

/** `kitroom reminders resubscribe <person>`. */
export const resubscribeCommand = (context: CommandContext, person: string, { json }: JsonOption): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(resubscribePerson, { body: { person } })
    const addresses = body.data.map(({ channel, recipient }) => `${channel} ${recipient}`)
    if (json) context.terminal.printResult(formatJson(body))
    else if (addresses.length === 0) context.terminal.printNote(`${person} had not unsubscribed.`)
    else context.terminal.printResult(escapeUnsafe(`${person} gets reminders again: ${addresses.join(', ')}.`))
    return EXIT.success
  })
