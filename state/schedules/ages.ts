import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toStateLiteral } from '../tables/reminderTable.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

type Oldest = { oldest: string | null }

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectReminder = defineStatement<{ now: string }, Oldest>((db, arg) =>
  db
    .selectFrom('reminder')
    .select((e) => e.fn.min('created_at').as('oldest'))
    .where('state', 'in', [toStateLiteral('pending'), toStateLiteral('sending')])
    .where((e) => e.or([e('attempts', '>', sql.lit(0)), e('next_try_at', '<=', arg('now'))])),
)
const selectPlan = defineStatement<object, Oldest>((db) =>
  db
    .selectFrom('run')
    .select((e) => e.fn.min('planned_at').as('oldest'))
    .where('status', '=', sql.lit('waiting')),
)
const selectEvent = defineStatement<object, Oldest>((db) =>
  db.selectFrom('inbox_todo').select((e) => e.fn.min('received_at').as('oldest')),
)

/** Time since when the oldest work is pending, ISO 8601; null if none is. */
export interface OldestWork {
  /** A due reminder that is not sent. */
  reminder: string | null
  /** A plan that waits for a decision. */
  plan: string | null
  /** An event of the inbox that a topic has not handled. */
  event: string | null
}

/** @param now ISO 8601 */
export const findOldestWork = async (tx: Tx, now: string): Promise<OldestWork> => ({
  reminder: (await tx.get(selectReminder, { now }))?.oldest ?? null,
  plan: (await tx.get(selectPlan, {}))?.oldest ?? null,
  event: (await tx.get(selectEvent, {}))?.oldest ?? null,
})
