import { isCancellation, log } from '@temporalio/workflow'
import { failureReason } from './failureReason.ts'
import { sending } from './proxies.ts'

/** Sends reminders that were just put into the ledger. What does not go out now stays there: the day sends it, and nobody waits for it here. */
export async function sendQueued(): Promise<void> {
  try {
    await sending.sendReminders({})
  } catch (error) {
    if (isCancellation(error)) throw error
    const { code, detail } = failureReason(error)
    log.warn('reminders are left to the day to send', { code, detail })
  }
}
