import { say, sayAll, type Said } from '../../../contract/sentences/say.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { deferChannel, storeReminderOutcome, type ReminderOutcome } from '../../../state/reminders/reminderEnds.ts'
import type { ReminderRow } from '../../../state/tables/reminderTable.ts'
import { readOutcomeError, stopsChannel, toOutcomeError, type Outcome } from '../../../messages/channels/channel.ts'
import type { ClaimedMail } from './claim.ts'
import { MAX_RETRY_AFTER_MS } from './pause.ts'

const MINUTE_MS = 60_000
const MAX_BACKOFF_MS = 2 * 60 * MINUTE_MS

/**
 * Computes the delay before the next attempt: one minute, multiplied by four up to two hours, or longer if the receiver
 * requests it.
 */
function toBackoffMs(attempts: number, outcome: Outcome): number {
  const retryAfterMs = outcome.kind === 'retry' ? Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS) : 0
  return Math.max(retryAfterMs, Math.min(MAX_BACKOFF_MS, MINUTE_MS * 4 ** Math.max(0, attempts - 1)))
}

function toResult(row: ReminderRow, outcome: Outcome, nowMs: number): ReminderOutcome {
  const unsentOutcome = {
    error: 'error' in outcome ? readOutcomeError(outcome) : null,
    nextTryAt: toIsoTime(nowMs + toBackoffMs(row.attempts, outcome)),
    sentAt: null,
    failedAt: toIsoTime(nowMs),
    resent: 0,
  }
  switch (outcome.kind) {
    case 'sent':
      return { ...unsentOutcome, state: 'sent', sentAt: toIsoTime(nowMs), failedAt: null, resent: row.resent }
    case 'failed':
      return { ...unsentOutcome, state: 'failed', resent: row.resent }
    case 'retry':
      // After a failed resend it is still unknown if the first attempt arrived.
      return { ...unsentOutcome, state: row.resent === 1 ? 'unknown' : 'pending' }
    case 'unknown':
      return { ...unsentOutcome, state: 'unknown', resent: row.resent }
  }
}

interface UnsentReminder {
  row: ReminderRow
  reason: Said
}

const toSkipped = ({ row, reason }: UnsentReminder, nowMs: number): ReminderOutcome => {
  const common = { error: reason, nextTryAt: toIsoTime(nowMs), sentAt: null, failedAt: null }
  // The first attempt may have arrived, so the state is unknown rather than skipped.
  return row.resent === 1
    ? { ...common, state: 'unknown', resent: 1, error: sayAll(say('reminder_maybe_taken'), reason) }
    : { ...common, state: 'skipped', resent: 0 }
}

/** Records that claimed reminders are not sent: `outdated` never, `unchecked` not now. */
export async function recordUnsent(
  tx: Tx,
  { outdated, unchecked }: Record<'outdated' | 'unchecked', readonly UnsentReminder[]>,
  nowMs: number,
): Promise<void> {
  for (const unsent of outdated) await storeReminderOutcome(tx, unsent.row, toSkipped(unsent, nowMs))
  for (const { row, reason } of unchecked)
    await storeReminderOutcome(
      tx,
      row,
      toResult(row, { kind: 'retry', ...toOutcomeError(reason), affectsChannel: false }, nowMs),
    )
}

/**
 * Records the outcome for each reminder of a mail. If the channel fails, it also defers the channel's other due
 * reminders.
 * @returns false when another sender has claimed some
 */
export async function recordMailOutcome(
  tx: Tx,
  { rows }: ClaimedMail,
  outcome: Outcome,
  nowMs: number,
): Promise<boolean> {
  let isStillClaimed = true
  for (const row of rows)
    isStillClaimed = (await storeReminderOutcome(tx, row, toResult(row, outcome, nowMs))) && isStillClaimed
  const [first] = rows
  if (first && 'error' in outcome && stopsChannel(outcome)) {
    const nextTryAt = toIsoTime(nowMs + toBackoffMs(first.attempts, outcome))
    await deferChannel(tx, {
      channel: first.channel,
      now: toIsoTime(nowMs),
      nextTryAt,
      error: readOutcomeError(outcome),
    })
  }
  return isStillClaimed
}
