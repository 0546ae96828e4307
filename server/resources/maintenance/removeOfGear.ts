import { defineStatement } from '../../db/statement.ts'
import type { AccountWrite } from '../../db/write.ts'
import { removeOfGear, type RelatedTable } from '../shared/removeOfGear.ts'

const ofGear: RelatedTable = {
  resource: 'maintenance',
  kind: 'maintenance',
  event: 'maintenance.deleted',
  find: defineStatement((db, arg) =>
    db
      .selectFrom('maintenance')
      .select(['id', 'status as counted', 'record'])
      .where('account_id', '=', arg('account'))
      .where('gear_id', '=', arg('gear'))
      .orderBy('id'),
  ),
  remove: defineStatement((db, arg) => db.deleteFrom('maintenance').where('account_id', '=', arg('account')).where('gear_id', '=', arg('gear'))),
}

/** Deletes the maintenance records of a gear item and emits one event each. Returns the number. */
export const removeMaintenanceOfGear = (write: AccountWrite, gear: string, requestId: string): Promise<number> =>
  removeOfGear(write, ofGear, gear, requestId)
