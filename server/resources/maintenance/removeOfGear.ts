import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import { defineLookup } from '../../db/lookup.ts'
import { defineStatement } from '../../db/statement.ts'
import type { AccountWrite } from '../../db/write.ts'
import { removeOfGear, type RelatedTable } from '../shared/removeOfGear.ts'

const ofGear: RelatedTable = {
  resource: 'maintenance',
  kind: 'maintenance',
  event: 'maintenance.deleted',
  lookup: defineLookup('maintenance', 'gear_id', ['id', 'record']),
  countedAs: ({ status }) => status,
  remove: defineStatement((db, arg) =>
    db.deleteFrom('maintenance').where('account_id', '=', arg('account')).where('gear_id', '=', arg('gear')),
  ),
}

/** Lookup of the rows that `removeMaintenanceOfGear` reads. */
export const maintenanceOfGearLookup = (gear: string): LookupKey => toLookupKey(ofGear.lookup, gear)

/** Deletes the maintenance records of a gear item and emits one event each. @returns the number */
export const removeMaintenanceOfGear = (write: AccountWrite, gear: string, requestId: string): Promise<number> =>
  removeOfGear(write, ofGear, gear, requestId)
