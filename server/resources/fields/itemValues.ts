import type { CustomField } from '../../../contract/api/customFields.ts'
import type { CustomFieldValue, CustomFieldValues } from '../../../contract/api/customFieldValues.ts'
import { describeFault } from '../../../contract/faultReasons.ts'
import type { FieldChanges } from '../../db/events.ts'
import type { GearFieldValueRow } from '../../db/fieldRows.ts'
import type { AccountWrite } from '../../db/write.ts'
import { createError } from '../../errors.ts'
import { toJsonPointer } from '../../http/faults.ts'
import type { FieldChangesOfItem } from './checkValues.ts'
import { hasValueRows, type Definitions } from './definitions.ts'
import { findHolder, insertFieldValue, removeFieldValue } from './store.ts'
import { toValueKey } from './valueKey.ts'

const NO_VALUES: CustomFieldValues = {}

/** Counter of the items that have a value of a field. */
export const toFieldCounter = (field: string): string => `fields.${field}`

/** Applies changes. @returns the values, sorted by name; `undefined` without any; `stored` itself without a change */
export function applyFieldChanges(
  stored: CustomFieldValues | undefined,
  changes: FieldChangesOfItem,
): CustomFieldValues | undefined {
  if (Object.entries(changes).every(([name, value]) => (stored?.[name] ?? null) === value)) return stored
  const values = Object.entries({ ...stored, ...changes }).filter(
    (entry): entry is [string, CustomFieldValues[string]] => entry[1] !== null,
  )
  if (values.length === 0) return undefined
  return Object.fromEntries(values.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Lists what differs, as events name it: `fields.supplier`. A field without a value is `null`. */
export function findFieldChanges(
  before: CustomFieldValues = NO_VALUES,
  after: CustomFieldValues = NO_VALUES,
): FieldChanges {
  const names = Object.keys({ ...before, ...after }).toSorted()
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [`fields.${name}`, { from: before[name] ?? null, to: after[name] ?? null }]),
  )
}

/**
 * Checks that no other item has the new value of a unique field. The account is locked, so it stays free until the
 * write.
 * @param base path of the values in the body
 * @throws AppError field_value_taken
 */
export async function checkUniqueValues(
  { tx, account }: AccountWrite,
  definitions: Definitions,
  id: string,
  changes: FieldChangesOfItem,
  base: readonly string[],
): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    const field = definitions.get(name)
    if (!field?.unique || value === null) continue
    const holder = await findHolder(tx, account, name, toValueKey(field.type, value))
    if (holder === undefined || holder === id) continue
    throw createError(
      'field_value_taken',
      { name, item_id: holder },
      { faults: [{ pointer: toJsonPointer([...base, name]), ...describeFault('value_in_use', { item_id: holder }) }] },
    )
  }
}

/** Makes the row of a value that lists filter and sort by. */
function toValueRow(
  account: string,
  { name, type, unique }: CustomField,
  id: string,
  value: CustomFieldValue,
): GearFieldValueRow {
  const key = toValueKey(type, value)
  return { account_id: account, field: name, key, gear_id: id, unique_key: unique ? key : null }
}

/** Keeps counters and rows of values equal to the item's. */
export function storeFieldValues(
  write: AccountWrite,
  definitions: Definitions,
  id: string,
  before: CustomFieldValues = NO_VALUES,
  after: CustomFieldValues = NO_VALUES,
): void {
  for (const name of Object.keys({ ...before, ...after })) {
    const [from, to] = [before[name], after[name]]
    if (from === to) continue
    if (from === undefined || to === undefined) write.adjustCounter(toFieldCounter(name), from === undefined ? 1 : -1)
    const field = definitions.get(name)
    if (!field || !hasValueRows(field)) continue
    const stored = from ?? to
    // A server of an earlier version may have left the row of a value that comes back.
    if (stored !== undefined) removeFieldValue(write.tx, toValueRow(write.account, field, id, stored))
    if (to !== undefined) insertFieldValue(write.tx, toValueRow(write.account, field, id, to))
  }
}

/** Adds the counters and rows of a new item's values. */
export function addFieldValues(
  write: AccountWrite,
  definitions: Definitions,
  id: string,
  values: CustomFieldValues | undefined,
): void {
  for (const name in values) {
    write.adjustCounter(toFieldCounter(name), 1)
    const field = definitions.get(name)
    const value = values[name]
    if (field && value !== undefined && hasValueRows(field))
      insertFieldValue(write.tx, toValueRow(write.account, field, id, value))
  }
}

/** Stores the row of an item's value, if it has one. A write may have stored it meanwhile. */
export function storeValueOfRecord(
  write: AccountWrite,
  field: CustomField,
  id: string,
  fields: CustomFieldValues | undefined,
): void {
  const value = fields?.[field.name]
  if (value === undefined) return
  const row = toValueRow(write.account, field, id, value)
  removeFieldValue(write.tx, row)
  insertFieldValue(write.tx, row)
}
