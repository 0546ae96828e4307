import { readXlsx, type Sheet as FoundSheet, type Workbook } from 'hucre'
import { columnLetter } from '../mapping/letters.ts'
import { SheetRefused, type Cell, type Sheet, type SheetReader, type SheetRow } from '../types.ts'
import { checkArchive } from './checkArchive.ts'
import { BLANK, toCell } from './workbookCell.ts'

/** More rows than any studio has items; what lies beyond is most often empty rows with a format. */
const MAX_ROWS = 200_000

const NO_CELLS: Cell[] = []

/** Only the first cell of a merged range holds a value; programs may keep what they hid under it. */
function findCovered({ merges = [], rows }: FoundSheet): Set<string> {
  const covered = new Set<string>()
  for (const { startRow, startCol, endRow, endCol } of merges)
    for (let row = startRow; row <= Math.min(endRow, rows.length - 1); row++)
      for (let column = startCol; column <= Math.min(endCol, (rows[row]?.length ?? 0) - 1); column++)
        if ((row > startRow || column > startCol) && rows[row]?.[column] !== null) covered.add(`${row},${column}`)
  return covered
}

function toRows(found: FoundSheet, is1904: boolean): SheetRow[] {
  const covered = findCovered(found)
  const rows = found.rows.map((values, row): SheetRow => {
    const cells = values.map((value, column) => {
      const key = `${row},${column}`
      return covered.has(key) ? BLANK : toCell(value, found.cells?.get(key), is1904)
    })
    const width = cells.findLastIndex((cell) => cell !== BLANK) + 1
    return {
      row: row + 1,
      ...(found.rowDefs?.get(row)?.hidden && { hidden: true }),
      cells: width === 0 ? NO_CELLS : width === cells.length ? cells : cells.slice(0, width),
    }
  })
  return rows.slice(0, rows.findLastIndex(({ cells }) => cells !== NO_CELLS) + 1)
}

function toSheet(found: FoundSheet, is1904: boolean): Sheet {
  if (found.rows.length > MAX_ROWS)
    throw new SheetRefused(
      'unreadable_file',
      `The sheet "${found.name}" goes on beyond row ${MAX_ROWS.toLocaleString('en')}. Delete the empty rows below the list (a format down to the last row counts as rows), or split the sheet.`,
    )
  const hidden = (found.columns ?? []).flatMap((column, index) =>
    column.hidden && index < (found.rows[0]?.length ?? 0) ? [columnLetter(index)] : [],
  )
  return { name: found.name, rows: toRows(found, is1904), ...(hidden.length > 0 && { hiddenColumns: hidden }) }
}

const NO_WORKSHEET = /missing worksheet file for sheet "(.*)"$/
const TOO_WIDE = /outside the supported sheet bounds|cells\), over the/

function refuse(error: unknown): SheetRefused {
  const message = error instanceof Error ? error.message : ''
  const advice = TOO_WIDE.test(message)
    ? 'The workbook has cells in far-away rows or columns. Delete the empty rows below and the empty columns beside the list, then save it.'
    : 'The workbook is damaged or was not written by a spreadsheet program. Open it in one and save it anew as .xlsx.'
  return new SheetRefused('unreadable_file', advice, { cause: error })
}

interface Listed {
  name: string
  isHidden: boolean
}

/** Names of sheets differ in more than case. */
const isSheet = (name: string, wanted: string): boolean => name.trim().toLowerCase() === wanted.trim().toLowerCase()

/** Parses the sheets that are wanted and lists all; sheets that are only a chart have no cells and count as none. */
async function parseWorkbook(bytes: Uint8Array, wanted: string | undefined): Promise<{ workbook: Workbook; listed: Listed[] }> {
  const charts = new Set<string>()
  for (;;) {
    const listed: Listed[] = []
    try {
      const workbook = await readXlsx(bytes, {
        readStyles: true,
        maxRows: MAX_ROWS + 1,
        sheets: ({ name, hidden, veryHidden }) => {
          if (charts.has(name)) return false
          const isHidden = hidden === true || veryHidden === true
          listed.push({ name, isHidden })
          return wanted === undefined ? !isHidden : isSheet(name, wanted)
        },
      })
      return { workbook, listed }
    } catch (error) {
      const chart = error instanceof Error ? NO_WORKSHEET.exec(error.message)?.[1] : undefined
      if (chart === undefined || charts.has(chart)) throw refuse(error)
      charts.add(chart)
    }
  }
}

/**
 * Reads the sheets of an XLSX workbook (ECMA-376 part 1, section 18): the visible ones, or the one that is named, hidden or not.
 * Sheets that are not read come without rows.
 * @throws SheetRefused unreadable_file.
 */
async function readWorkbook(bytes: Uint8Array, wanted?: string): Promise<Sheet[]> {
  await checkArchive(bytes)
  const { workbook, listed } = await parseWorkbook(bytes, wanted)
  const is1904 = workbook.dateSystem === '1904'
  return listed.map(({ name, isHidden }) => {
    const found = workbook.sheets.find((sheet) => sheet.name === name)
    return { ...(found ? toSheet(found, is1904) : { name, rows: [] }), ...(isHidden && { hidden: true }), ...(!found && { isRead: false }) }
  })
}

export const workbookReader: SheetReader = {
  accepts: (_bytes, name) => /\.xls[xm]$/i.test(name),
  read: readWorkbook,
}

/** Whether a file begins as a zip archive does, which every XLSX workbook is. */
export const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
