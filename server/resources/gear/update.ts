import { describeFault } from '../../../contract/faultReasons.ts'
import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import { foldTag } from '../../../platform/foldText.ts'
import type { Fault } from '../../../contract/errors.ts'
import { emitEvent } from '../../db/events.ts'
import { toGearColumns } from '../../db/gearColumns.ts'
import type { AccountWrite } from '../../db/write.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { syncWarrantyDocument, warrantyLookup } from '../documents/syncWarrantyDocument.ts'
import { findCrossFieldFaults, findForeignFieldFaults, type CheckedPatch } from './check.ts'
import { countItem } from './countItem.ts'
import { decrementNameCount, incrementNameCount, nameByText, toSearchName } from './searchNames.ts'
import { createValidationError } from '../../http/recordBody.ts'
import { findUnknownCategory } from '../categories/checkCategory.ts'
import { checkFieldValues } from '../fields/checkValues.ts'
import { readDefinitionsFor } from '../fields/definitions.ts'
import { applyFieldChanges, checkUniqueValues, findFieldChanges, storeFieldValues } from '../fields/itemValues.ts'
import { findChangesBetween, chooseNextUpdatedAt } from '../shared/findChangesBetween.ts'
import { etagOf, loadRow } from '../shared/record.ts'
import { toUnchangedResult, toUpdatedResult } from '../shared/writeResults.ts'
import { withFields, type GearRecord } from './record.ts'
import { findGear, gearById, type FoundGear, updateGearColumns, updateGearRecord, updateGearRow } from './store.ts'
import { checkTagIsFree, tagLookups } from './tag.ts'

/** Fields that only the index of lists contains. */
const LISTED_FIELDS = [
  'condition',
  'storage_location',
  'purchase_date',
  'purchase_price',
  'replacement_value',
  'category',
] as const
const INDEXED_FIELDS = ['status', 'asset_tag', 'serial_number'] as const
const FIELDS_PATH = ['updates', 'fields']
const CATEGORY_PATH = ['updates', 'category']
const COUNTED_FIELDS = ['status', 'purchase_price', 'replacement_value'] as const
const WARRANTY_FIELDS = ['brand', 'model', 'warranty_expires_on', 'warranty_provider']

function findStoredFaults(stored: GearRecord, patch: CheckedPatch): Fault[] {
  const { gearType, updates } = patch
  if (gearType !== undefined && gearType !== stored.gear_type)
    return [
      {
        pointer: '#/gear_type',
        ...describeFault('gear_type_fixed', { gear_type: stored.gear_type }),
        allowed: [stored.gear_type],
      },
    ]
  return [
    ...findForeignFieldFaults(updates, stored.gear_type),
    ...findCrossFieldFaults({ ...stored, ...updates }, ['updates'], updates),
  ]
}

/** An item whose tag does not change keeps its key, which may be one of an earlier version. */
function toTagKey(stored: GearRecord, next: GearRecord, row: FoundGear): string | null {
  if (stored.asset_tag === next.asset_tag) return row.asset_tag_key
  return next.asset_tag === null ? null : foldTag(next.asset_tag)
}

async function storeUpdate(
  write: AccountWrite,
  stored: GearRecord,
  next: GearRecord,
  row: FoundGear,
  json: string,
): Promise<void> {
  const hasChange = (fields: readonly (keyof GearRecord)[]): boolean =>
    fields.some((field) => stored[field] !== next[field])
  const isRenamed = toSearchName(stored) !== toSearchName(next)
  if (hasChange(COUNTED_FIELDS)) {
    countItem(write, stored, -1)
    countItem(write, next, 1)
  }
  if (stored.status !== next.status) write.state.gear_moves += 1
  if (!hasChange(INDEXED_FIELDS) && !isRenamed) {
    if (hasChange(LISTED_FIELDS) || stored.fields !== next.fields)
      updateGearColumns(write.tx, write.account, next.id, json, toGearColumns(next))
    else updateGearRecord(write.tx, write.account, next.id, json)
    return
  }
  if (isRenamed) decrementNameCount(write, row.name_id)
  updateGearRow(write.tx, {
    account_id: write.account,
    id: next.id,
    status: next.status,
    name_id: isRenamed ? await incrementNameCount(write, toSearchName(next)) : row.name_id,
    asset_tag_key: toTagKey(stored, next, row),
    serial_number: next.serial_number,
    record: json,
    ...toGearColumns(next),
  })
}

/** Lookups of the rows that the update reads. */
export function gearUpdateLookups(id: string, { updates }: CheckedPatch): LookupKey[] {
  const { asset_tag: tag } = updates
  const nameOf = (record: string): LookupKey =>
    toLookupKey(nameByText, toSearchName({ ...(JSON.parse(record) as GearRecord), ...updates }))
  return [
    toLookupKey(gearById, id, ({ record }) => ('brand' in updates || 'model' in updates ? [nameOf(record)] : [])),
    ...(typeof tag === 'string' ? tagLookups(tag) : []),
    ...(WARRANTY_FIELDS.some((field) => field in updates) ? [warrantyLookup(id)] : []),
  ]
}

/** Updates an item. An unchanged item keeps its version and emits no event. */
export async function updateGearItem(context: WriteContext, patch: CheckedPatch): Promise<WriteResult> {
  const { write, id, ifMatch, requestId } = context
  const row = await loadRow(context, 'gear_item', findGear)
  const stored = JSON.parse(row.record) as GearRecord
  const definitions = await readDefinitionsFor(write, patch.fields)
  const { changes: fieldChanges, faults } = checkFieldValues(definitions, patch.fields, stored.gear_type, FIELDS_PATH)
  const categories = await findUnknownCategory(write, stored.gear_type === 'accessory' ? patch : {}, CATEGORY_PATH)
  const allFaults = [...patch.faults, ...findStoredFaults(stored, patch), ...categories, ...faults]
  if (allFaults.length > 0) throw createValidationError(allFaults, patch.omitted)
  checkIfMatch(ifMatch, etagOf(stored))
  const fields = applyFieldChanges(stored.fields, fieldChanges)
  const changes = { ...findChangesBetween(stored, patch.updates), ...findFieldChanges(stored.fields, fields) }
  if (Object.keys(changes).length === 0) return toUnchangedResult(stored, row.record)
  // Fields that only a newer version has stay unchanged.
  const next = withFields({ ...stored, ...patch.updates, updated_at: chooseNextUpdatedAt(write, stored) }, fields)
  if ('asset_tag' in changes) await checkTagIsFree(write, next.asset_tag, id, '#/updates/asset_tag')
  await checkUniqueValues(write, definitions, id, fieldChanges, FIELDS_PATH)
  const json = JSON.stringify(next)
  write.incrementVersion('gear')
  await storeUpdate(write, stored, next, row, json)
  storeFieldValues(write, definitions, id, stored.fields, fields)
  await emitEvent(write, 'gear.updated', id, json, changes, requestId)
  if (WARRANTY_FIELDS.some((field) => field in changes)) await syncWarrantyDocument(write, next, requestId)
  return toUpdatedResult(stored, next, json, changes)
}
