import type { CellNote } from '../../contract/control/control.ts'
import { say } from '../../contract/sentences/say.ts'
import { nonEmptyFields } from '../vocabulary/fields.ts'
import type { MappedRow } from '../types.ts'
import type { PlanContext, Item } from './planContext.ts'

const requiredFields = ['gear_type', 'brand', 'model'] as const

/** Finds missing required fields, except in cells that already have a fault. */
export function findMissingRequired(row: MappedRow, errors: readonly CellNote[], context: PlanContext): CellNote[] {
  return requiredFields
    .filter((field) => row.fields[field] === undefined)
    .map((field) => context.faultAt(row, field, 'missing_required', say('new_item_needs', { field })))
    .filter((fault) => !errors.some(({ cell }) => cell === fault.cell))
}

/** Finds required fields that a row would clear. */
export function findForbiddenClears(row: MappedRow, context: PlanContext): CellNote[] {
  return row.clears
    .filter((field) => nonEmptyFields.has(field))
    .map((field) => {
      const code = field === 'status' || field === 'condition' ? 'unknown_value' : 'missing_required'
      return {
        ...context.faultAt(row, field, code, say('field_never_empty', { field })),
        raw: context.input.settings.clear_token,
      }
    })
}

/** Finds a tag that another item has. The API would refuse it. */
export function findTakenTag(row: MappedRow, item: Item | undefined, context: PlanContext): CellNote[] {
  const tag = row.fields['asset_tag']
  if (item && item.asset_tag === tag) return []
  const owner = typeof tag === 'string' ? context.ownerOfTag(tag) : undefined
  if (!owner || owner.id === item?.id) return []
  return [
    context.faultAt(
      row,
      'asset_tag',
      'duplicate_key',
      say('tag_in_use', { item: `${owner.brand} ${owner.model}`, id: owner.id }),
      [row.row],
    ),
  ]
}

/** Finds a row that would make the item's longest focal length shorter than the shortest. */
export function findFocalFault(row: MappedRow, item: Item | undefined, context: PlanContext): CellNote[] {
  const [min, max] = ['focal_length_min_mm', 'focal_length_max_mm'].map((field) =>
    row.clears.includes(field) ? null : (row.fields[field] ?? item?.[field]),
  )
  if (typeof min !== 'number' || typeof max !== 'number' || max >= min) return []
  const field = row.fields['focal_length_max_mm'] === undefined ? 'focal_length_min_mm' : 'focal_length_max_mm'
  return [context.faultAt(row, field, 'too_long', say('focal_lengths_reversed', { longest: max, shortest: min }))]
}

export function findTypeChange(row: MappedRow, item: Item, context: PlanContext): CellNote[] {
  const type = row.fields['gear_type']
  if (type === undefined || type === item.gear_type) return []
  return [context.faultAt(row, 'gear_type', 'gear_type_changed', say('type_cannot_change', { type: item.gear_type }))]
}
