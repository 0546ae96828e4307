import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { ScheduleWatchTable } from '../tables/problemTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAll = defineStatement<object, ScheduleWatchTable>((db) => db.selectFrom('schedule_watch').selectAll())
const upsert = defineStatement<ScheduleWatchTable>((db, arg) =>
  db
    .insertInto('schedule_watch')
    .values(arg.columns('source', 'cron', 'time_zone', 'since'))
    .onConflict((conflict) => conflict.column('source').doUpdateSet(takeExcluded('cron', 'time_zone', 'since'))),
)
const remove = defineStatement<{ source: string }>((db, arg) =>
  db.deleteFrom('schedule_watch').where('source', '=', arg('source')),
)
const removeAll = defineStatement<object>((db) => db.deleteFrom('schedule_watch'))

export type ScheduleWatch = ScheduleWatchTable

/** Lists watched schedules by source. */
export const listScheduleWatches = async (tx: Tx): Promise<Map<string, ScheduleWatch>> =>
  new Map((await tx.all(selectAll, {})).map((row) => [row.source, row]))

export const storeScheduleWatch = (tx: Tx, row: ScheduleWatch): Promise<number> => tx.run(upsert, row)

export const removeScheduleWatch = (tx: Tx, source: string): Promise<number> => tx.run(remove, { source })

/** Restarts the watch of every schedule, because runs that ended after the backup are unknown after a restore. */
export const removeScheduleWatches = (tx: Tx): Promise<number> => tx.run(removeAll, {})
