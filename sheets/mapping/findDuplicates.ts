import type { KeyField } from '../types.ts'
import { groupRepeated } from './groupRepeated.ts'
import { say, type Said } from '../../contract/sentences/say.ts'
import { MAX_ROWS_NAMED, nameOtherRows, type OtherRows } from './otherRows.ts'
import type { RowCorrection, RowFacts, RowFactList } from './rowFacts.ts'

/** Returns undefined if the row's table lacks the field. */
export type LetterOf = (row: Pick<RowFacts, 'table'>, field: KeyField) => string | undefined

/**
 * Finds rows with the same key or the same tag, since tags are unique per account. Every row of such a group is
 * refused.
 */
export function* findDuplicates(rows: RowFactList, key: KeyField, letterOf: LetterOf): Generator<RowCorrection> {
  for (const group of groupRepeated(rows.size, (position) => rows.keyAt(position))) {
    // A group of skipped rows only, such as repeated headings, contains no duplicates.
    if (group.some((position) => !rows.isSkipped(position))) yield* refuseGroup(group, rows, key, letterOf)
  }
  if (key === 'asset_tag') return
  for (const group of groupRepeated(rows.size, (position) => rows.otherAt(position)))
    yield* refuseGroup(group, rows, 'asset_tag', letterOf)
}

function saySame(field: KeyField, { rows, count, more }: OtherRows): Said {
  if (more > 0) return say('same_keys_and_more', { field, rows, more })
  return count > 1 ? say('same_keys', { field, rows }) : say('same_key', { field, rows })
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
    rows.refuse(position)
    const note = {
      cell: `${letterOf(row, field) ?? ''}${row.row}`,
      code: 'duplicate_key',
      ...saySame(field, nameOtherRows(numbers, index)),
      rows: numbers.slice(0, MAX_ROWS_NAMED),
    }
    yield { position, kind: 'error', field, note }
  }
}
