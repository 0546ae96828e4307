import type { CellNote } from '../../contract/control/control.ts'
import type { GearType } from '../../contract/api/gearFields.ts'
import { lacksField } from '../vocabulary/fields.ts'
import type { MappedRow } from '../types.ts'

export interface ResolvedRow {
  row: MappedRow
  errors: CellNote[]
  warnings: CellNote[]
}

/** Resolves cells of type-specific fields on a row whose type comes from the stored item. */
export function resolveTypeFields(row: MappedRow, type: GearType): ResolvedRow {
  const resolved: ResolvedRow = { row, errors: [...row.errors], warnings: row.warnings }
  if (!row.typeDependent) return resolved
  const { kept, dropped } = splitByType(row.typeDependent, type)
  const fields = { ...row.fields }
  for (const [field] of dropped) delete fields[field]
  for (const [, cell] of kept) if (cell.error) resolved.errors.push(cell.error)
  // A column can have a different field for each type. Warn only if none of them belongs to the item's type.
  const usedCells = new Set(kept.map(([, { warning }]) => warning.cell))
  const warnings = new Map(
    dropped.filter(([, { warning }]) => !usedCells.has(warning.cell)).map(([, { warning }]) => [warning.cell, warning]),
  )
  resolved.warnings = [...row.warnings, ...warnings.values()]
  const isKept = (field: string): boolean => !lacksField(type, field)
  const emptied = row.emptied?.filter(isKept)
  resolved.row = {
    ...row,
    fields,
    blanks: row.blanks.filter(isKept),
    clears: row.clears.filter(isKept),
    ...(emptied && { emptied }),
  }
  return resolved
}

function splitByType(typeDependent: NonNullable<MappedRow['typeDependent']>, type: GearType) {
  const entries = Object.entries(typeDependent)
  const isLacked = ([field, { type: owner }]: (typeof entries)[number]): boolean =>
    owner === undefined ? lacksField(type, field) : owner !== type
  return { kept: entries.filter((entry) => !isLacked(entry)), dropped: entries.filter(isLacked) }
}
