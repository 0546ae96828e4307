import type { KeyField } from '../types.ts'
import { groupRepeated } from './groupRepeated.ts'
import { formatMoreCount, listFirstOtherRows, MAX_ROWS_NAMED } from './otherRows.ts'
import type { RowCorrection, RowFacts, RowFactList } from './rowFacts.ts'

/** Names the other rows with the same serial number, for people. */
function nameRows(shown: readonly number[], count: number): string {
  if (count > shown.length) return `rows ${shown.join(', ')}${formatMoreCount(shown, count)} under other tags`
  return count === 1 ? `row ${shown[0]} under another tag` : `rows ${shown.join(', ')} under other tags`
}

/**
 * Finds equal serial numbers under different tags, usually duplicate items. If serial numbers are the key,
 * findDuplicates refuses them.
 * @param letterOf column of serial numbers in the row's table
 */
export function* findEqualSerials(
  rows: RowFactList,
  key: KeyField,
  letterOf: (row: RowFacts) => string | undefined,
): Generator<RowCorrection> {
  if (key === 'serial_number') return
  const serialAt = (position: number): string | undefined =>
    rows.isSkipped(position) ? undefined : rows.otherAt(position)
  for (const group of groupRepeated(rows.size, serialAt)) {
    const tags = new Set(group.map((position) => rows.keyAt(position)))
    if (tags.size < 2) continue
    const numbers = group.map((position) => rows.at(position).row)
    for (const [index, position] of group.entries()) {
      const row = rows.at(position)
      const others = listFirstOtherRows(numbers, index)
      const note = {
        cell: `${letterOf(row) ?? ''}${row.row}`,
        code: 'same_serial',
        message: `The same serial number stands in ${nameRows(others, group.length - 1)}. Correct one of the two, or remove the row that is there twice.`,
        rows: numbers.slice(0, MAX_ROWS_NAMED),
      }
      yield { position, kind: 'warning', field: 'serial_number', note }
    }
  }
}
