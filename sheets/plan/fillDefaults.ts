import type { GearType } from '../../contract/api/gearFields.ts'
import type { Defaults } from '../settings/settings.ts'
import type { MappedRow } from '../types.ts'
import { resolveTypeFields, type ResolvedRow } from './resolveTypeFields.ts'

/** Expands defaults to values by field. A type such as `accessory/tripod` gives values for two fields. */
function fieldsOf({ gear_type, currency: _currency, ...fields }: Defaults): Record<string, unknown> {
  const [type, detail] = gear_type?.split('/') ?? []
  const all: Record<string, unknown> = { ...fields }
  if (type !== undefined) all['gear_type'] = type
  if (detail !== undefined) all[type === 'accessory' ? 'category' : 'filter_kind'] = detail
  return all
}

/** Puts the type of the heading above a row before the default one. */
export const withHeadingType = ({ headingType }: MappedRow, defaults: Defaults = {}): Defaults =>
  headingType === undefined ? defaults : { ...defaults, gear_type: headingType }

/** Adds defaults to the row of a new item. A cell with the clear token keeps its field empty. */
export function fillDefaults(mapped: MappedRow, defaults: Defaults = {}): ResolvedRow {
  const rowType = mapped.fields['gear_type']
  const isMissingInRow = ([field, value]: [string, unknown]): boolean =>
    value !== null && value !== undefined && mapped.fields[field] === undefined && !mapped.clears.includes(field)
  const addedFields = Object.fromEntries(Object.entries(fieldsOf(defaults)).filter(isMissingInRow))
  const type = addedFields['gear_type']
  // The default category or kind is valid only with the default type.
  if (rowType !== undefined || type === undefined)
    for (const field of ['category', 'filter_kind']) delete addedFields[field]
  if (Object.keys(addedFields).length === 0)
    return { row: mapped, errors: [...mapped.errors], warnings: mapped.warnings }
  const blanks = mapped.blanks.filter((field) => addedFields[field] === undefined)
  const row = { ...mapped, fields: { ...mapped.fields, ...addedFields }, blanks }
  return type === undefined
    ? { row, errors: [...row.errors], warnings: row.warnings }
    : resolveTypeFields(row, type as GearType)
}
