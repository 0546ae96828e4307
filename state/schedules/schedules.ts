import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { STATE_SCHEMA, type ScheduleTable, type StateTables } from '../tables/schema.ts'

/** Key of the daily schedule; no source can have this id. */
export const DAILY_SCHEDULE_KEY = ':daily'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectAll = defineStatement<object, ScheduleTable>((db) =>
  db.selectFrom('schedule').selectAll().orderBy('source'),
)
const upsert = defineStatement<ScheduleTable>((db, arg) =>
  db
    .insertInto('schedule')
    .values(arg.columns('source', 'time_zone', 'paused', 'note'))
    .onConflict((conflict) => conflict.column('source').doUpdateSet(takeExcluded('time_zone', 'paused', 'note'))),
)
const remove = defineStatement<{ source: string }>((db, arg) =>
  db.deleteFrom('schedule').where('source', '=', arg('source')),
)
const setPause = defineStatement<Omit<ScheduleTable, 'time_zone'>>((db, arg) =>
  db.updateTable('schedule').set(arg.columns('paused', 'note')).where('source', '=', arg('source')),
)

export async function listSchedules(tx: Tx): Promise<Map<string, ScheduleTable>> {
  return new Map((await tx.all(selectAll, {})).map((row) => [row.source, row]))
}

/** Reads the studio's time zone as the worker last stored it; UTC before the first time. */
export const readStudioTimeZone = async (tx: Tx): Promise<string> =>
  (await listSchedules(tx)).get(DAILY_SCHEDULE_KEY)?.time_zone ?? 'UTC'

/** Stores a schedule's state in Temporal, to recreate it if Temporal loses it. */
export const storeSchedule = (tx: Tx, row: ScheduleTable): Promise<number> => tx.run(upsert, row)

export const storePause = (tx: Tx, row: Omit<ScheduleTable, 'time_zone'>): Promise<number> => tx.run(setPause, row)

export const removeStoredSchedule = (tx: Tx, source: string): Promise<number> => tx.run(remove, { source })
