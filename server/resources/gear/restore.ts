import type { Document } from '../../../contract/api/documents.ts'
import type { Maintenance } from '../../../contract/api/maintenance.ts'
import { foldTag } from '../../../platform/foldText.ts'
import { emitEvent } from '../../db/events.ts'
import { toGearColumns } from '../../db/gearColumns.ts'
import type { AccountWrite } from '../../db/write.ts'
import { jsonAnswer } from '../../answer.ts'
import { createError } from '../../errors.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { addDocument } from '../documents/write.ts'
import { addMaintenance } from '../maintenance/write.ts'
import { chooseNextUpdatedAt } from '../shared/findChangesBetween.ts'
import { etagOf } from '../shared/record.ts'
import { findCategoryFault, isBuiltIn, readCategories } from '../categories/categories.ts'
import { keepValidValues, type FieldChangesOfItem } from '../fields/checkValues.ts'
import { readDefinitionsFor, type Definitions } from '../fields/definitions.ts'
import { applyFieldChanges, checkUniqueValues, storeFieldValues } from '../fields/itemValues.ts'
import { countItem } from './countItem.ts'
import { findDeletedGear, removeDeletedGear, type DeletedRecord } from './deletedStore.ts'
import { toSearchName, incrementNameCount } from './searchNames.ts'
import { withFields, type GearRecord } from './record.ts'
import { insertGear } from './store.ts'
import { checkTagIsFree } from './tag.ts'

function restoreRecord(write: AccountWrite, { record }: DeletedRecord): { updated_at: string } {
  const stored = JSON.parse(record) as { updated_at: string }
  return { ...stored, updated_at: chooseNextUpdatedAt(write, stored) }
}

/** Values that today's definitions allow. A field or category may have been deleted meanwhile, or defined anew. */
interface RestoredFields {
  definitions: Definitions
  changes: FieldChangesOfItem
  fields: GearRecord['fields']
  hasCategory: boolean
  skipped: number
}

async function hasValidCategory({ tx, state }: AccountWrite, { category = null }: GearRecord): Promise<boolean> {
  if (category === null || isBuiltIn(category)) return true
  return findCategoryFault(await readCategories(tx, state), category) === undefined
}

async function chooseFields(write: AccountWrite, item: GearRecord): Promise<RestoredFields> {
  const stored = item.fields
  const definitions = await readDefinitionsFor(write, stored)
  const changes = keepValidValues(definitions, stored ?? {}, item.gear_type)
  const fields = applyFieldChanges(undefined, changes)
  const hasCategory = await hasValidCategory(write, item)
  return {
    definitions,
    changes,
    fields,
    hasCategory,
    skipped: Object.keys(stored ?? {}).length - Object.keys(fields ?? {}).length + Number(!hasCategory),
  }
}

async function restoreItem(
  write: AccountWrite,
  item: GearRecord,
  { definitions, changes, fields }: RestoredFields,
  requestId: string,
): Promise<string> {
  await checkTagIsFree(write, item.asset_tag, item.id, '#/asset_tag')
  await checkUniqueValues(write, definitions, item.id, changes, ['fields'])
  const json = JSON.stringify(item)
  write.incrementVersion('gear')
  countItem(write, item, 1)
  // The item returns to its old position, which invalidates the order marks.
  write.state.gear_removals += 1
  write.state.gear_moves += 1
  insertGear(write.tx, {
    account_id: write.account,
    id: item.id,
    gear_type: item.gear_type,
    status: item.status,
    name_id: await incrementNameCount(write, toSearchName(item)),
    asset_tag_key: item.asset_tag === null ? null : foldTag(item.asset_tag),
    serial_number: item.serial_number,
    record: json,
    ...toGearColumns(item),
  })
  storeFieldValues(write, definitions, item.id, undefined, fields)
  await emitEvent(write, 'gear.created', item.id, json, {}, requestId)
  return json
}

/**
 * Restores a gear item with the records deleted with it: same ids and `created_at`, one event each.
 * Values of own fields, and a category, without a definition are skipped and counted.
 * @throws AppError not_found if it is not stored; asset_tag_taken or field_value_taken if another item now has its tag
 * or a unique value
 */
export async function restoreGearItem(context: WriteContext): Promise<WriteResult> {
  const { write, id, requestId } = context
  const rows = await findDeletedGear(write.tx, write.account, id)
  const gear = rows.find(({ kind }) => kind === 'gear')
  if (!gear) throw createError('no_deleted_item', {})
  const deleted = restoreRecord(write, gear) as GearRecord
  const restoredFields = await chooseFields(write, deleted)
  const valid = restoredFields.hasCategory ? deleted : { ...deleted, category: null }
  const item = withFields(valid, restoredFields.fields)
  const json = await restoreItem(write, item, restoredFields, requestId)
  const maintenance = rows.filter(({ kind }) => kind === 'maintenance')
  const documents = rows.filter(({ kind }) => kind === 'document')
  for (const row of maintenance) await addMaintenance(write, restoreRecord(write, row) as Maintenance, requestId)
  for (const row of documents) await addDocument(write, restoreRecord(write, row) as Document, requestId)
  removeDeletedGear(write.tx, write.account, id)
  const restored = JSON.stringify({
    maintenance: maintenance.length,
    documents: documents.length,
    ...(restoredFields.skipped > 0 && { values_skipped: restoredFields.skipped }),
  })
  return {
    answer: jsonAnswer(200, `{"data":${json},"restored":${restored}}`, { etag: etagOf(item) }),
    versionAfter: item.updated_at,
  }
}
