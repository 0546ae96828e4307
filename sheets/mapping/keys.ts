import { normaliseIdentifier } from '../cells/normalise.ts'
import { foldTag } from '../../platform/fold.ts'
import type { KeyField, MappedRow } from '../types.ts'
import type { MappedColumn } from './columns.ts'
import { countMore, firstOthers, MOST_ROWS } from './nameRows.ts'

export interface KeyColumn {
  field: KeyField
  column: MappedColumn
  /** Why it is the key; plain words. */
  evidence: string
}

/** A key as it is compared: `KR-1` and `kr-1 ` are one key, `KR-01` is another. */
export const foldKey = (text: string): string => (/^[\x21-\x7e]+$/.test(text) ? text.toLowerCase() : foldTag(normaliseIdentifier(text)))

/** Letter of a field's column in the table of a row; undefined where the table has none. */
type LetterOf = (row: MappedRow, field: KeyField) => string | undefined

/** Puts a fault on every row of each group that shares a key, or an asset tag where tags are not the key: tags are unique in an account. */
export function refuseDuplicates(rows: readonly MappedRow[], key: KeyField, letterOf: LetterOf): void {
  const byKey = Map.groupBy(
    rows.filter((row) => row.keyFold !== undefined),
    (row) => row.keyFold,
  )
  for (const group of byKey.values()) {
    // a heading that no row's key equals stays a heading, however often it occurs
    if (group.length > 1 && group.some(({ outcome }) => outcome !== 'skipped')) markGroup(group, key, letterOf)
  }
  if (key === 'asset_tag') return
  const byTag = Map.groupBy(
    rows.filter((row) => typeof row.fields['asset_tag'] === 'string'),
    (row) => foldKey(String(row.fields['asset_tag'])),
  )
  for (const group of byTag.values()) if (group.length > 1) markGroup(group, 'asset_tag', letterOf)
}

function markGroup(group: readonly MappedRow[], field: KeyField, letterOf: LetterOf): void {
  const numbers = group.map(({ row }) => row)
  for (const [index, row] of group.entries()) {
    const others = firstOthers(numbers, index)
    row.outcome = 'refused'
    delete row.reason
    row.errors.unshift({
      cell: `${letterOf(row, field) ?? ''}${row.row}`,
      code: 'duplicate_key',
      raw: row.raw?.[field] ?? String(row.fields[field]),
      message: `The same ${field} stands in ${group.length > 2 ? 'rows' : 'row'} ${others.join(', ')}${countMore(others, group.length - 1)}. Give each its own: until then nothing is written for any of them.`,
      rows: numbers.slice(0, MOST_ROWS),
    })
  }
}
