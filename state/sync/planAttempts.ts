import { sql } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

// Two attempts of planning may overlap, on one host or two. Only the newest may write rows, and none once the plan is
// visible.

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const increment = defineStatement<{ runId: string }>((db, arg) =>
  db
    .updateTable('run')
    .set((e) => ({ plan_attempt: e('plan_attempt', '+', sql.lit(1)) }))
    .where('run_id', '=', arg('runId'))
    .where('planned_at', 'is', null)
    .where('finished_at', 'is', null),
)
const selectAttempt = defineStatement<{ runId: string }, { plan_attempt: number }>((db, arg) =>
  db
    .selectFrom('run')
    .select('plan_attempt')
    .where('run_id', '=', arg('runId'))
    .where('planned_at', 'is', null)
    .where('finished_at', 'is', null)
    .forUpdate(),
)

/** Another attempt has begun, or the plan is already visible. Nothing was written. */
export class PlanOvertaken extends Error {
  override name = 'PlanOvertaken'
}

/** Begins an attempt of planning. @returns its number @throws PlanOvertaken when the run has a plan or has ended */
export async function beginPlanAttempt(tx: Tx, runId: string): Promise<number> {
  await tx.run(increment, { runId })
  const row = await tx.get(selectAttempt, { runId })
  if (!row) throw new PlanOvertaken(`the run ${runId} has a plan or has ended`)
  return row.plan_attempt
}

/**
 * Locks the run until the transaction ends.
 * @throws PlanOvertaken unless the attempt is the newest and the run has no plan
 */
export async function requirePlanAttempt(tx: Tx, runId: string, attempt: number): Promise<void> {
  const row = await tx.get(selectAttempt, { runId })
  if (row?.plan_attempt !== attempt)
    throw new PlanOvertaken(`another attempt plans the run ${runId}, or has planned it`)
}
