import { sql } from 'kysely'
import { say } from '../../contract/sentences/say.ts'
import { formatStoredText } from '../../contract/sentences/storedText.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toStateLiteral, type ReminderTable } from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

type ReminderKey = Pick<ReminderTable, 'kind' | 'subject' | 'due_on' | 'step' | 'channel' | 'recipient'>

export type NewReminder = ReminderKey &
  Pick<ReminderTable, 'message_id' | 'payload' | 'not_before'> & { at: string; nextTryAt: string }

/** Reason of a superseded reminder, as it is stored. */
const SUPERSEDED = formatStoredText(say('reminder_superseded'))

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const insert = defineStatement<NewReminder>((db, arg) =>
  db
    .insertInto('reminder')
    .values({
      ...arg.columns('message_id', 'kind', 'subject', 'due_on', 'step', 'channel', 'recipient', 'payload'),
      next_try_at: arg('nextTryAt'),
      created_at: arg('at'),
      not_before: arg('not_before'),
    })
    .onConflict((conflict) => conflict.doNothing()),
)
const requeue = defineStatement<NewReminder>((db, arg) =>
  db
    .updateTable('reminder')
    .set({
      state: toStateLiteral('pending'),
      payload: arg('payload'),
      attempts: sql.lit(0),
      next_try_at: arg('nextTryAt'),
      created_at: arg('at'),
      not_before: arg('not_before'),
      error: sql.lit(null),
      first_failed_at: sql.lit(null),
      mail_id: sql.lit(null),
      handed_over: sql.lit(0),
    })
    .where('kind', '=', arg('kind'))
    .where('subject', '=', arg('subject'))
    .where('due_on', '=', arg('due_on'))
    .where('step', '=', arg('step'))
    .where('channel', '=', arg('channel'))
    .where('recipient', '=', arg('recipient'))
    .where('state', '=', toStateLiteral('skipped')),
)
const supersede = defineStatement<Omit<ReminderKey, 'due_on' | 'step'> & { message_id: string; error: string }>(
  (db, arg) =>
    db
      .updateTable('reminder')
      .set({ state: toStateLiteral('skipped'), error: arg('error') })
      .where('kind', '=', arg('kind'))
      .where('subject', '=', arg('subject'))
      .where('channel', '=', arg('channel'))
      .where('recipient', '=', arg('recipient'))
      .where('message_id', '!=', arg('message_id'))
      .where('state', '=', toStateLiteral('pending')),
)

/**
 * Adds a reminder, or makes a skipped one pending again. It skips other pending reminders of the subject to the
 * recipient.
 * @returns 1 if added
 */
export async function addReminder(tx: Tx, newReminder: Omit<NewReminder, 'nextTryAt'>): Promise<number> {
  const reminder = { ...newReminder, nextTryAt: newReminder.not_before ?? newReminder.at }
  const added = (await tx.run(requeue, reminder)) || (await tx.run(insert, reminder))
  if (added > 0) await tx.run(supersede, { ...reminder, error: SUPERSEDED })
  return added
}
