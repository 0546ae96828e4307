import type { Sentence } from '../../contract/sentences/sentence.ts'
import { sql, type Selectable } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { DailyRunTable } from '../tables/problemTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

export type DailyRunRow = Selectable<DailyRunTable>

export interface FailedStep {
  step: string
  detail: string
  sentences?: Sentence[]
}

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const insertRun = defineStatement<{ execution_id: string; begun_at: string }>((db, arg) =>
  db
    .insertInto('daily_run')
    .values(arg.columns('execution_id', 'begun_at'))
    .onConflict((conflict) => conflict.doNothing()),
)
const setEnd = defineStatement<Omit<DailyRunRow, 'begun_at'>>((db, arg) =>
  db
    .updateTable('daily_run')
    .set(arg.columns('day', 'ended_at', 'failed', 'counts'))
    .where('execution_id', '=', arg('execution_id')),
)
const selectNewest = defineStatement<object, DailyRunRow>((db) =>
  db.selectFrom('daily_run').selectAll().orderBy('begun_at', 'desc').orderBy('execution_id', 'desc').limit(sql.lit(1)),
)
const deleteRunsBefore = defineStatement<{ before: string }>((db, arg) =>
  db.deleteFrom('daily_run').where('begun_at', '<', arg('before')),
)

/** Records the start of a daily run. Repeated calls have no effect. */
export const recordDailyBegin = (tx: Tx, executionId: string, at: string): Promise<number> =>
  tx.run(insertRun, { execution_id: executionId, begun_at: at })

interface DailyEnd {
  executionId: string
  day: string
  /** ISO 8601 UTC. */
  at: string
  failed: readonly FailedStep[]
  /** By step and name. */
  counts: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export const recordDailyEnd = (tx: Tx, { executionId, day, at, failed, counts }: DailyEnd): Promise<number> =>
  tx.run(setEnd, {
    execution_id: executionId,
    day,
    ended_at: at,
    failed: JSON.stringify(failed),
    counts: JSON.stringify(counts),
  })

export const findNewestDailyRun = (tx: Tx): Promise<DailyRunRow | undefined> => tx.get(selectNewest, {})

export const parseFailedSteps = (run: DailyRunRow): FailedStep[] => JSON.parse(run.failed) as FailedStep[]

export const removeDailyRuns = (tx: Tx, before: string): Promise<number> => tx.run(deleteRunsBefore, { before })
