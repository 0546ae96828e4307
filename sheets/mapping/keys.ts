import { normaliseIdentifier } from '../cells/normalise.ts'
import { foldTag } from '../../platform/foldText.ts'
import type { KeyField, MappedRow } from '../types.ts'
import type { MappedColumn } from './columns.ts'
import { groupRepeated } from './groupRepeated.ts'
import { formatMoreCount, listFirstOtherRows, MAX_ROWS_NAMED } from './otherRows.ts'

export interface KeyColumn {
  field: KeyField
  column: MappedColumn
  /** Reason, for people. */
  evidence: string
}

/** Folds a key: `KR-1` equals `kr-1 `, not `KR-01`. */
export const foldKey = (text: string): string => (/^[\x21-\x7e]+$/.test(text) ? text.toLowerCase() : foldTag(normaliseIdentifier(text)))

/** Undefined when the row's table lacks the field. */
type LetterOf = (row: MappedRow, field: KeyField) => string | undefined

export const findOtherKey = (key: KeyField): KeyField => (key === 'asset_tag' ? 'serial_number' : 'asset_tag')

/** Folded value of the tag or serial number that is not the key. */
export function foldOther(row: MappedRow, key: KeyField): string | undefined {
  const value = row.fields[findOtherKey(key)]
  return typeof value === 'string' ? foldKey(value) : undefined
}

/** Adds a fault to every row of a group with the same key, or the same tag: tags are unique per account. */
export function refuseDuplicates(rows: readonly MappedRow[], key: KeyField, letterOf: LetterOf): void {
  for (const group of groupRepeated(rows, ({ keyFold }) => keyFold)) {
    // Repeated headings that match no key stay headings.
    if (group.some(({ outcome }) => outcome !== 'skipped')) markGroup(group, key, letterOf)
  }
  if (key === 'asset_tag') return
  for (const group of groupRepeated(rows, (row) => foldOther(row, key))) markGroup(group, 'asset_tag', letterOf)
}

function markGroup(group: readonly MappedRow[], field: KeyField, letterOf: LetterOf): void {
  const numbers = group.map(({ row }) => row)
  for (const [index, row] of group.entries()) {
    const others = listFirstOtherRows(numbers, index)
    row.outcome = 'refused'
    delete row.reason
    const fault = {
      cell: `${letterOf(row, field) ?? ''}${row.row}`,
      code: 'duplicate_key',
      raw: row.raw?.[field] ?? String(row.fields[field]),
      message: `The same ${field} stands in ${group.length > 2 ? 'rows' : 'row'} ${others.join(', ')}${formatMoreCount(others, group.length - 1)}. Give each its own: until then nothing is written for any of them.`,
      rows: numbers.slice(0, MAX_ROWS_NAMED),
    }
    row.errors = [fault, ...row.errors]
  }
}
