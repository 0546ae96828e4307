import { formatStoredText, type StoredText } from '../../contract/sentences/storedText.ts'
import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import {
  toStateLiteral,
  type ReminderRow,
  type ReminderTable,
  type ReminderSubject,
  type ReminderAnswerTable,
} from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAnswer = defineStatement<ReminderSubject, ReminderAnswerTable>((db, arg) =>
  db
    .selectFrom('reminder_answer')
    .selectAll()
    .where('kind', '=', arg('kind'))
    .where('subject', '=', arg('subject'))
    .where('due_on', '=', arg('due_on')),
)
const upsertAnswer = defineStatement<ReminderAnswerTable>((db, arg) =>
  db
    .insertInto('reminder_answer')
    .values(arg.columns('kind', 'subject', 'due_on', 'snoozed_until', 'answered_at'))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject', 'due_on']).doUpdateSet(takeExcluded('snoozed_until', 'answered_at')),
    ),
)
const skipAnswered = defineStatement<ReminderSubject & { error: string }>((db, arg) =>
  db
    .updateTable('reminder')
    .set({ state: toStateLiteral('skipped'), error: arg('error') })
    .where('kind', '=', arg('kind'))
    .where('subject', '=', arg('subject'))
    .where('due_on', '=', arg('due_on'))
    .where('state', '=', toStateLiteral('pending')),
)
type Found = Pick<ReminderTable, 'kind' | 'subject' | 'due_on'> & Pick<ReminderRow, 'payload'>
const selectBySubjectEnd = defineStatement<{ pattern: string; limit: number }, Found>((db, arg) =>
  db
    .selectFrom('reminder')
    .select(['kind', 'subject', 'due_on', 'payload'])
    .where('subject', 'like', arg('pattern'))
    .orderBy('created_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(arg('limit')),
)

type QueuedText = Pick<ReminderRow, 'channel' | 'recipient' | 'payload'>
const selectTexts = defineStatement<ReminderSubject & { limit: number }, QueuedText>((db, arg) =>
  db
    .selectFrom('reminder')
    .select(['channel', 'recipient', 'payload'])
    .where('kind', '=', arg('kind'))
    .where('subject', '=', arg('subject'))
    .where('due_on', '=', arg('due_on'))
    .orderBy('created_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(arg('limit')),
)

const MAX_FOUND = 1000

export const findReminderAnswer = (tx: Tx, about: ReminderSubject): Promise<ReminderAnswerTable | undefined> =>
  tx.get(selectAnswer, about)

/** Stores an answer and skips the pending reminders of that date. @param error reason, for people */
export async function storeReminderAnswer(tx: Tx, answer: ReminderAnswerTable, error: StoredText): Promise<void> {
  const { kind, subject, due_on } = answer
  await tx.run(upsertAnswer, answer)
  await tx.run(skipAnswered, { kind, subject, due_on, error: formatStoredText(error) })
}

/** Lists reminders, newest first, whose record's id ends with a text of letters, digits and hyphens. */
export const listRemindersBySubjectEnd = (tx: Tx, end: string): Promise<Found[]> =>
  tx.all(selectBySubjectEnd, { pattern: `%${end}`, limit: MAX_FOUND })

/** Lists the queued texts of the reminders of a record and date, newest first. */
export const listReminderTexts = (tx: Tx, about: ReminderSubject): Promise<QueuedText[]> =>
  tx.all(selectTexts, { ...about, limit: MAX_FOUND })
