import type { MappedRow, SheetRow } from '../types.ts'
import { isBlankRow, isFilled } from './cellKind.ts'
import { createClassifier } from './classifyRow.ts'
import { bareRow, type MapContext } from './gearTable.ts'
import { columnLetter } from './letters.ts'
import type { TablePart } from './tablePart.ts'

/** A table that is not written, and why. */
export interface OtherTable {
  part: TablePart
  detail: string
  /** True when it may be gear: rows are then refused instead of skipped. */
  isRefused: boolean
}

const IDENTIFYING = ['gear_type', 'brand', 'model'] as const
const MAX_HEADERS = 6
const WIDE = 4

const listHeadersOf = ({ cells }: SheetRow): string =>
  cells
    .map(({ text }) => text.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
    .slice(0, MAX_HEADERS)
    .join(', ')

/** A table without the required headers. It may be gear if it has most of them and none of another list. */
export function openOtherTable(part: TablePart): OtherTable {
  const { fields, listHeaders } = part.read
  const named = IDENTIFYING.filter((field) => fields.has(field)).length + (fields.has('asset_tag') || fields.has('serial_number') ? 1 : 0)
  const where = `The table with the header "${listHeadersOf(part.headerRow)}" in row ${part.headerRow.row}`
  // A wide table with unknown headers may be gear in an unknown language.
  const isWide = part.read.filled.length >= WIDE
  const isRefused = named > 2 || (listHeaders === 0 && (named === 2 || isWide))
  const detail = isRefused
    ? `${where} has no column for ${part.missing.join(', ')}, so its rows are not read. Add the column, or move the table to another sheet.`
    : `${where} is no list of gear, so its rows are not read.`
  return { part, detail, isRefused }
}

/** A complete table that still cannot be read. */
export const refuseTable = (part: TablePart, reason: string): OtherTable => ({
  part,
  isRefused: true,
  detail: `The table with the header "${listHeadersOf(part.headerRow)}" in row ${part.headerRow.row} is not read. ${reason}`,
})

/** Rows of an unread table, refused or skipped. */
export function mapOtherTable({ part, detail, isRefused }: OtherTable, { withLines, readCell }: MapContext): MappedRow[] {
  const headed = part.headerRow.cells.flatMap((cell, index) => (isFilled(cell) ? [{ index }] : []))
  const classify = createClassifier(part.headerRow, headed, -1, readCell)
  return part.rows.flatMap(({ row, role }): MappedRow[] => {
    if (isBlankRow(row)) return []
    if (role !== 'row') return [bareRow(row, role === 'heading' ? 'group_row' : role, withLines)]
    const bare = bareRow(row, 'other_table', withLines)
    if (!isRefused) return [bare]
    const rowClass = classify(row)
    if (rowClass !== 'item') return [{ ...bare, reason: rowClass }]
    const index = row.cells.findIndex(isFilled)
    const raw = row.cells[index]?.text ?? ''
    return [{ ...bare, outcome: 'refused', errors: [{ cell: `${columnLetter(index)}${row.row}`, code: 'other_table', raw, message: detail }] }]
  })
}
