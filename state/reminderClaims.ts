import { sql } from 'kysely'
import { statement } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import { stateOf, type ReminderRow } from './reminderTable.ts'
import type { StateTables } from './schema.ts'

// A reminder is sent by whoever has claimed it: by compare-and-set, for a while, renewed as long as he lives. Moments are ISO 8601 UTC.

/** Who sends, and until when nobody else may. */
export interface Claim {
  by: string
  until: string
}

/** A recipient at a moment. While reminders are collected, those that were never tried wait, but for what goes wrong. */
type Place = { channel: string; recipient: string; now: string; leastAttempts: number }
type Row = Pick<ReminderRow, 'message_id' | 'state'>

const define = statement<StateTables>()
const due = define<Place & { limit: number }, ReminderRow>((db, arg) =>
  db
    .selectFrom('reminder')
    .selectAll()
    .where('channel', '=', arg('channel'))
    .where('recipient', '=', arg('recipient'))
    .where('state', '=', stateOf('pending'))
    .where((e) => e.or([e('attempts', '>=', arg('leastAttempts')), e('kind', '=', sql.lit('problem'))]))
    .where('next_try_at', '<=', arg('now'))
    .orderBy('created_at')
    .orderBy('message_id')
    .limit(arg('limit')),
)
const unsure = define<Omit<Place, 'leastAttempts'>, ReminderRow>((db, arg) =>
  db
    .selectFrom('reminder')
    .selectAll()
    .where('channel', '=', arg('channel'))
    .where('recipient', '=', arg('recipient'))
    .where('state', '=', stateOf('unknown'))
    .where('resent', '=', sql.lit(0))
    .where('next_try_at', '<=', arg('now'))
    .orderBy('mail_id')
    .orderBy('message_id'),
)
const claim = define<Row & Claim & { mailId: string; resent: number }>((db, arg) =>
  db
    .updateTable('reminder')
    .set((e) => ({
      state: stateOf('sending'),
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
const renew = define<Claim>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ claimed_until: arg('until') })
    .where('state', '=', stateOf('sending'))
    .where('claimed_by', '=', arg('by')),
)
const handOver = define<{ by: string; mailId: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ handed_over: sql.lit(1) })
    .where('state', '=', stateOf('sending'))
    .where('claimed_by', '=', arg('by'))
    .where('mail_id', '=', arg('mailId')),
)
const abandoned = define<{ now: string }, ReminderRow>((db, arg) =>
  db.selectFrom('reminder').selectAll().where('state', '=', stateOf('sending')).where('claimed_until', '<=', arg('now')),
)

/** What is due for a recipient, oldest first. */
export const listDue = (tx: Tx, place: Place, limit: number): Promise<ReminderRow[]> => tx.all(due, { ...place, limit })

/** What may have been taken already, and is sent once more; those of one mail stand together. */
export const listUnsure = (tx: Tx, place: Place): Promise<ReminderRow[]> => tx.all(unsure, place)

/** Claims a reminder for a mail; answers whether it was still there to be claimed. */
export async function claimReminder(tx: Tx, row: Row, { mailId, ...by }: Claim & { mailId: string }): Promise<boolean> {
  const { message_id, state } = row
  return (await tx.run(claim, { message_id, state, mailId, ...by, resent: state === 'unknown' ? 1 : 0 })) > 0
}

/** Says that the sender lives. */
export const renewClaims = (tx: Tx, held: Claim): Promise<number> => tx.run(renew, held)

/** Notes that the channel may take the mail from now on. @returns how many reminders it carries; fewer than were claimed when the claim was lost */
export const noteHandOver = (tx: Tx, by: string, mailId: string): Promise<number> => tx.run(handOver, { by, mailId })

/** Reminders whose sender died. */
export const listAbandoned = (tx: Tx, now: string): Promise<ReminderRow[]> => tx.all(abandoned, { now })
