import { testReminders, type TestedRecipient } from '../../contract/control/reminders.ts'
import { withControl } from '../access/control.ts'
import type { CommandContext } from '../context.ts'
import { escapeUnsafe, formatJson } from '../show/text.ts'
import { EXIT } from '../exit.ts'

const OUTCOME_TEXTS: Readonly<Record<TestedRecipient['outcome'], string>> = {
  sent: 'sent',
  retry: 'not sent; a reminder would be retried later',
  failed: 'not sent, and a reminder would not be retried',
  unknown: 'it is unknown whether it arrived',
}

const formatRecipient = ({ channel, recipient, outcome, error }: TestedRecipient): string =>
  escapeUnsafe(
    `${channel}${channel === recipient ? '' : ` ${recipient}`}: ${OUTCOME_TEXTS[outcome]}${error === null ? '' : `. ${error}`}`,
  )

/** `kitroom reminders test`: sends a test message through the channels of kitroom.yaml. */
export const testRemindersCommand = (
  context: CommandContext,
  channel: string | undefined,
  { json }: { json?: boolean },
): Promise<number> =>
  withControl(context.env, async (control) => {
    const { body } = await control.call(testReminders, { body: channel === undefined ? {} : { channel } })
    if (json) context.terminal.printResult(formatJson(body))
    else if (body.data.length === 0) context.terminal.printNote('kitroom.yaml has no channels: nobody is reminded.')
    else context.terminal.printResult(body.data.map(formatRecipient).join('\n'))
    return body.data.every(({ outcome }) => outcome === 'sent') ? EXIT.success : EXIT.failed
  })
