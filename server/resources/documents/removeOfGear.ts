import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import { defineLookup } from '../../db/lookup.ts'
import { defineStatement } from '../../db/statement.ts'
import type { AccountWrite } from '../../db/write.ts'
import { removeOfGear, type RelatedTable } from '../shared/removeOfGear.ts'

const ofGear: RelatedTable = {
  resource: 'documents',
  kind: 'document',
  event: 'document.deleted',
  lookup: defineLookup('document', 'gear_id', ['id', 'record']),
  countedAs: ({ type }) => type,
  remove: defineStatement((db, arg) =>
    db.deleteFrom('document').where('account_id', '=', arg('account')).where('gear_id', '=', arg('gear')),
  ),
}

/** Lookup of the rows that `removeDocumentsOfGear` reads. */
export const documentsOfGearLookup = (gear: string): LookupKey => toLookupKey(ofGear.lookup, gear)

/** Deletes the documents of a gear item, including its warranty, and emits one event each. @returns the number */
export const removeDocumentsOfGear = (write: AccountWrite, gear: string, requestId: string): Promise<number> =>
  removeOfGear(write, ofGear, gear, requestId)
