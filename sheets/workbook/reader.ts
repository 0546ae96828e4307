import { say } from '../../contract/sentences/say.ts'
import { readXlsx, type Sheet as FoundSheet, type Workbook } from 'hucre/xlsx'
import { toColumnLetter } from '../vocabulary/columnLetters.ts'
import { findMergedCells, toMergedCells } from '../cells/mergedCells.ts'
import { SheetRefused, type Cell, type Sheet, type SheetReader, type SheetRow } from '../types.ts'
import { checkArchive, type CheckedArchive } from './checkArchive.ts'
import { createCellConverter, isEmptyCell, type ToCell } from './cell.ts'

/** Maximum number of rows in a sheet. Rows beyond it are usually empty but formatted. */
const MAX_ROWS = 200_000

/** Number of rows to parse at a time, because the parser needs far more memory per cell than the result. */
const ROWS_PER_PARSE = 51_000

const NO_CELLS: Cell[] = []

function withoutBlankEnd(cells: Cell[]): Cell[] {
  const width = cells.findLastIndex((cell) => !isEmptyCell(cell)) + 1
  if (width === 0) return NO_CELLS
  return width === cells.length ? cells : cells.slice(0, width)
}

/** @param first index of the first row */
function toRows(foundSheet: FoundSheet, first: number, toCell: ToCell): SheetRow[] {
  const merged = findMergedCells(foundSheet.merges ?? [], foundSheet.rows)
  return foundSheet.rows.slice(first).map((values, index): SheetRow => {
    const row = first + index
    const cells = toMergedCells(values, row, merged, (value, column) =>
      toCell(value, foundSheet.cells?.get(`${row},${column}`)),
    )
    const isHidden = foundSheet.rowDefs?.get(row)?.hidden
    return { row: row + 1, ...(isHidden && { hidden: true }), cells: withoutBlankEnd(cells) }
  })
}

function hiddenColumnsOf({ columns = [] }: FoundSheet, rows: readonly SheetRow[]): string[] {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
  return columns.slice(0, width).flatMap((column, index) => (column.hidden ? [toColumnLetter(index)] : []))
}

const NO_WORKSHEET = /missing worksheet file for sheet "(.*)"$/
const OUT_OF_BOUNDS = /outside the supported sheet bounds|cells\), over the/

function createRefusal(error: unknown): SheetRefused {
  const message = error instanceof Error ? error.message : ''
  const advice = OUT_OF_BOUNDS.test(message) ? say('workbook_far_away_cells') : say('workbook_damaged')
  return new SheetRefused('unreadable_file', advice, { cause: error })
}

interface ListedSheet {
  name: string
  isHidden: boolean
}

/** Sheet names are compared without case. */
const isSheet = (name: string, wantedName: string): boolean =>
  name.trim().toLowerCase() === wantedName.trim().toLowerCase()

/** Parses a range of rows of the wanted sheets, and lists all sheets. Chart sheets are skipped. */
async function parseRange(
  bytes: Uint8Array,
  range: string,
  wantedName: string | undefined,
): Promise<{ workbook: Workbook; listed: ListedSheet[] }> {
  const charts = new Set<string>()
  for (;;) {
    const listed: ListedSheet[] = []
    try {
      const workbook = await readXlsx(bytes, {
        readStyles: true,
        range,
        sheets: ({ name, hidden, veryHidden }) => {
          if (charts.has(name)) return false
          const isHidden = hidden === true || veryHidden === true
          listed.push({ name, isHidden })
          return wantedName === undefined ? !isHidden : isSheet(name, wantedName)
        },
      })
      return { workbook, listed }
    } catch (error) {
      const chart = error instanceof Error ? NO_WORKSHEET.exec(error.message)?.[1] : undefined
      if (chart === undefined || charts.has(chart)) throw createRefusal(error)
      charts.add(chart)
    }
  }
}

const withoutTrailingBlanks = (rows: SheetRow[]): SheetRow[] =>
  rows.slice(0, rows.findLastIndex(({ cells }) => cells !== NO_CELLS) + 1)

async function readRanges(
  { bytes, lastRow, needsCalculation }: CheckedArchive,
  wantedName: string | undefined,
): Promise<Sheet[]> {
  const sheets = new Map<string, Sheet>()
  let toCell: ToCell | undefined
  for (let first = 0; first < Math.max(lastRow, 1); first += ROWS_PER_PARSE) {
    const { workbook, listed } = await parseRange(bytes, `A${first + 1}:XFD${first + ROWS_PER_PARSE}`, wantedName)
    toCell ??= createCellConverter(workbook.dateSystem === '1904', needsCalculation)
    for (const { name, isHidden } of listed) {
      const foundSheet = workbook.sheets.find((sheet) => sheet.name === name)
      const sheet = sheets.get(name) ?? {
        name,
        rows: [],
        ...(isHidden && { hidden: true }),
        ...(!foundSheet && { isRead: false }),
      }
      sheets.set(name, sheet)
      if (!foundSheet) continue
      for (const row of toRows(foundSheet, first, toCell)) sheet.rows.push(row)
      const hiddenColumns = hiddenColumnsOf(foundSheet, sheet.rows)
      if (hiddenColumns.length > 0) sheet.hiddenColumns = hiddenColumns
    }
  }
  return [...sheets.values()].map((sheet) => ({ ...sheet, rows: withoutTrailingBlanks(sheet.rows) }))
}

/**
 * Reads an XLSX workbook (ECMA-376 part 1, section 18): visible sheets, or the named one. Other sheets have no rows.
 * @throws SheetRefused unreadable_file
 */
async function readWorkbook(file: Uint8Array, wantedName?: string): Promise<Sheet[]> {
  const checked = await checkArchive(file)
  const { lastRow } = checked
  if (lastRow > MAX_ROWS)
    throw new SheetRefused('unreadable_file', say('workbook_rows', { last: lastRow, limit: MAX_ROWS }))
  return readRanges(checked, wantedName)
}

export const workbookReader: SheetReader = {
  read: (bytes, { sheet }) => readWorkbook(bytes, sheet),
}
