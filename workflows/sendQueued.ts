import { isCancellation, log } from '@temporalio/workflow'
import { failureReason } from './failureReason.ts'
import { notifyActivities } from './proxies.ts'

/** Sends queued reminders. On failure they stay queued for the daily run. */
export async function sendQueued(): Promise<void> {
  try {
    await notifyActivities().sendReminders({})
  } catch (error) {
    if (isCancellation(error)) throw error
    const { code, detail } = failureReason(error)
    log.warn('reminders are left to the daily run to send', { code, detail })
  }
}
