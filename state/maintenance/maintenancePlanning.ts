import { sql, type Selectable } from 'kysely'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { MaintenancePlanningTable } from '../tables/maintenanceTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

type PlanningRow = Selectable<MaintenancePlanningTable>

/** Lists that a run has read. */
export type PlannedItems = {
  [Name in Exclude<keyof PlanningRow, 'id' | 'run' | 'marks' | 'is_marking'>]: NonNullable<PlanningRow[Name]>
}

/** A run of the plans. */
export interface PlanningRun {
  number: number
  /** Number of the last mark at the start. Later marks may be of changes that the run does not see. */
  marks: number
  /** Lists that the previous run has read; undefined if this run must read everything. */
  before: PlannedItems | undefined
}

const ONE = sql.lit(1)

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectRow = defineStatement<object, PlanningRow>((db) => db.selectFrom('maintenance_planning').selectAll())
const insertRow = defineStatement((db) =>
  db
    .insertInto('maintenance_planning')
    .values({ id: ONE })
    .onConflict((conflict) => conflict.doNothing()),
)
const startRun = defineStatement((db) =>
  db.updateTable('maintenance_planning').set((e) => ({ run: e('run', '+', ONE), is_marking: ONE })),
)
const incrementMarks = defineStatement((db) =>
  db
    .updateTable('maintenance_planning')
    .set((e) => ({ marks: e('marks', '+', ONE) }))
    .where('is_marking', '=', ONE),
)
const lockRun = defineStatement<{ run: number }>((db, arg) =>
  db
    .updateTable('maintenance_planning')
    .set((e) => ({ run: e.ref('run') }))
    .where('run', '=', arg('run')),
)
const storeItems = defineStatement<PlannedItems & { run: number }>((db, arg) =>
  db
    .updateTable('maintenance_planning')
    .set(
      arg.columns(
        'settings',
        'day',
        'all_read_on',
        'read_at',
        'read_marks',
        'newest_id',
        'total',
        'gear_tag',
        'maintenance_tag',
        'events_missing',
      ),
    )
    .where('run', '=', arg('run')),
)
const forget = defineStatement((db) =>
  db.updateTable('maintenance_planning').set((e) => ({ run: e('run', '+', ONE), settings: sql.lit(null) })),
)
const stopMarking = defineStatement((db) =>
  db
    .updateTable('maintenance_planning')
    .set({ is_marking: sql.lit(0), settings: sql.lit(null) })
    .where('is_marking', '=', ONE),
)

const isComplete = (row: PlanningRow): row is PlanningRow & PlannedItems =>
  Object.values(row).every((value) => value !== null)

/** Starts a run, which supersedes running ones. Events mark items from now on. */
export async function startPlanningRun(tx: Tx): Promise<PlanningRun> {
  await tx.run(insertRow, {})
  await tx.run(startRun, {})
  const row = await tx.get(selectRow, {})
  if (!row) throw new Error('the row of maintenance_planning is missing')
  return { number: row.run, marks: row.marks, before: isComplete(row) ? row : undefined }
}

/** Locks the row against marks until the transaction ends. @returns false if a later run has started */
export const lockPlanningRun = async (tx: Tx, run: number): Promise<boolean> => (await tx.run(lockRun, { run })) > 0

/** @returns the number of the mark; undefined while events mark nothing */
export async function takeMark(tx: Tx): Promise<number | undefined> {
  return (await tx.run(incrementMarks, {})) > 0 ? (await tx.get(selectRow, {}))?.marks : undefined
}

/** Stores the lists that a run has read, unless a later run has started. */
export const storePlannedItems = (tx: Tx, run: number, items: PlannedItems): Promise<number> =>
  tx.run(storeItems, { ...items, run })

/** Makes the next run read everything, and a running one store nothing more. */
export const forgetPlannedItems = (tx: Tx): Promise<number> => tx.run(forget, {})

/** Stops the marking of items by events, because there are no plans. */
export const stopMarkingItems = (tx: Tx): Promise<number> => tx.run(stopMarking, {})
