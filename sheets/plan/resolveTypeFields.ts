import type { CellNote } from '../../contract/control.ts'
import type { GearType } from '../../contract/gearFields.ts'
import { lacksField } from '../mapping/fields.ts'
import type { MappedRow } from '../types.ts'

export interface ResolvedRow {
  row: MappedRow
  errors: CellNote[]
  warnings: CellNote[]
}

/** Resolves cells of type-specific fields on a row whose type comes from the stored item. */
export function resolveTypeFields(row: MappedRow, type: GearType): ResolvedRow {
  const settled: ResolvedRow = { row, errors: [...row.errors], warnings: row.warnings }
  if (!row.typeDependent) return settled
  const { kept, dropped } = splitByType(row.typeDependent, type)
  const fields = { ...row.fields }
  for (const [field] of dropped) delete fields[field]
  for (const [, cell] of kept) if (cell.error) settled.errors.push(cell.error)
  // A column may feed a field of each type; warn only when none belongs to the item.
  const usedCells = new Set(kept.map(([, { warning }]) => warning.cell))
  const warnings = new Map(dropped.filter(([, { warning }]) => !usedCells.has(warning.cell)).map(([, { warning }]) => [warning.cell, warning]))
  settled.warnings = [...row.warnings, ...warnings.values()]
  const isKept = (field: string): boolean => !lacksField(type, field)
  const emptied = row.emptied?.filter(isKept)
  settled.row = { ...row, fields, blanks: row.blanks.filter(isKept), clears: row.clears.filter(isKept), ...(emptied && { emptied }) }
  return settled
}

function splitByType(typeDependent: NonNullable<MappedRow['typeDependent']>, type: GearType) {
  const entries = Object.entries(typeDependent)
  return { kept: entries.filter(([field]) => !lacksField(type, field)), dropped: entries.filter(([field]) => lacksField(type, field)) }
}
