import { appliesTo, MAX_FIELDS_PER_TYPE, MAX_FILTERABLE_FIELDS } from '../../../contract/api/customFields.ts'
import { gearTypes, type GearType } from '../../../contract/api/gearFields.ts'
import type { GearFieldRow } from '../../db/fieldRows.ts'
import { createError } from '../../errors.ts'

type Limited = Pick<GearFieldRow, 'id' | 'gear_type' | 'is_unique' | 'is_filterable'>

const typeOf = ({ gear_type: type }: Limited): { gear_type: GearType | null } => ({
  gear_type: type as GearType | null,
})
const isFiltered = (row: Limited): boolean => row.is_filterable === 1 || row.is_unique === 1

/** @param next the new or changed field @throws AppError field_limit_reached */
export function checkFieldLimits(rows: readonly Limited[], next: Limited): void {
  const others = rows.filter(({ id }) => id !== next.id)
  for (const type of gearTypes) {
    if (!appliesTo(typeOf(next), type)) continue
    if (others.filter((row) => appliesTo(typeOf(row), type)).length >= MAX_FIELDS_PER_TYPE)
      throw createError('type_has_max_fields', { gear_type: type, max: MAX_FIELDS_PER_TYPE })
  }
  if (isFiltered(next) && others.filter(isFiltered).length >= MAX_FILTERABLE_FIELDS)
    throw createError('max_filterable_fields', { max: MAX_FILTERABLE_FIELDS })
}
