import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { lockPlanningRun, takeMark, type PlanningRun } from './maintenancePlanning.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

/** Sorts before every day. */
const NOW = ''

interface CheckRow {
  gear_id: string
  check_on: string
  mark: number
}

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const selectDue = defineStatement<{ day: string; limit: number }, { gear_id: string }>((db, arg) =>
  db
    .selectFrom('maintenance_check')
    .select('gear_id')
    .where('check_on', '<=', arg('day'))
    .orderBy('check_on')
    .limit(arg('limit')),
)
const selectOf = defineStatement<{ ids: string }, CheckRow>((db, _arg, isAnyOf) =>
  db.selectFrom('maintenance_check').select(['gear_id', 'check_on', 'mark']).where(isAnyOf('gear_id', 'ids')),
)
const upsertDay = defineStatement<Omit<CheckRow, 'mark'>>((db, arg) =>
  db
    .insertInto('maintenance_check')
    .values(arg.columns('gear_id', 'check_on'))
    .onConflict((conflict) => conflict.column('gear_id').doUpdateSet(takeExcluded('check_on'))),
)
const upsertMark = defineStatement<CheckRow>((db, arg) =>
  db
    .insertInto('maintenance_check')
    .values(arg.columns('gear_id', 'check_on', 'mark'))
    .onConflict((conflict) => conflict.column('gear_id').doUpdateSet(takeExcluded('check_on', 'mark'))),
)
const remove = defineStatement<{ gear_id: string }>((db, arg) =>
  db.deleteFrom('maintenance_check').where('gear_id', '=', arg('gear_id')),
)
const removeEarlier = defineStatement<{ day: string; mark: number }>((db, arg) =>
  db.deleteFrom('maintenance_check').where('check_on', '<', arg('day')).where('mark', '<=', arg('mark')),
)
const removeAll = defineStatement((db) => db.deleteFrom('maintenance_check'))

/** Lists ids of items to check on or before a day, at most `limit`. */
export const listDueChecks = async (tx: Tx, day: string, limit: number): Promise<string[]> =>
  (await tx.all(selectDue, { day, limit })).map(({ gear_id: id }) => id)

/** Days of the next check by item. Undefined: no check until an event marks the item. */
export type NextChecks = ReadonlyMap<string, string | undefined>

/**
 * Stores the next checks, except for items that were marked since the run started. It stores nothing once a later run
 * has started.
 */
export async function storeChecks(tx: Tx, run: PlanningRun, checks: NextChecks): Promise<void> {
  if (checks.size === 0 || !(await lockPlanningRun(tx, run.number))) return
  const rows = await tx.all(selectOf, { ids: JSON.stringify([...checks.keys()]) })
  const rowsById = new Map(rows.map((row) => [row.gear_id, row]))
  for (const [gearId, checkOn] of checks) {
    const row = rowsById.get(gearId)
    if (row?.check_on === checkOn || (row && row.mark > run.marks)) continue
    if (checkOn === undefined) tx.send(remove, { gear_id: gearId })
    else tx.append(upsertDay, { gear_id: gearId, check_on: checkOn })
  }
}

/**
 * Removes the checks of items that no longer exist, after a run that has read all items. Checks of existing items are
 * on its day or later.
 */
export async function removeOldChecks(tx: Tx, run: PlanningRun, day: string): Promise<void> {
  if (await lockPlanningRun(tx, run.number)) await tx.run(removeEarlier, { day, mark: run.marks })
}

/** Makes the next run check items that have changed. */
export async function markItems(tx: Tx, gearIds: readonly string[]): Promise<void> {
  const mark = gearIds.length === 0 ? undefined : await takeMark(tx)
  if (mark === undefined) return
  for (const gearId of gearIds) await tx.run(upsertMark, { gear_id: gearId, check_on: NOW, mark })
}

export const removeAllChecks = (tx: Tx): Promise<number> => tx.run(removeAll, {})
