import { DAY_MS, MAX_REMINDER_RETRY_DAYS } from '../../../contract/policies.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { listAbandonedReminders } from '../../../state/reminders/reminderClaims.ts'
import { giveUpReminder, listExpiredReminders, storeReminderOutcome } from '../../../state/reminders/reminderEnds.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'
import type { ClaimTimes } from './claim.ts'
import type { ReminderState } from '../../../contract/control/reminders.ts'

const UNCONFIRMED_TEXT = 'The worker stopped while this was being sent; it is unknown whether it arrived.'

/**
 * Releases reminders of dead senders. Those that were not transferred become pending; unconfirmed ones are sent once
 * more under the same Message-ID.
 * @returns those that stay unconfirmed after that
 */
export async function releaseAbandonedClaims(tx: Tx, { nowMs, claimAtMs }: ClaimTimes): Promise<ReminderRow[]> {
  const now = toIsoTime(nowMs)
  const rows = await listAbandonedReminders(tx, toIsoTime(claimAtMs))
  for (const row of rows) {
    const isUnconfirmed = row.handed_over === 1 || row.resent === 1
    const resent = row.handed_over === 1 ? row.resent : 0
    const state: ReminderState = isUnconfirmed ? 'unknown' : 'pending'
    const error = isUnconfirmed ? UNCONFIRMED_TEXT : row.error
    await storeReminderOutcome(tx, row, { state, error, nextTryAt: now, sentAt: null, failedAt: null, resent })
  }
  return rows.filter((row) => row.handed_over === 1 && row.resent === 1)
}

const EXPIRED_TEXT = `It could not be sent for ${MAX_REMINDER_RETRY_DAYS} days`

/** Expires a reminder. One that was never sent becomes `skipped`, so that it is queued again if still due. */
function toExpired({ state, attempts, error }: ReminderRow): { state: 'skipped' | 'unknown'; error: string } {
  if (state === 'unknown') return { state, error: `${error ?? UNCONFIRMED_TEXT} It was not sent again.` }
  if (attempts === 0)
    return {
      state: 'skipped',
      error: `${EXPIRED_TEXT}: nothing was sent in that time, or kitroom.yaml does not name its recipient any more.`,
    }
  return { state: 'skipped', error: `${EXPIRED_TEXT}. ${error ?? ''}`.trim() }
}

export async function expireOldReminders(tx: Tx, nowMs: number): Promise<(ReminderRow & { error: string })[]> {
  const expired: (ReminderRow & { error: string })[] = []
  for (const row of await listExpiredReminders(tx, toIsoTime(nowMs - MAX_REMINDER_RETRY_DAYS * DAY_MS))) {
    const outcome = toExpired(row)
    await giveUpReminder(tx, { message_id: row.message_id, ...outcome })
    expired.push({ ...row, ...outcome })
  }
  return expired
}
