import { SettingsError } from '../../config/config.ts'
import { createSendDue } from '../../activities/notify/send/sendReminders.ts'
import { sendingOf, type SendingContext } from '../activities.ts'

/** Sends what the ledger holds from this process, for times in which Temporal cannot let it happen. */
export interface DirectSender {
  /** Begins to send what is due, unless it does so already. */
  send: () => void
  /** Sends nothing more, and waits for the mail that is on its way. */
  close: () => Promise<void>
}

/** Makes a sender beside Temporal. Claims in the ledger see to it that nothing is sent by two. */
export function createDirectSender(context: SendingContext): DirectSender {
  const stopping = new AbortController()
  const sendDue = createSendDue(sendingOf(context))
  let sending: Promise<void> | undefined
  const sendOnce = async (): Promise<void> => {
    try {
      await sendDue(stopping.signal)
    } catch (error) {
      // A file that cannot be used is a problem of its own.
      if (!stopping.signal.aborted && !(error instanceof SettingsError))
        context.log.error({ err: error }, 'reminders could not be sent without Temporal')
    }
  }
  return {
    send: () => {
      if (!stopping.signal.aborted) sending ??= sendOnce().finally(() => (sending = undefined))
    },
    close: async () => {
      stopping.abort()
      await sending
    },
  }
}
