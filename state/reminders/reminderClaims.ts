import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toStateLiteral, type ReminderRow } from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

// Senders claim reminders by compare-and-set and renew the claim while they run. Times are ISO 8601 UTC.

/** A sender and the end of its claim. */
export interface Claim {
  by: string
  until: string
}

/** A recipient and the current time. `minAttempts: 1` excludes new reminders, except those of problems. */
type DueQuery = { channel: string; recipient: string; now: string; minAttempts: number }
type ClaimableRow = Pick<ReminderRow, 'message_id' | 'state'>

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectDue = defineStatement<DueQuery & { limit: number }, ReminderRow>((db, arg) =>
  db
    .selectFrom('reminder')
    .selectAll()
    .where('channel', '=', arg('channel'))
    .where('recipient', '=', arg('recipient'))
    .where('state', '=', toStateLiteral('pending'))
    .where((e) => e.or([e('attempts', '>=', arg('minAttempts')), e('kind', '=', sql.lit('problem'))]))
    .where('next_try_at', '<=', arg('now'))
    .orderBy('created_at')
    .orderBy('message_id')
    .limit(arg('limit'))
    .forUpdate()
    .skipLocked(),
)
const selectUnconfirmed = defineStatement<Omit<DueQuery, 'minAttempts'>, ReminderRow>((db, arg) =>
  db
    .selectFrom('reminder')
    .selectAll()
    .where('channel', '=', arg('channel'))
    .where('recipient', '=', arg('recipient'))
    .where('state', '=', toStateLiteral('unknown'))
    .where('resent', '=', sql.lit(0))
    .where('next_try_at', '<=', arg('now'))
    .orderBy('mail_id')
    .orderBy('message_id')
    // Waits for another sender instead of skipping rows: a mail is repeated with all its reminders or not at all.
    .forUpdate(),
)
const setClaim = defineStatement<ClaimableRow & Claim & { mailId: string; resent: number }>((db, arg) =>
  db
    .updateTable('reminder')
    .set((e) => ({
      state: toStateLiteral('sending'),
      attempts: e('attempts', '+', sql.lit(1)),
      mail_id: arg('mailId'),
      claimed_by: arg('by'),
      claimed_until: arg('until'),
      handed_over: sql.lit(0),
      resent: arg('resent'),
    }))
    .where('message_id', '=', arg('message_id'))
    .where('state', '=', arg('state')),
)
const extendClaims = defineStatement<Claim>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ claimed_until: arg('until') })
    .where('state', '=', toStateLiteral('sending'))
    .where('claimed_by', '=', arg('by')),
)
const setHandedOver = defineStatement<{ by: string; mailId: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ handed_over: sql.lit(1) })
    .where('state', '=', toStateLiteral('sending'))
    .where('claimed_by', '=', arg('by'))
    .where('mail_id', '=', arg('mailId')),
)
const selectAbandoned = defineStatement<{ now: string }, ReminderRow>((db, arg) =>
  db
    .selectFrom('reminder')
    .selectAll()
    .where('state', '=', toStateLiteral('sending'))
    .where('claimed_until', '<=', arg('now')),
)

export const listDueReminders = (tx: Tx, query: DueQuery, limit: number): Promise<ReminderRow[]> =>
  tx.all(selectDue, { ...query, limit })

/** Lists reminders that may have arrived and are sent once more, grouped by mail. */
export const listUnconfirmedReminders = (tx: Tx, query: DueQuery): Promise<ReminderRow[]> =>
  tx.all(selectUnconfirmed, query)

/** @returns false when another sender has claimed it first */
export async function claimReminder(
  tx: Tx,
  row: ClaimableRow,
  { mailId, ...by }: Claim & { mailId: string },
): Promise<boolean> {
  const { message_id, state } = row
  return (await tx.run(setClaim, { message_id, state, mailId, ...by, resent: state === 'unknown' ? 1 : 0 })) > 0
}

export const renewClaims = (tx: Tx, claim: Claim): Promise<number> => tx.run(extendClaims, claim)

/**
 * Records that the message is about to be transferred.
 * @returns the number of reminders; fewer than claimed if the claim was lost
 */
export const recordTransferStart = (tx: Tx, by: string, mailId: string): Promise<number> =>
  tx.run(setHandedOver, { by, mailId })

export const listAbandonedReminders = (tx: Tx, now: string): Promise<ReminderRow[]> => tx.all(selectAbandoned, { now })
