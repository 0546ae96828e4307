import type { GearType } from '../../contract/gearFields.ts'
import type { Defaults } from '../settings.ts'
import type { MappedRow } from '../types.ts'
import { resolveTypeFields, type ResolvedRow } from './resolveTypeFields.ts'

/** Values by field; a type such as `accessory/tripod` gives two. */
function fieldsOf({ gear_type, currency: _currency, ...fields }: Defaults): Record<string, unknown> {
  const [type, detail] = gear_type?.split('/') ?? []
  return {
    ...fields,
    ...(type !== undefined && { gear_type: type }),
    ...(detail !== undefined && (type === 'accessory' ? { category: detail } : { filter_kind: detail })),
  }
}

/** Adds defaults to the row of a new item. A clearing cell keeps the field empty. */
export function fillDefaults(mapped: MappedRow, defaults: Defaults = {}): ResolvedRow {
  const own = mapped.fields['gear_type']
  const isFilledWith = ([field, value]: [string, unknown]): boolean =>
    value !== null && value !== undefined && mapped.fields[field] === undefined && !mapped.clears.includes(field)
  const added = Object.fromEntries(Object.entries(fieldsOf(defaults)).filter(isFilledWith))
  const type = added['gear_type']
  // A kind belongs to the type of the settings.
  if (own !== undefined || type === undefined) for (const field of ['category', 'filter_kind']) delete added[field]
  if (Object.keys(added).length === 0) return { row: mapped, errors: [...mapped.errors], warnings: mapped.warnings }
  const blanks = mapped.blanks.filter((field) => added[field] === undefined)
  const row = { ...mapped, fields: { ...mapped.fields, ...added }, blanks }
  return type === undefined ? { row, errors: [...row.errors], warnings: row.warnings } : resolveTypeFields(row, type as GearType)
}
