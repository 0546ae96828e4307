import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import { foldTag } from '../../../platform/foldText.ts'
import { emitEvent } from '../../db/events.ts'
import { toGearColumns } from '../../db/gearColumns.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { createValidationError } from '../../http/recordBody.ts'
import { findUnknownCategory } from '../categories/checkCategory.ts'
import { checkFieldValues } from '../fields/checkValues.ts'
import { readDefinitionsFor } from '../fields/definitions.ts'
import { addFieldValues, applyFieldChanges, checkUniqueValues } from '../fields/itemValues.ts'
import { createWarranty } from '../documents/syncWarrantyDocument.ts'
import type { CheckedNewGear } from './check.ts'
import { countItem } from './countItem.ts'
import { incrementNameCount, nameByText, toSearchName } from './searchNames.ts'
import { buildRecord } from './record.ts'
import { insertGear } from './store.ts'
import { checkTagIsFree, tagLookups } from './tag.ts'
import { toCreatedResult } from '../shared/writeResults.ts'

/** Lookups of the rows that the creation reads. */
export const newGearLookups = (_id: string, { body, faults }: CheckedNewGear): LookupKey[] =>
  faults.length > 0
    ? []
    : [toLookupKey(nameByText, toSearchName(body)), ...(body.asset_tag ? tagLookups(body.asset_tag) : [])]

/** Creates an item. Row, name, counters, warranty document and event commit together. */
export async function createGearItem(context: WriteContext, checked: CheckedNewGear): Promise<WriteResult> {
  const { write, requestId } = context
  const { body } = checked
  const definitions = await readDefinitionsFor(write, checked.fields)
  const { changes: fieldChanges, faults } = checkFieldValues(definitions, checked.fields, checked.gearType, ['fields'])
  const allFaults = [...checked.faults, ...(await findUnknownCategory(write, checked, ['category'])), ...faults]
  if (allFaults.length > 0) throw createValidationError(allFaults, checked.omitted)
  const id = write.newId()
  const fields = applyFieldChanges(undefined, fieldChanges)
  const values = { ...body, status: body.status ?? 'available', condition: body.condition ?? 'good', fields }
  const record = buildRecord(id, body.gear_type, values, write.at, write.at)
  await checkTagIsFree(write, record.asset_tag, id, '#/asset_tag')
  await checkUniqueValues(write, definitions, id, fieldChanges, ['fields'])
  const json = JSON.stringify(record)
  write.incrementVersion('gear')
  countItem(write, record, 1)
  insertGear(write.tx, {
    account_id: write.account,
    id,
    gear_type: record.gear_type,
    status: record.status,
    name_id: await incrementNameCount(write, toSearchName(record)),
    asset_tag_key: record.asset_tag === null ? null : foldTag(record.asset_tag),
    serial_number: record.serial_number,
    record: json,
    ...toGearColumns(record),
  })
  addFieldValues(write, definitions, id, fields)
  await emitEvent(write, 'gear.created', id, json, {}, requestId)
  if (record.warranty_expires_on !== null) await createWarranty(write, record, requestId)
  return toCreatedResult(record, json, '/api/v1/gear')
}
