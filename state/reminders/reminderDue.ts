import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toStateLiteral, type ReminderRecipient } from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectDueRecipients = defineStatement<{ now: string }, ReminderRecipient>((db, arg) =>
  db
    .selectFrom('reminder')
    .select(['channel', 'recipient'])
    .distinct()
    .where((e) =>
      e.or([
        e.and([e('state', '=', toStateLiteral('pending')), e('next_try_at', '<=', arg('now'))]),
        e.and([
          e('state', '=', toStateLiteral('unknown')),
          e('resent', '=', sql.lit(0)),
          e('next_try_at', '<=', arg('now')),
        ]),
        e.and([e('state', '=', toStateLiteral('sending')), e('claimed_until', '<=', arg('now'))]),
      ]),
    ),
)

/** Lists recipients with due reminders: new ones, retries and those of dead senders. */
export const listDueRecipients = (tx: Tx, now: string): Promise<ReminderRecipient[]> =>
  tx.all(selectDueRecipients, { now })
