import { defineStatement } from '../../db/statement.ts'
import type { AccountWrite } from '../../db/write.ts'
import { removeOfGear, type RelatedTable } from '../shared/removeOfGear.ts'

const ofGear: RelatedTable = {
  resource: 'documents',
  kind: 'document',
  event: 'document.deleted',
  find: defineStatement((db, arg) =>
    db
      .selectFrom('document')
      .select(['id', 'type as counted', 'record'])
      .where('account_id', '=', arg('account'))
      .where('gear_id', '=', arg('gear'))
      .orderBy('id'),
  ),
  remove: defineStatement((db, arg) => db.deleteFrom('document').where('account_id', '=', arg('account')).where('gear_id', '=', arg('gear'))),
}

/** Deletes the documents of a gear item, including its warranty, and emits one event each. Returns the number. */
export const removeDocumentsOfGear = (write: AccountWrite, gear: string, requestId: string): Promise<number> =>
  removeOfGear(write, ofGear, gear, requestId)
