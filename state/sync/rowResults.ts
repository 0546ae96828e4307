import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type RowResultTable, type SentResult, type StateTables } from '../tables/schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const insert = defineStatement<RowResultTable>((db, arg) =>
  db
    .insertInto('row_result')
    .values(arg.columns('run_id', 'position', 'result', 'gear_id', 'error', 'finished_at'))
    .onConflict((conflict) => conflict.columns(['run_id', 'position']).doNothing()),
)
const counts = defineStatement<{ runId: string }, { result: SentResult; count: number }>((db, arg) =>
  db
    .selectFrom('row_result')
    .select(['result', (e) => e.fn.countAll<number>().as('count')])
    .where('run_id', '=', arg('runId'))
    .groupBy('result'),
)

/** Stores a row's result. @returns false if it already has one, which is kept */
export const addRowResult = async (tx: Tx, result: RowResultTable): Promise<boolean> =>
  (await tx.run(insert, result)) > 0

export async function countRowResults(tx: Tx, runId: string): Promise<Partial<Record<SentResult, number>>> {
  const rows = await tx.all(counts, { runId })
  return Object.fromEntries(rows.map(({ result, count }) => [result, count]))
}
