import type { KeyField } from '../types.ts'
import { groupRepeated } from './groupRepeated.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { listFirstOtherRows, MAX_ROWS_NAMED } from './otherRows.ts'
import type { RowCorrection, RowFacts, RowFactList } from './rowFacts.ts'

/** @param shown the first of the other rows @param count of all other rows */
function saySame(shown: readonly number[], count: number): Said {
  const rows = shown.join(', ')
  if (count > shown.length) return say('same_serials_and_more', { rows, more: count - shown.length })
  return count === 1 ? say('same_serial', { rows }) : say('same_serials', { rows })
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
        ...saySame(others, group.length - 1),
        rows: numbers.slice(0, MAX_ROWS_NAMED),
      }
      yield { position, kind: 'warning', field: 'serial_number', note }
    }
  }
}
