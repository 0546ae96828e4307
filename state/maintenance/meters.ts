import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { MeterBaselineTable, MeterTable } from '../tables/maintenanceTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

interface GearRange {
  firstGearId: string
  lastGearId: string
}

/** Rows of items. */
export interface MeterRows {
  meters: readonly MeterTable[]
  baselines: readonly MeterBaselineTable[]
}

const LOCK_NAME = 'kitroom meters'

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const metersOf = defineStatement<GearRange, MeterTable>((db, arg) =>
  db
    .selectFrom('meter')
    .selectAll()
    .where('gear_id', '>=', arg('firstGearId'))
    .where('gear_id', '<=', arg('lastGearId')),
)
const baselinesOf = defineStatement<GearRange, MeterBaselineTable>((db, arg) =>
  db
    .selectFrom('meter_baseline')
    .selectAll()
    .where('gear_id', '>=', arg('firstGearId'))
    .where('gear_id', '<=', arg('lastGearId')),
)
const metersOfItems = defineStatement<{ ids: string }, MeterTable>((db, _arg, isAnyOf) =>
  db.selectFrom('meter').selectAll().where(isAnyOf('gear_id', 'ids')),
)
const baselinesOfItems = defineStatement<{ ids: string }, MeterBaselineTable>((db, _arg, isAnyOf) =>
  db.selectFrom('meter_baseline').selectAll().where(isAnyOf('gear_id', 'ids')),
)
const upsertMeter = defineStatement<MeterTable>((db, arg) =>
  db
    .insertInto('meter')
    .values(arg.columns('gear_id', 'field', 'reading', 'read_at', 'recent', 'pending', 'pending_at'))
    .onConflict((conflict) =>
      conflict
        .columns(['gear_id', 'field'])
        .doUpdateSet(takeExcluded('reading', 'read_at', 'recent', 'pending', 'pending_at')),
    ),
)
const upsertBaseline = defineStatement<MeterBaselineTable>((db, arg) =>
  db
    .insertInto('meter_baseline')
    .values(arg.columns('gear_id', 'plan', 'field', 'reading', 'since', 'completed_at'))
    .onConflict((conflict) =>
      conflict.columns(['gear_id', 'plan']).doUpdateSet(takeExcluded('field', 'reading', 'since', 'completed_at')),
    ),
)
const gearWithRows = defineStatement<object, { gear_id: string }>((db) =>
  db.selectFrom('meter').select('gear_id').union(db.selectFrom('meter_baseline').select('gear_id')),
)
const deleteMeters = defineStatement<{ gear: string }>((db, arg) =>
  db.deleteFrom('meter').where('gear_id', '=', arg('gear')),
)
const deleteBaselines = defineStatement<{ gear: string }>((db, arg) =>
  db.deleteFrom('meter_baseline').where('gear_id', '=', arg('gear')),
)
const deleteMetersAfter = defineStatement<{ at: string }>((db, arg) =>
  db.deleteFrom('meter').where((e) => e.or([e('read_at', '>', arg('at')), e('pending_at', '>', arg('at'))])),
)
const deleteBaselinesAfter = defineStatement<{ at: string }>((db, arg) =>
  db.deleteFrom('meter_baseline').where((e) => e.or([e('since', '>', arg('at')), e('completed_at', '>', arg('at'))])),
)

/** Lists rows of the items in a range of ids. */
export const listMeterRows = async (tx: Tx, firstGearId: string, lastGearId: string): Promise<MeterRows> => ({
  meters: await tx.all(metersOf, { firstGearId, lastGearId }),
  baselines: await tx.all(baselinesOf, { firstGearId, lastGearId }),
})

/** Lists rows of items whose ids may be far apart. */
export async function listMeterRowsOf(tx: Tx, gearIds: readonly string[]): Promise<MeterRows> {
  const ids = JSON.stringify(gearIds)
  return { meters: await tx.all(metersOfItems, { ids }), baselines: await tx.all(baselinesOfItems, { ids }) }
}

/** Lets only one transaction at a time read and change meters. */
export const lockMeters = (tx: Tx): Promise<void> => tx.lock(LOCK_NAME)

export const storeMeter = (tx: Tx, row: MeterTable): Promise<number> => tx.run(upsertMeter, row)

export const storeMeterBaseline = (tx: Tx, row: MeterBaselineTable): Promise<number> => tx.run(upsertBaseline, row)

/** Items with rows. */
export const listMeteredItems = async (tx: Tx): Promise<string[]> =>
  (await tx.all(gearWithRows, {})).map(({ gear_id: id }) => id)

/** Removes the rows of an item. */
export async function removeMeters(tx: Tx, gearId: string): Promise<void> {
  await tx.run(deleteMeters, { gear: gearId })
  await tx.run(deleteBaselines, { gear: gearId })
}

/** Removes readings and baselines after a moment. @param at ISO 8601 UTC */
export async function removeMetersAfter(tx: Tx, at: string): Promise<void> {
  await tx.run(deleteMetersAfter, { at })
  await tx.run(deleteBaselinesAfter, { at })
}
