import type { KeyField } from '../types.ts'
import { groupRepeated } from './groupRepeated.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { MAX_ROWS_NAMED, nameOtherRows, type OtherRows } from './otherRows.ts'
import type { RowCorrection, RowFacts, RowFactList } from './rowFacts.ts'

function saySame({ rows, count, more }: OtherRows): Said {
  if (more > 0) return say('same_serials_and_more', { rows, more })
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
      const note = {
        cell: `${letterOf(row) ?? ''}${row.row}`,
        code: 'same_serial',
        ...saySame(nameOtherRows(numbers, index)),
        rows: numbers.slice(0, MAX_ROWS_NAMED),
      }
      yield { position, kind: 'warning', field: 'serial_number', note }
    }
  }
}
