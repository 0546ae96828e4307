import { DAY_MS, MAX_REMINDER_RETRY_DAYS } from '../../../contract/policies.ts'
import { say, sayAll, type Said } from '../../../contract/sentences/say.ts'
import { parseStoredText, type StoredText } from '../../../contract/sentences/storedText.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { listAbandonedReminders } from '../../../state/reminders/reminderClaims.ts'
import { giveUpReminder, listExpiredReminders, storeReminderOutcome } from '../../../state/reminders/reminderEnds.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'
import type { ClaimTimes } from './claim.ts'
import type { ReminderState } from '../../../contract/control/reminders.ts'

const UNCONFIRMED = say('reminder_unconfirmed')

/** Reads the stored cause of a reminder. */
const readCause = ({ error }: ReminderRow): StoredText | null => (error === null ? null : parseStoredText(error))

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
    const error = isUnconfirmed ? UNCONFIRMED : readCause(row)
    await storeReminderOutcome(tx, row, { state, error, nextTryAt: now, sentAt: null, failedAt: null, resent })
  }
  return rows.filter((row) => row.handed_over === 1 && row.resent === 1)
}

/** Says the stored cause of a reminder, in English if an earlier version stored it. */
function sayCause(row: ReminderRow): Said | undefined {
  const cause = readCause(row)
  if (!cause) return undefined
  const { message, sentences } = cause
  return sentences ? { message, sentences: [...sentences] } : say('earlier_cause', { text: message })
}

type Expired = { state: 'skipped' | 'unknown'; error: Said }

/** Expires a reminder. One that was never sent becomes `skipped`, so that it is queued again if still due. */
function toExpired(row: ReminderRow): Expired {
  const cause = sayCause(row)
  if (row.state === 'unknown')
    return { state: 'unknown', error: sayAll(cause ?? UNCONFIRMED, say('reminder_not_repeated')) }
  const days = MAX_REMINDER_RETRY_DAYS
  if (row.attempts === 0) return { state: 'skipped', error: say('reminder_never_tried', { days }) }
  return { state: 'skipped', error: sayAll(say('reminder_expired', { days }), ...(cause ? [cause] : [])) }
}

/** A reminder that is not sent, and the reason. */
interface ExpiredReminder {
  row: ReminderRow
  reason: Said
}

export async function expireOldReminders(tx: Tx, nowMs: number): Promise<ExpiredReminder[]> {
  const expired: ExpiredReminder[] = []
  for (const row of await listExpiredReminders(tx, toIsoTime(nowMs - MAX_REMINDER_RETRY_DAYS * DAY_MS))) {
    const outcome = toExpired(row)
    await giveUpReminder(tx, { message_id: row.message_id, ...outcome })
    expired.push({ row, reason: outcome.error })
  }
  return expired
}
