import type { KeyField } from '../types.ts'
import { groupRepeated } from './groupRepeated.ts'
import { formatMoreCount, listFirstOtherRows, MAX_ROWS_NAMED } from './otherRows.ts'
import type { RowCorrection, RowFacts, RowFactList } from './rowFacts.ts'

/** Returns undefined if the row's table lacks the field. */
export type LetterOf = (row: Pick<RowFacts, 'table'>, field: KeyField) => string | undefined

/** Finds rows with the same key or the same tag, since tags are unique per account. Every row of such a group is refused. */
export function* findDuplicates(rows: RowFactList, key: KeyField, letterOf: LetterOf): Generator<RowCorrection> {
  for (const group of groupRepeated(rows.size, (position) => rows.keyAt(position))) {
    // A group of skipped rows only, such as repeated headings, contains no duplicates.
    if (group.some((position) => !rows.isSkipped(position))) yield* refuseGroup(group, rows, key, letterOf)
  }
  if (key === 'asset_tag') return
  for (const group of groupRepeated(rows.size, (position) => rows.otherAt(position)))
    yield* refuseGroup(group, rows, 'asset_tag', letterOf)
}

function* refuseGroup(
  group: readonly number[],
  rows: RowFactList,
  field: KeyField,
  letterOf: LetterOf,
): Generator<RowCorrection> {
  const numbers = group.map((position) => rows.at(position).row)
  for (const [index, position] of group.entries()) {
    const row = rows.at(position)
    const others = listFirstOtherRows(numbers, index)
    rows.refuse(position)
    const note = {
      cell: `${letterOf(row, field) ?? ''}${row.row}`,
      code: 'duplicate_key',
      message: `The same ${field} stands in ${group.length > 2 ? 'rows' : 'row'} ${others.join(', ')}${formatMoreCount(others, group.length - 1)}. Give each its own: until then nothing is written for any of them.`,
      rows: numbers.slice(0, MAX_ROWS_NAMED),
    }
    yield { position, kind: 'error', field, note }
  }
}
