import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { ProblemTable } from '../tables/problemTables.ts'
import { toStateLiteral, type ReminderTable } from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

export type ProblemRow = ProblemTable
export type OpenProblem = Omit<ProblemTable, 'ended_at'>

type Description = 'title' | 'detail' | 'facts' | 'translations'

export type NotifiedRecipient = Pick<ReminderTable, 'channel' | 'recipient'>

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectOpen = defineStatement<object, ProblemRow>((db) =>
  db.selectFrom('problem').selectAll().where('ended_at', 'is', null).orderBy('began_at').orderBy('key'),
)
const insert = defineStatement<OpenProblem>((db, arg) =>
  db
    .insertInto('problem')
    .values(arg.columns('problem_id', 'key', 'code', 'title', 'detail', 'facts', 'translations', 'began_at'))
    .onConflict((conflict) => conflict.doNothing()),
)
const setDescription = defineStatement<Pick<OpenProblem, 'problem_id' | Description>>((db, arg) =>
  db
    .updateTable('problem')
    .set(arg.columns('title', 'detail', 'facts', 'translations'))
    .where('problem_id', '=', arg('problem_id')),
)
const setEnded = defineStatement<{ problem_id: string; at: string }>((db, arg) =>
  db
    .updateTable('problem')
    .set({ ended_at: arg('at') })
    .where('problem_id', '=', arg('problem_id'))
    .where('ended_at', 'is', null),
)
const deleteEndedBefore = defineStatement<{ before: string }>((db, arg) =>
  db.deleteFrom('problem').where('ended_at', '<', arg('before')),
)
const selectNotified = defineStatement<
  { problem_id: string; kind: string },
  NotifiedRecipient & Pick<ReminderTable, 'step'>
>((db, arg) =>
  db
    .selectFrom('reminder')
    .select(['channel', 'recipient', 'step'])
    .where('kind', '=', arg('kind'))
    .where('subject', '=', arg('problem_id'))
    .where('state', '!=', toStateLiteral('skipped')),
)
const reachedStates = [toStateLiteral('sent'), toStateLiteral('sending'), toStateLiteral('unknown')]
const selectReached = defineStatement<{ problem_id: string; kind: string }, NotifiedRecipient>((db, arg) =>
  db
    .selectFrom('reminder')
    .select(['channel', 'recipient'])
    .distinct()
    .where('kind', '=', arg('kind'))
    .where('subject', '=', arg('problem_id'))
    .where('state', 'in', reachedStates),
)

const KIND = 'problem'

export const listOpenProblems = (tx: Tx): Promise<ProblemRow[]> => tx.all(selectOpen, {})
/** Adds a problem unless one with its key is open. @returns 1 if added */
export const addProblem = (tx: Tx, row: OpenProblem): Promise<number> => tx.run(insert, row)
export const updateProblem = (tx: Tx, row: Pick<OpenProblem, 'problem_id' | Description>): Promise<number> =>
  tx.run(setDescription, row)
/** @param at ISO 8601 */
export const endProblem = (tx: Tx, problemId: string, at: string): Promise<number> =>
  tx.run(setEnded, { problem_id: problemId, at })
/** Lists recipients with a message of this problem in the ledger, except skipped ones. */
export const listNotifiedRecipients = (tx: Tx, problemId: string): Promise<NotifiedRecipient[]> =>
  tx.all(selectNotified, { problem_id: problemId, kind: KIND })
/** Lists recipients to whom a message of this problem was sent or may have been sent. */
export const listReachedRecipients = (tx: Tx, problemId: string): Promise<NotifiedRecipient[]> =>
  tx.all(selectReached, { problem_id: problemId, kind: KIND })
export const removeProblems = (tx: Tx, before: string): Promise<number> => tx.run(deleteEndedBefore, { before })
