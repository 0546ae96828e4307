import { createStatementBuilder, takeExcluded } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { SeenServiceTable, ServiceHoldTable } from '../tables/maintenanceTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

type GearArg = { gear: string }

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const findHoldOf = defineStatement<GearArg, ServiceHoldTable>((db, arg) =>
  db.selectFrom('service_hold').selectAll().where('gear_id', '=', arg('gear')),
)
const upsertHold = defineStatement<ServiceHoldTable>((db, arg) =>
  db
    .insertInto('service_hold')
    .values(arg.columns('gear_id', 'status_before', 'doing', 'version', 'since'))
    .onConflict((conflict) =>
      conflict.column('gear_id').doUpdateSet(takeExcluded('status_before', 'doing', 'version', 'since')),
    ),
)
const deleteHold = defineStatement<GearArg>((db, arg) =>
  db.deleteFrom('service_hold').where('gear_id', '=', arg('gear')),
)
const selectSeen = defineStatement<GearArg, { maintenance_id: string }>((db, arg) =>
  db.selectFrom('seen_service').select('maintenance_id').where('gear_id', '=', arg('gear')),
)
const insertSeen = defineStatement<SeenServiceTable>((db, arg) =>
  db.insertInto('seen_service').values(arg.columns('gear_id', 'maintenance_id')),
)
const deleteSeen = defineStatement<GearArg>((db, arg) =>
  db.deleteFrom('seen_service').where('gear_id', '=', arg('gear')),
)
const deleteAllSeen = defineStatement<object>((db) => db.deleteFrom('seen_service'))
const gearWithSeen = defineStatement<object, { gear_id: string }>((db) =>
  db.selectFrom('seen_service').select('gear_id').distinct(),
)
const gearWithHold = defineStatement<object, { gear_id: string }>((db) =>
  db.selectFrom('service_hold').select('gear_id'),
)

export const findServiceHold = (tx: Tx, gear: string): Promise<ServiceHoldTable | undefined> =>
  tx.get(findHoldOf, { gear })

/** Stores the state of an item's status change. */
export const storeServiceHold = (tx: Tx, hold: ServiceHoldTable): Promise<number> => tx.run(upsertHold, hold)

/** Ends the worker's control of an item's status. */
export const removeServiceHold = (tx: Tx, gear: string): Promise<number> => tx.run(deleteHold, { gear })

/** Lists services in progress that the item's status already reflects. */
export const listSeenServices = async (tx: Tx, gear: string): Promise<Set<string>> =>
  new Set((await tx.all(selectSeen, { gear })).map((row) => row.maintenance_id))

/** Replaces the services that the item's status reflects. */
export async function storeSeenServices(tx: Tx, gear: string, maintenanceIds: readonly string[]): Promise<void> {
  await tx.run(deleteSeen, { gear })
  for (const id of maintenanceIds) await tx.run(insertSeen, { gear_id: gear, maintenance_id: id })
}

/** Lists items with a stored state. */
export async function listItemsWithServiceState(tx: Tx): Promise<Set<string>> {
  const rows = [...(await tx.all(gearWithSeen, {})), ...(await tx.all(gearWithHold, {}))]
  return new Set(rows.map((row) => row.gear_id))
}

/** Makes every service in progress count as new. */
export const removeSeenServices = (tx: Tx): Promise<number> => tx.run(deleteAllSeen, {})
