import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import type { MappedRow, SheetRow } from '../types.ts'
import { isBlankRow, isFilled } from './cellKind.ts'
import { createClassifier } from './classifyRow.ts'
import { toIgnoredRow, type MapContext } from './gearTable.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import type { TablePart } from './tablePart.ts'

/** A table that is not synced, with the reason. */
export interface OtherTable {
  part: TablePart
  said: Said
  /** True if the table may list gear. Its rows are then refused instead of skipped. */
  isRefused: boolean
}

const DESCRIPTIVE_FIELDS = ['gear_type', 'brand', 'model'] as const
const MAX_LISTED_HEADERS = 6
const MIN_WIDE_COLUMNS = 4

const listHeadersOf = ({ cells }: SheetRow): string =>
  cells
    .map(({ text }) => text.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
    .slice(0, MAX_LISTED_HEADERS)
    .join(', ')

/** Prepares a table without the required headers. It may list gear if it has most of them and none of another list. */
export function prepareOtherTable(part: TablePart): OtherTable {
  const { fields, listHeaders } = part.read
  const requiredCount =
    DESCRIPTIVE_FIELDS.filter((field) => fields.has(field)).length +
    (fields.has('asset_tag') || fields.has('serial_number') ? 1 : 0)
  const table = { headers: listHeadersOf(part.headerRow), row: part.headerRow.row }
  // A wide table with unknown headers may list gear in an unknown language.
  const isWide = part.read.filled.length >= MIN_WIDE_COLUMNS
  const isRefused = requiredCount > 2 || (listHeaders === 0 && (requiredCount === 2 || isWide))
  const said = isRefused
    ? say('table_lacks_columns', { ...table, fields: part.missing.join(', ') })
    : say('table_of_no_gear', table)
  return { part, said, isRefused }
}

/** Creates a table that has all required headers but cannot be read. */
export const toRefusedTable = (part: TablePart, reason: Said): OtherTable => ({
  part,
  isRefused: true,
  said: sayAll(say('table_not_read', { headers: listHeadersOf(part.headerRow), row: part.headerRow.row }), reason),
})

/** Yields the rows of an unread table as refused or skipped. */
export function* mapOtherTable(
  { part, said, isRefused }: OtherTable,
  { withLines, readCell }: MapContext,
): Generator<MappedRow> {
  const headerColumns = part.headerRow.cells.flatMap((cell, index) => (isFilled(cell) ? [{ index, target: '' }] : []))
  const classify = createClassifier(part.headerRow, headerColumns, -1, readCell, undefined)
  for (const { row, role } of part.rows) {
    if (isBlankRow(row)) continue
    const skippedRow = toIgnoredRow(row, 'other_table', withLines)
    const rowClass = isRefused && role === 'row' ? classify(row) : undefined
    if (role !== 'row') yield toIgnoredRow(row, role === 'heading' ? 'group_row' : role, withLines)
    else if (rowClass === undefined) yield skippedRow
    else if (rowClass !== 'item') yield { ...skippedRow, reason: rowClass }
    else {
      const index = row.cells.findIndex(isFilled)
      const raw = row.cells[index]?.text ?? ''
      const error = { cell: `${toColumnLetter(index)}${row.row}`, code: 'other_table', raw, ...said }
      yield { ...skippedRow, outcome: 'refused', errors: [error] }
    }
  }
}
