import { isoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { deferChannel, storeOutcome, type ReminderOutcome } from '../../../state/reminderEnds.ts'
import type { ReminderRow } from '../../../state/reminderTable.ts'
import { stopsChannel, type Outcome } from '../../../channels/channel.ts'
import { backOffMs } from './backOff.ts'
import type { ClaimedMail } from './claim.ts'

function toResult(row: ReminderRow, outcome: Outcome, nowMs: number): ReminderOutcome {
  const unsent = { error: 'error' in outcome ? outcome.error : null, nextTryAt: isoTime(nowMs + backOffMs(row.attempts)), sentAt: null, resent: 0 }
  switch (outcome.kind) {
    case 'sent':
      return { ...unsent, state: 'sent', sentAt: isoTime(nowMs), resent: row.resent }
    case 'failed':
      return { ...unsent, state: 'failed', resent: row.resent }
    case 'retry':
      // A failed resend does not tell whether the first attempt arrived.
      return { ...unsent, state: row.resent === 1 ? 'unknown' : 'pending' }
    case 'unknown':
      return { ...unsent, state: 'unknown', resent: row.resent }
  }
}

interface Unsent {
  row: ReminderRow
  reason: string
}

const skip = ({ row, reason }: Unsent, nowMs: number): ReminderOutcome => {
  const ending = { error: reason, nextTryAt: isoTime(nowMs), sentAt: null }
  // The first attempt may have arrived, so the reminder is not skipped but unknown.
  return row.resent === 1
    ? { ...ending, state: 'unknown', resent: 1, error: `It may have been taken, and is not sent again. ${reason}` }
    : { ...ending, state: 'skipped', resent: 0 }
}

/** Records that claimed reminders are not sent: `outdated` never, `unchecked` not now. */
export async function settleUnsent(
  tx: Tx,
  { outdated, unchecked }: Record<'outdated' | 'unchecked', readonly Unsent[]>,
  nowMs: number,
): Promise<void> {
  for (const unsent of outdated) await storeOutcome(tx, unsent.row, skip(unsent, nowMs))
  for (const { row, reason } of unchecked) await storeOutcome(tx, row, toResult(row, { kind: 'retry', error: reason, all: false }, nowMs))
}

/**
 * Records the outcome for each reminder of a mail. When the channel fails, its other due reminders are deferred too.
 * @returns false when another sender has claimed some
 */
export async function settleMail(tx: Tx, { rows }: ClaimedMail, outcome: Outcome, nowMs: number): Promise<boolean> {
  let isOurs = true
  for (const row of rows) isOurs = (await storeOutcome(tx, row, toResult(row, outcome, nowMs))) && isOurs
  const [first] = rows
  if (first && 'error' in outcome && stopsChannel(outcome)) {
    const nextTryAt = isoTime(nowMs + backOffMs(first.attempts))
    await deferChannel(tx, { channel: first.channel, now: isoTime(nowMs), nextTryAt, error: outcome.error })
  }
  return isOurs
}
