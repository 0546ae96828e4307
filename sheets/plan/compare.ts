import type { gearConditions, GearStatus } from '../../contract/api/gearFields.ts'
import type { SheetSettings } from '../settings/settings.ts'
import { isServiceFact } from '../vocabulary/serviceHeaders.ts'
import type { Binding, KeyField, MappedRow } from '../types.ts'
import type { Item } from './planContext.ts'
import { isEmpty, isSameValue } from './isSameValue.ts'

/** `base` is undefined when the field was never synced. */
interface FieldValues {
  base: unknown
  sheet: unknown
  api: unknown
}

/**
 * `same`: equal. `write`: only the sheet changed. `api_newer`: only the API changed. `both`: both changed, differently.
 */
type MergeOutcome = 'same' | 'write' | 'api_newer' | 'both'

/**
 * Merges one field. Without a base, an empty field is filled, and a different value counts as changed on both sides.
 */
function mergeField(field: string, { base, sheet, api }: FieldValues, key: KeyField): MergeOutcome {
  if (isSameValue(field, sheet, api, key)) return 'same'
  if (base === undefined) return isEmpty(api) ? 'write' : 'both'
  if (isSameValue(field, sheet, base, key)) return 'api_newer'
  return isSameValue(field, api, base, key) ? 'write' : 'both'
}

export interface RowComparison {
  changed: Record<string, { from: unknown; to: unknown }>
  conflicts: Record<string, { base: unknown; sheet: unknown; api: unknown }>
  /** Fields with a blank cell whose synced value stays in the inventory. */
  kept: string[]
  hasNewerApi: boolean
}

/** Defaults of the API for a new item. */
export const newItemDefaults: Readonly<Record<string, GearStatus | (typeof gearConditions)[number]>> = {
  status: 'available',
  condition: 'good',
}

const orNull = (value: unknown): unknown => (isEmpty(value) ? null : value)

/** Facts about service are no fields of an item, and its type cannot change. */
const isCompared = (field: string): boolean => field !== 'gear_type' && !isServiceFact(field)

/**
 * Yields the fields that the row sets with their values, `null` for cleared ones. Excludes the type, which cannot
 * change.
 */
function* sheetValues(row: MappedRow): Generator<[string, unknown]> {
  for (const entry of Object.entries(row.fields)) if (isCompared(entry[0])) yield entry
  for (const field of row.clears) if (isCompared(field)) yield [field, null]
  for (const field of row.emptied ?? []) if (isCompared(field)) yield [field, null]
}

/**
 * Compares a row with its item by a three-way merge.
 * @param binding undefined for an unsynced item that this plan adopts
 */
export function compareRow(
  row: MappedRow,
  item: Item,
  binding: Binding | undefined,
  settings: SheetSettings,
  key: KeyField,
): RowComparison {
  const comparison: RowComparison = { changed: {}, conflicts: {}, kept: [], hasNewerApi: false }
  const base = (field: string): unknown => {
    const synced = binding?.base[field]
    if (synced !== undefined) return synced
    // A blank cell clears a value only if the sheet has set it.
    if (row.emptied?.includes(field)) return null
    return binding ? newItemDefaults[field] : undefined
  }
  for (const [field, sheet] of sheetValues(row)) {
    const values = { base: base(field), sheet, api: item[field] }
    const merge = mergeField(field, values, key)
    if (merge === 'api_newer') comparison.hasNewerApi = true
    if (merge === 'both') comparison.conflicts[field] = { base: orNull(values.base), sheet, api: orNull(values.api) }
    if (merge === 'write' || (merge === 'both' && settings.conflicts === 'sheet_wins'))
      comparison.changed[field] = { from: orNull(values.api), to: sheet }
  }
  comparison.kept = row.blanks.filter(
    (field) => !isEmpty(binding?.base[field]) && !isEmpty(item[field]) && field !== 'gear_type',
  )
  return comparison
}
