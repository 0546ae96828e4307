import { listUnsubscribed, resubscribePerson, type Unsubscription } from '../../contract/control/unsubscriptions.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { EXIT } from '../exit.ts'
import { formatTable } from '../show/table.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'

const HEADINGS = ['person', 'name', 'to', 'since', 'in effect']

const toCells = ({ person, name, channel, recipient, since, in_effect: isInEffect }: Unsubscription): unknown[] => [
  person,
  name ?? '-',
  `${channel} ${recipient}`,
  since,
  isInEffect ? 'yes' : 'no',
]

/** `kitroom reminders unsubscribed`. */
export const listUnsubscribedCommand = (context: CommandContext, { json }: { json?: boolean }): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(listUnsubscribed, {})
    if (json) context.terminal.printResult(formatJson(body))
    else if (body.data.length === 0) context.terminal.printNote('Nobody has unsubscribed.')
    else context.terminal.printResult(formatTable(HEADINGS, body.data.map(toCells)))
    return EXIT.success
  })

/** `kitroom reminders resubscribe <person>`. */
export const resubscribeCommand = (
  context: CommandContext,
  person: string,
  { json }: { json?: boolean },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(resubscribePerson, { body: { person } })
    const addresses = body.data.map(({ channel, recipient }) => `${channel} ${recipient}`)
    if (json) context.terminal.printResult(formatJson(body))
    else if (addresses.length === 0) context.terminal.printNote(`${person} had not unsubscribed.`)
    else context.terminal.printResult(escapeUnsafe(`${person} gets reminders again: ${addresses.join(', ')}.`))
    return EXIT.success
  })
