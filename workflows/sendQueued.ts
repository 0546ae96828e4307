import { isCancellation, log } from '@temporalio/workflow'
import type { SendCounts } from '../activities/notify/types.ts'
import { failureReason } from './failureReason.ts'
import { notifyActivities } from './proxies.ts'

/** Sends due reminders. @param within time of one attempt */
export const sendDue = (within?: '15m' | '30m'): Promise<SendCounts> =>
  notifyActivities(within).sendReminders.executeWithOptions({ summary: 'Send due reminders' }, [])

/** Sends queued reminders. On failure they stay queued for the daily run. */
export async function sendQueued(): Promise<void> {
  try {
    await sendDue()
  } catch (error) {
    if (isCancellation(error)) throw error
    const { code, detail } = failureReason(error)
    log.warn('reminders are left to the daily run to send', { code, detail })
  }
}
