import type { KeyField, MappedRow } from '../types.ts'
import { groupRepeated } from './groupRepeated.ts'
import { foldOther } from './keys.ts'
import { formatMoreCount, listFirstOtherRows, MAX_ROWS_NAMED } from './otherRows.ts'

/** Other rows with the same serial number, for people. */
function nameRows(shown: readonly number[], count: number): string {
  if (count > shown.length) return `rows ${shown.join(', ')}${formatMoreCount(shown, count)} under other tags`
  return count === 1 ? `row ${shown[0]} under another tag` : `rows ${shown.join(', ')} under other tags`
}

/**
 * Warns about equal serial numbers under different tags, usually duplicate items. If serial numbers are the key they are refused instead.
 * @param letterOf column of serial numbers in the row's table
 */
export function warnEqualSerials(rows: readonly MappedRow[], key: KeyField, letterOf: (row: MappedRow) => string | undefined): void {
  if (key === 'serial_number') return
  const serialOf = (row: MappedRow): string | undefined => (row.outcome === 'skipped' ? undefined : foldOther(row, key))
  for (const group of groupRepeated(rows, serialOf)) {
    const tags = new Set(group.map(({ keyFold }) => keyFold))
    if (tags.size < 2) continue
    const numbers = group.map(({ row }) => row)
    for (const [index, row] of group.entries()) {
      const others = listFirstOtherRows(numbers, index)
      const warning = {
        cell: `${letterOf(row) ?? ''}${row.row}`,
        code: 'same_serial',
        raw: row.raw?.['serial_number'] ?? String(row.fields['serial_number']),
        message: `The same serial number stands in ${nameRows(others, group.length - 1)}. Correct one of the two, or remove the row that is there twice.`,
        rows: numbers.slice(0, MAX_ROWS_NAMED),
      }
      row.warnings = [...row.warnings, warning]
    }
  }
}
