import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { ScheduleFaultTable } from '../tables/problemTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAll = defineStatement<object, ScheduleFaultTable>((db) => db.selectFrom('schedule_fault').selectAll())
const upsert = defineStatement<ScheduleFaultTable>((db, arg) =>
  db
    .insertInto('schedule_fault')
    .values(arg.columns('source', 'code', 'detail', 'since'))
    .onConflict((conflict) => conflict.column('source').doUpdateSet(takeExcluded('code', 'detail'))),
)
const remove = defineStatement<{ source: string }>((db, arg) =>
  db.deleteFrom('schedule_fault').where('source', '=', arg('source')),
)

/** Faults by source. */
export const listScheduleFaults = async (tx: Tx): Promise<Map<string, ScheduleFaultTable>> =>
  new Map((await tx.all(selectAll, {})).map((row) => [row.source, row]))

/** Stores the reason why a schedule cannot start a sync. It keeps the first `since`. */
export const recordScheduleFault = (tx: Tx, row: ScheduleFaultTable): Promise<number> => tx.run(upsert, row)

export const clearScheduleFault = (tx: Tx, source: string): Promise<number> => tx.run(remove, { source })
