import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import {
  toStateLiteral,
  type ReminderRow,
  type ReminderRecipient,
  type UnsubscriptionTable,
} from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAll = defineStatement<object, UnsubscriptionTable>((db) =>
  db.selectFrom('unsubscription').selectAll().orderBy('person').orderBy('channel').orderBy('recipient'),
)
const insert = defineStatement<UnsubscriptionTable>((db, arg) =>
  db
    .insertInto('unsubscription')
    .values(arg.columns('person', 'channel', 'recipient', 'unsubscription_id', 'unsubscribed_at'))
    .onConflict((conflict) => conflict.doNothing()),
)
const remove = defineStatement<{ person: string }>((db, arg) =>
  db.deleteFrom('unsubscription').where('person', '=', arg('person')),
)
const openStates = [toStateLiteral('pending'), toStateLiteral('unknown')]
const selectUnsent = defineStatement<ReminderRecipient, ReminderRow>((db, arg) =>
  db
    .selectFrom('reminder')
    .selectAll()
    .where('channel', '=', arg('channel'))
    .where('recipient', '=', arg('recipient'))
    .where('state', 'in', openStates)
    .where('resent', '=', sql.lit(0))
    .where('not_before', 'is', null)
    .orderBy('created_at')
    .orderBy('message_id'),
)

/** Lists unsubscriptions by person, channel and address. */
export const listUnsubscriptions = (tx: Tx): Promise<UnsubscriptionTable[]> => tx.all(selectAll, {})

/** @returns 0 if the person has already unsubscribed there */
export const addUnsubscription = (tx: Tx, row: UnsubscriptionTable): Promise<number> => tx.run(insert, row)

/** Ends the unsubscriptions of a person at all addresses. @returns their number */
export const removeUnsubscriptions = (tx: Tx, person: string): Promise<number> => tx.run(remove, { person })

/** Lists reminders to an address that would still be sent, except escalations. */
export const listUnsentReminders = (tx: Tx, to: ReminderRecipient): Promise<ReminderRow[]> => tx.all(selectUnsent, to)
