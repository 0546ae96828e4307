import { sql } from 'kysely'
import { statement } from '../platform/sql/statement.ts'
import type { Tx } from '../platform/sql/types.ts'
import { stateOf } from './reminderTable.ts'
import type { StateTables } from './schema.ts'

export interface ReminderRecipient {
  channel: string
  recipient: string
}

const define = statement<StateTables>()
const selectDueRecipients = define<{ now: string }, ReminderRecipient>((db, arg) =>
  db
    .selectFrom('reminder')
    .select(['channel', 'recipient'])
    .distinct()
    .where((e) =>
      e.or([
        e.and([e('state', '=', stateOf('pending')), e('next_try_at', '<=', arg('now'))]),
        e.and([e('state', '=', stateOf('unknown')), e('resent', '=', sql.lit(0)), e('next_try_at', '<=', arg('now'))]),
        e.and([e('state', '=', stateOf('sending')), e('claimed_until', '<=', arg('now'))]),
      ]),
    ),
)

/** Recipients with due reminders: new ones, retries and those of dead senders. */
export const listDueRecipients = (tx: Tx, now: string): Promise<ReminderRecipient[]> => tx.all(selectDueRecipients, { now })
