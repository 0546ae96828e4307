import { sql } from 'kysely'
import { formatStoredText, type StoredText } from '../../contract/sentences/storedText.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toStateLiteral, type ReminderSubject, type ReminderRecipient } from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

type LastStep = ReminderRecipient & { step: number }

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const defineSteps = (operator: '=' | '!=', state: 'sent' | 'skipped') =>
  defineStatement<ReminderSubject, LastStep>((db, arg) =>
    db
      .selectFrom('reminder')
      .select(['channel', 'recipient'])
      .select((e) => e.fn.min<number>('step').as('step'))
      .where('kind', '=', arg('kind'))
      .where('subject', '=', arg('subject'))
      .where('due_on', '=', arg('due_on'))
      .where('state', operator, toStateLiteral(state))
      .groupBy(['channel', 'recipient']),
  )
const selectLastSteps = defineSteps('!=', 'skipped')
const selectSentSteps = defineSteps('=', 'sent')
const skipOtherReminders = defineStatement<{ kind: string; subject: string; due_on: string; error: string }>(
  (db, arg) =>
    db
      .updateTable('reminder')
      .set({ state: toStateLiteral('skipped'), error: arg('error') })
      .where('kind', '=', arg('kind'))
      .where('subject', '=', arg('subject'))
      .where('due_on', '!=', arg('due_on'))
      .where('state', '=', toStateLiteral('pending')),
)

const selectQueued = defineStatement<{ kind: string; subject: string }, { message_id: string }>((db, arg) =>
  db
    .selectFrom('reminder')
    .select('message_id')
    .where('kind', '=', arg('kind'))
    .where('subject', '=', arg('subject'))
    .where('state', '!=', toStateLiteral('skipped'))
    .limit(sql.lit(1)),
)

/** True if a notification of a record was sent or is queued, for any date. Skipped reminders do not count. */
export const wasQueued = async (tx: Tx, kind: string, subject: string): Promise<boolean> =>
  (await tx.get(selectQueued, { kind, subject })) !== undefined

/** Lists the last step per recipient, in days before the date. Skipped reminders do not count. */
export const listLastSteps = (tx: Tx, about: ReminderSubject): Promise<LastStep[]> => tx.all(selectLastSteps, about)

/** Lists the last steps like `listLastSteps`, but only of sent reminders. */
export const listSentSteps = (tx: Tx, about: ReminderSubject): Promise<LastStep[]> => tx.all(selectSentSteps, about)

/**
 * Skips pending reminders of a record about other dates.
 * @param due_on the current date; '' for none
 * @param error reason, for people
 */
export const skipOtherDays = (tx: Tx, about: ReminderSubject & { error: StoredText }): Promise<number> =>
  tx.run(skipOtherReminders, { ...about, error: formatStoredText(about.error) })
