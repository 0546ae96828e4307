import { SettingsError } from '../../config/config.ts'
import { createDueReminderSender } from '../../activities/notify/send/sendReminders.ts'
import { toNotifyDeps, type SendingContext } from './notifyDeps.ts'

/** Sends reminders from this process while Temporal is unreachable. */
export interface DirectSender {
  /** Starts sending unless it is already sending. */
  send: () => void
  /** Stops sending and waits for the current message. */
  close: () => Promise<void>
}

/** Creates the sender. Claims in the ledger prevent duplicates with other senders. */
export function createDirectSender(context: SendingContext): DirectSender {
  const stopping = new AbortController()
  const sendDue = createDueReminderSender(toNotifyDeps(context))
  let sending: Promise<void> | undefined
  const sendOnce = async (): Promise<void> => {
    try {
      await sendDue(stopping.signal)
    } catch (error) {
      // Errors of kitroom.yaml are reported separately, as a problem.
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
