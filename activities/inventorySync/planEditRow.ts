import { isFieldKey, nameOfFieldKey, toFieldKey } from '../../contract/api/fieldKeys.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import type { BulkEditUpdates } from '../../contract/control/bulkEdit.ts'
import type { CellNote, PlanRow } from '../../contract/control/control.ts'
import type { Gear } from '../../contract/api/gear.ts'
import { appliesTo, type CustomField } from '../../contract/api/customFields.ts'
import type { Category } from '../../contract/api/categories.ts'
import { accessoryCategories, writableFields } from '../../contract/api/gearFields.ts'

const areEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const toNote = (code: string, said: Said, field = ''): CellNote => ({ cell: field, code, raw: '', ...said })

/** Checks the rule between focal lengths of a lens, as the API does. */
function findFocalFault(
  { focal_length_min_mm: min, focal_length_max_mm: max }: Record<string, unknown>,
  updates: BulkEditUpdates,
): CellNote[] {
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return []
  const field = 'focal_length_max_mm' in updates ? 'focal_length_max_mm' : 'focal_length_min_mm'
  return [toNote('invalid_value', say('focal_lengths_would_reverse', { shortest: min, longest: max }), field)]
}

/** Finds own fields that the item cannot have. */
function findOwnFieldFaults(item: Gear, updates: BulkEditUpdates, fields: readonly CustomField[]): CellNote[] {
  const names = Object.keys(updates).filter(isFieldKey)
  return names.flatMap((target) => {
    const field = fields.find(({ name }) => toFieldKey(name) === target)
    if (!field || field.state === 'ending')
      return [
        toNote('unknown_field', say('own_field_undefined', { field: target, name: nameOfFieldKey(target) }), target),
      ]
    if (appliesTo(field, item.gear_type)) return []
    return [toNote('field_not_for_gear_type', say('type_lacks_field', { type: item.gear_type }), target)]
  })
}

/** Finds a category that the account does not have. */
function findCategoryFault({ category }: BulkEditUpdates, categories: readonly Category[]): CellNote[] {
  const known = [...accessoryCategories, ...categories.map(({ name }) => name)] as readonly string[]
  if (category === undefined || category === null || known.includes(category)) return []
  return [toNote('invalid_value', say('category_undefined', { name: category }), 'category')]
}

/** Own fields and categories of the account. */
export interface Definitions {
  fields: readonly CustomField[]
  categories: readonly Category[]
}

function findFaults(
  item: Gear,
  updates: BulkEditUpdates,
  seenAt: string | null,
  { fields, categories }: Definitions,
): CellNote[] {
  if (seenAt !== null && item.updated_at !== seenAt)
    return [toNote('changed_since_seen', say('item_changed_since_shown'))]
  const known = writableFields(item.gear_type)
  const foreign = Object.keys(updates).filter((field) => !known.includes(field) && !isFieldKey(field))
  if (foreign.length > 0)
    return foreign.map((field) =>
      toNote('field_not_for_gear_type', say('type_lacks_field', { type: item.gear_type }), field),
    )
  return [
    ...findOwnFieldFaults(item, updates, fields),
    ...findCategoryFault(updates, categories),
    ...(item.gear_type === 'lens' ? findFocalFault({ ...item, ...updates }, updates) : []),
  ]
}

/** Describes an item so that people recognise it. */
const describeItem = ({
  id,
  gear_type,
  brand,
  model,
  asset_tag: tag,
  serial_number: serial,
}: Gear): Omit<PlanRow, 'outcome'> => {
  const key = tag ?? serial
  return { row: 0, gear_id: id, ...(key !== null && { key }), fields: { gear_type, brand, model } }
}

const goneNote = toNote('item_gone', say('item_gone'))

export const planGoneItem = (gearId: string): PlanRow => ({
  row: 0,
  gear_id: gearId,
  outcome: 'refused',
  errors: [goneNote],
})

/**
 * Plans the change of one item. Own fields stand beside its other fields.
 * @param seenAt the `updated_at` that the person saw; null for any
 * @param definitions own fields and categories of the account
 */
export function planEditRow(
  item: Gear,
  updates: BulkEditUpdates,
  seenAt: string | null,
  definitions: Definitions,
): PlanRow {
  const head = describeItem(item)
  const errors = findFaults(item, updates, seenAt, definitions)
  if (errors.length > 0) return { ...head, outcome: 'refused', errors }
  const stored = item as Record<string, unknown>
  const changed = Object.entries(updates).filter(([field, to]) => !areEqual(stored[field], to))
  if (changed.length === 0) return { ...head, outcome: 'unchanged' }
  const pairs = changed.map(([field, to]): [string, { from: unknown; to: unknown }] => [
    field,
    { from: stored[field] ?? null, to: to ?? null },
  ])
  return { ...head, outcome: 'update', changed: Object.fromEntries(pairs) }
}
