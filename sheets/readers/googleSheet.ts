import { say } from '../../contract/sentences/say.ts'
import { DAY_MS } from '../../contract/policies.ts'
import { BLANK, toDateCell, toNumberCell } from '../cells/displayedCell.ts'
import { findMergedCells, toMergedCells, type MergedRange } from '../cells/mergedCells.ts'
import {
  GoogleSpreadsheet,
  type GoogleFormat,
  type GoogleGrid,
  type GoogleTab,
  type GoogleValue,
} from '../googleGrid.ts'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import { SheetRefused, type Cell, type Sheet, type SheetReader, type SheetRow } from '../types.ts'

/** Day 0 of Google's serial numbers. They have no 29 February 1900. */
const SERIAL_START_MS = Date.UTC(1899, 11, 30)
const DATE_TYPES: ReadonlySet<string> = new Set(['DATE', 'TIME', 'DATE_TIME'])

function toCell(value: GoogleValue, format: GoogleFormat | undefined, isError: boolean): Cell {
  if (isError) return { text: String(value), value: null, kind: 'error' }
  if (value === '') return BLANK
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE', value, kind: 'boolean' }
  if (typeof value === 'string') return { text: value, value, kind: 'text' }
  if (format === undefined || !DATE_TYPES.has(format.type)) return toNumberCell(value, format?.pattern ?? '')
  return toDateCell(new Date(SERIAL_START_MS + Math.round(value * DAY_MS)), format.pattern, () => value)
}

const toMergedRange = ([startRow, endRow, startCol, endCol]: GoogleGrid['merges'][number]): MergedRange => ({
  startRow,
  startCol,
  endRow: endRow - 1,
  endCol: endCol - 1,
})

function toRows(grid: GoogleGrid): SheetRow[] {
  const merged = findMergedCells(grid.merges.map(toMergedRange), grid.values)
  const errors = new Set(grid.errors.map(([row, column]) => `${row},${column}`))
  const hidden = new Set(grid.hiddenRows)
  const formatOf = (row: number, column: number): GoogleFormat | undefined => {
    const own = grid.cellFormats[column]
    const index = own ? own[row] : grid.columnFormats[column]
    return index === undefined || index === null ? undefined : grid.formats[index]
  }
  return grid.values.map((values, row) => ({
    row: row + 1,
    ...(hidden.has(row) && { hidden: true }),
    cells: toMergedCells(values, row, merged, (value, column) =>
      toCell(value, formatOf(row, column), errors.has(`${row},${column}`)),
    ),
  }))
}

function toSheet({ title, isHidden, grid }: GoogleTab): Sheet {
  const shared = { name: title, ...(isHidden && { hidden: true }) }
  if (!grid) return { ...shared, rows: [], isRead: false }
  const hiddenColumns = grid.hiddenColumns.map((column) => toColumnLetter(column))
  return {
    ...shared,
    rows: toRows(grid),
    ...(hiddenColumns.length > 0 && { hiddenColumns }),
    ...(grid.range !== undefined && { range: grid.range }),
  }
}

function parse(bytes: Uint8Array): GoogleSpreadsheet {
  try {
    return GoogleSpreadsheet.parse(JSON.parse(Buffer.from(bytes).toString()))
  } catch (error) {
    throw new SheetRefused('unreadable_file', say('file_is_gsheet'), { cause: error })
  }
}

/**
 * Reads the file that `sheets/sources/googleSheet` has stored. Numbers are as displayed and dates are ISO text, as in a
 * workbook.
 */
export const googleSheetReader: SheetReader = {
  read: (bytes) => Promise.resolve(parse(bytes).sheets.map(toSheet)),
}
