import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import { emitEvent } from '../../db/events.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { documentsOfGearLookup, removeDocumentsOfGear } from '../documents/removeOfGear.ts'
import { maintenanceOfGearLookup, removeMaintenanceOfGear } from '../maintenance/removeOfGear.ts'
import { readDefinitionsFor } from '../fields/definitions.ts'
import { storeFieldValues } from '../fields/itemValues.ts'
import { countItem } from './countItem.ts'
import { storeDeleted } from './deletedStore.ts'
import { decrementNameCount } from './searchNames.ts'
import { etagOf, loadRow } from '../shared/record.ts'
import { toDeletedResult } from '../shared/writeResults.ts'
import type { GearRecord } from './record.ts'
import { deleteGearRow, findGear, gearById } from './store.ts'

/** Lookups of the rows that the deletion reads. */
export const gearRemovalLookups = (id: string): LookupKey[] => [
  toLookupKey(gearById, id),
  maintenanceOfGearLookup(id),
  documentsOfGearLookup(id),
]

/**
 * Deletes a gear item with its maintenance records and documents in one transaction and emits one event each. They can
 * be restored.
 */
export async function removeGearItem(context: WriteContext): Promise<WriteResult> {
  const { write, id, ifMatch, requestId } = context
  const row = await loadRow(context, 'gear_item', findGear)
  const record = JSON.parse(row.record) as GearRecord
  checkIfMatch(ifMatch, etagOf(record))
  write.incrementVersion('gear')
  countItem(write, record, -1)
  storeFieldValues(write, await readDefinitionsFor(write, record.fields), id, record.fields, undefined)
  write.state.gear_removals += 1
  write.state.gear_moves += 1
  deleteGearRow(write.tx, write.account, id)
  storeDeleted(write, 'gear', id, id, row.record)
  decrementNameCount(write, row.name_id)
  await emitEvent(write, 'gear.deleted', id, row.record, {}, requestId)
  const maintenance = await removeMaintenanceOfGear(write, id, requestId)
  const documents = await removeDocumentsOfGear(write, id, requestId)
  return toDeletedResult(record, { cleaned: { maintenance, documents } })
}
