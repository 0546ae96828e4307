// Checkboxes fill the empty rows below a list with FALSE.
import { isFalse, isTrue } from '../cells/converted.ts'
import type { Cell, Sheet, SheetRow } from '../types.ts'
import { isFilled } from './cellKind.ts'

const isUnchecked = (cell: Cell): boolean =>
  cell.kind === 'text' ? isFalse(cell.text.toUpperCase()) : cell.value === false
const isCheckbox = (cell: Cell): boolean =>
  cell.kind === 'boolean' || isUnchecked(cell) || isTrue(cell.text.toUpperCase())

/** Lists the columns with FALSE of a row that has no other value. @returns an empty list for any other row */
function listUnchecked(row: SheetRow): number[] {
  // `cells` builds every cell at each access, so check the first cell alone first.
  const first = row.cellAt?.(0)
  if (first && isFilled(first) && !isUnchecked(first)) return []
  const found: number[] = []
  for (const [column, cell] of row.cells.entries()) {
    if (!isFilled(cell)) continue
    if (!isUnchecked(cell)) return []
    found.push(column)
  }
  return found
}

/**
 * True if each value below a column's header is true or false, also beside other values. The header may be repeated.
 */
function isCheckboxColumn(rows: readonly SheetRow[], column: number): boolean {
  let header: string | undefined
  let [isBelow, isUsed] = [false, false]
  for (const row of rows) {
    const cell = row.cellAt ? row.cellAt(column) : row.cells[column]
    if (!cell || !isFilled(cell)) continue
    if (isCheckbox(cell)) {
      isBelow = true
      isUsed ||= listUnchecked(row).length === 0
    } else if (!isBelow) header = cell.text
    else if (cell.text !== header) return false
  }
  return isUsed
}

/** Blanks the rows in which only unchecked checkboxes are filled. */
export function blankUncheckedRows(sheet: Sheet): Sheet {
  const columns = new Map<number, boolean>()
  const isBlankRow = (row: SheetRow): boolean => {
    const unchecked = listUnchecked(row)
    for (const column of unchecked) if (!columns.has(column)) columns.set(column, isCheckboxColumn(sheet.rows, column))
    return unchecked.length > 0 && unchecked.every((column) => columns.get(column))
  }
  if (!sheet.rows.some(isBlankRow)) return sheet
  const toBlank = ({ row, line, hidden }: SheetRow): SheetRow => ({
    row,
    ...(line !== undefined && { line }),
    ...(hidden === true && { hidden }),
    cells: [],
  })
  return { ...sheet, rows: sheet.rows.map((row) => (isBlankRow(row) ? toBlank(row) : row)) }
}
