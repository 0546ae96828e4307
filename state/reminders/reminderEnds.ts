import { sql } from 'kysely'
import type { ReminderState } from '../../contract/control/reminders.ts'
import { formatStoredText, type StoredText } from '../../contract/sentences/storedText.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toStateLiteral, type ReminderRow } from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

/** Outcome of a reminder. Times are ISO 8601 UTC. */
export interface ReminderOutcome {
  state: ReminderState
  error: StoredText | null
  nextTryAt: string
  sentAt: string | null
  /** Time when this attempt failed; null if it was sent. */
  failedAt: string | null
  /** 1 if it was sent a second time. It is never sent a third time. */
  resent: number
}

type ClaimedReminder = { message_id: string; claimed_by: string }

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const openStates = [toStateLiteral('pending'), toStateLiteral('unknown')]
const setOutcome = defineStatement<ClaimedReminder & Omit<ReminderOutcome, 'error'> & { error: string | null }>(
  (db, arg) =>
    db
      .updateTable('reminder')
      .set((e) => ({
        ...arg.columns('state', 'error'),
        next_try_at: arg('nextTryAt'),
        sent_at: arg('sentAt'),
        first_failed_at: e.fn.coalesce('first_failed_at', e.val(arg('failedAt'))),
        resent: arg('resent'),
        claimed_by: sql.lit(null),
        claimed_until: sql.lit(null),
      }))
      .where('message_id', '=', arg('message_id'))
      .where('state', '=', toStateLiteral('sending'))
      .where('claimed_by', '=', arg('claimed_by')),
)
const setNextTry = defineStatement<{ channel: string; now: string; nextTryAt: string; error: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set((e) => ({
      next_try_at: arg('nextTryAt'),
      attempts: e('attempts', '+', sql.lit(1)),
      error: arg('error'),
      first_failed_at: e.fn.coalesce('first_failed_at', e.val(arg('now'))),
    }))
    .where('channel', '=', arg('channel'))
    .where('state', '=', toStateLiteral('pending'))
    .where('next_try_at', '<=', arg('now')),
)
const setNextResend = defineStatement<{ channel: string; now: string; nextTryAt: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ next_try_at: arg('nextTryAt') })
    .where('channel', '=', arg('channel'))
    .where('state', '=', toStateLiteral('unknown'))
    .where('resent', '=', sql.lit(0))
    .where('next_try_at', '<=', arg('now')),
)
const setDueNow = defineStatement<{ channel: string; now: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ next_try_at: arg('now') })
    .where('channel', '=', arg('channel'))
    .where('state', 'in', openStates)
    .where('next_try_at', '>', arg('now')),
)
const selectExpired = defineStatement<{ before: string }, ReminderRow>((db, arg) =>
  db
    .selectFrom('reminder')
    .selectAll()
    .where('state', 'in', openStates)
    .where('resent', '=', sql.lit(0))
    .where('created_at', '<', arg('before')),
)
const setGivenUp = defineStatement<{ message_id: string; state: ReminderState; error: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ ...arg.columns('state', 'error'), resent: sql.lit(1) })
    .where('message_id', '=', arg('message_id'))
    .where('state', 'in', openStates),
)
const selectWaitingCount = defineStatement<object, { count: number }>((db) =>
  db
    .selectFrom('reminder')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where((e) =>
      e.or([
        e('state', 'in', [toStateLiteral('pending'), toStateLiteral('sending')]),
        e.and([e('state', '=', toStateLiteral('unknown')), e('resent', '=', sql.lit(0))]),
      ]),
    ),
)

/** Stores the outcome of a claimed reminder. @returns true if the claim was still valid */
export const storeReminderOutcome = async (
  tx: Tx,
  { message_id, claimed_by }: ReminderRow,
  outcome: ReminderOutcome,
): Promise<boolean> => {
  const error = outcome.error && formatStoredText(outcome.error)
  return (await tx.run(setOutcome, { message_id, claimed_by: claimed_by ?? '', ...outcome, error })) > 0
}

/** Defers all due reminders of a failing channel. */
export const deferChannel = (
  tx: Tx,
  wait: { channel: string; now: string; nextTryAt: string; error: StoredText },
): Promise<number> => tx.run(setNextTry, { ...wait, error: formatStoredText(wait.error) })

/** Defers the resends of a paused channel. */
export const deferUnconfirmed = (
  tx: Tx,
  { channel, now, nextTryAt }: { channel: string; now: string; nextTryAt: string },
): Promise<number> => tx.run(setNextResend, { channel, now, nextTryAt })

/** Makes all deferred reminders of a channel due, because it works again. */
export const undeferChannel = (tx: Tx, channel: string, now: string): Promise<number> =>
  tx.run(setDueNow, { channel, now })

/** Lists reminders older than a moment that would still be retried. */
export const listExpiredReminders = (tx: Tx, before: string): Promise<ReminderRow[]> =>
  tx.all(selectExpired, { before })

/** Ends a pending or unconfirmed reminder. It is not retried. */
export const giveUpReminder = (
  tx: Tx,
  outcome: { message_id: string; state: 'skipped' | 'unknown'; error: StoredText },
): Promise<number> => tx.run(setGivenUp, { ...outcome, error: formatStoredText(outcome.error) })

export const countWaitingReminders = async (tx: Tx): Promise<number> =>
  (await tx.get(selectWaitingCount, {}))?.count ?? 0
