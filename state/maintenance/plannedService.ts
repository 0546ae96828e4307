import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { PlannedServiceTable } from '../tables/maintenanceTables.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'

/** Identifies a due record. There is one per item, plan and date. */
export type PlannedKey = Pick<PlannedServiceTable, 'gear_id' | 'plan' | 'due_on'>

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const insert = defineStatement<PlannedServiceTable>((db, arg) =>
  db
    .insertInto('planned_service')
    .values(arg.columns('gear_id', 'plan', 'due_on', 'maintenance_id', 'made_at'))
    .onConflict((conflict) => conflict.doNothing()),
)
const find = defineStatement<PlannedKey, { maintenance_id: string }>((db, arg) =>
  db
    .selectFrom('planned_service')
    .select('maintenance_id')
    .where('gear_id', '=', arg('gear_id'))
    .where('plan', '=', arg('plan'))
    .where('due_on', '=', arg('due_on')),
)
const listOfItems = defineStatement<{ firstGearId: string; lastGearId: string }, PlannedKey>((db, arg) =>
  db
    .selectFrom('planned_service')
    .select(['gear_id', 'plan', 'due_on'])
    .where('gear_id', '>=', arg('firstGearId'))
    .where('gear_id', '<=', arg('lastGearId')),
)
const deleteFrom = defineStatement<{ firstId: string }>((db, arg) =>
  db.deleteFrom('planned_service').where('maintenance_id', '>=', arg('firstId')),
)

export const storePlannedService = (tx: Tx, row: PlannedServiceTable): Promise<number> => tx.run(insert, row)

export const wasServicePlanned = async (tx: Tx, { gear_id, plan, due_on }: PlannedKey): Promise<boolean> =>
  (await tx.get(find, { gear_id, plan, due_on })) !== undefined

/** Lists the due records of items, by a range of their ids. */
export const listPlannedServices = (tx: Tx, firstGearId: string, lastGearId: string): Promise<PlannedKey[]> =>
  tx.all(listOfItems, { firstGearId, lastGearId })

/** Removes records with this or a later id (UUIDv7). */
export const removePlannedServicesFrom = (tx: Tx, firstId: string): Promise<number> => tx.run(deleteFrom, { firstId })
