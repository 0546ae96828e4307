import type { ReadCell } from '../cells/cellState.ts'
import { normaliseIdentifier } from '../cells/normalise.ts'
import { foldTag } from '../../../platform/fold.ts'
import type { SourceSettings } from '../settings.ts'
import { SheetRefused, type KeyField, type MappedRow, type SheetRow } from '../types.ts'
import type { MappedColumn } from './columns.ts'

export interface KeyColumn {
  field: KeyField
  column: MappedColumn
  /** Why it is the key; plain words. */
  evidence: string
}

/** A key as it is compared: `KR-1` and `kr-1 ` are one key, `KR-01` is another. */
export const foldKey = (text: string): string => (/^[\x21-\x7e]+$/.test(text) ? text.toLowerCase() : foldTag(normaliseIdentifier(text)))

/**
 * The column that says which item a row is: the one of the settings, or the serial numbers where there are no tags and no serial occurs twice.
 * @throws SheetRefused no_key_column.
 */
export function findKeyColumn(columns: readonly MappedColumn[], body: readonly SheetRow[], settings: SourceSettings, readCell: ReadCell): KeyColumn {
  const declared = columns.find(({ target }) => target === settings.key)
  if (declared) return { field: settings.key, column: declared, evidence: declared.evidence }
  const serials = columns.find(({ target }) => target === 'serial_number')
  if (serials && areUnique(serials.index, body, readCell))
    return { field: 'serial_number', column: serials, evidence: 'no column holds asset tags, and no serial number occurs twice' }
  const missing = settings.key === 'asset_tag' ? 'an Asset Tag' : 'a Serial Number'
  const why = serials ? ', and its serial numbers are missing or occur more than once' : ''
  throw new SheetRefused(
    'no_key_column',
    `The sheet has no column that tells its items apart${why}: add ${missing} column with a value of its own in each row. Brand and model alone are never used to recognise an item.`,
  )
}

function areUnique(index: number, body: readonly SheetRow[], readCell: ReadCell): boolean {
  const seen = new Set<string>()
  for (const row of body) {
    const cell = row.cells[index]
    if (!cell) continue
    const { state, text } = readCell(cell)
    if (state !== 'value') continue
    const key = foldKey(text)
    if (seen.has(key)) return false
    seen.add(key)
  }
  return seen.size > 0
}

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
  for (const row of group) {
    const others = group.filter((other) => other !== row).map((other) => other.row)
    row.outcome = 'refused'
    delete row.reason
    row.errors.unshift({
      cell: `${letterOf(row, field) ?? ''}${row.row}`,
      code: 'duplicate_key',
      raw: row.raw?.[field] ?? String(row.fields[field]),
      message: `The same ${field} stands in row ${others.join(', ')}. Give each its own: until then nothing is written for any of them.`,
      rows: numbers,
    })
  }
}
