import type { Handler } from '../call.ts'
import { createBadRequest, GoogleError } from '../errors.ts'
import { formatA1, toColumnLetters, type Box } from './a1.ts'
import { renderRange } from './batchGet.ts'
import { EMPTY_CELL, type Cell } from './cell.ts'
import { findRange, openSpreadsheet, type FoundRange } from './ranges.ts'
import type { StoredSheet } from './storedSheet.ts'
import type { StoredSpreadsheet } from './storedSpreadsheet.ts'

interface ValueRange {
  range?: string
  majorDimension?: string
  values?: unknown[][]
}

interface Body {
  valueInputOption?: string
  data?: ValueRange[]
  includeValuesInResponse?: boolean
  responseValueRenderOption?: string
  responseDateTimeRenderOption?: string
}

type Value = boolean | number | string

interface PlannedCell {
  row: number
  column: number
  value: Value
}

/** The checked write of one `ValueRange`. */
interface Write {
  sheet: StoredSheet
  box: Box
  cells: PlannedCell[]
}

const MAX_CHARACTERS = 50_000
const PROTECTED =
  'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.'

function checkValue(value: unknown, path: string): Value | null {
  if (typeof value === 'string' && value.length > MAX_CHARACTERS)
    throw createBadRequest(
      `${path}Your input contains more than the maximum of ${MAX_CHARACTERS} characters in a single cell.`,
    )
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  throw createBadRequest(
    `${path}${Array.isArray(value) ? 'list_value' : 'struct_value'} is not allowed as the value of a cell`,
  )
}

/** @returns columns as rows */
function toRows({ values = [], majorDimension }: ValueRange): unknown[][] {
  if (majorDimension !== 'COLUMNS') return values
  const height = values.reduce((highest, column) => Math.max(highest, column.length), 0)
  return Array.from({ length: height }, (_, row) => values.map((column) => column[row] ?? null))
}

/** Values may not exceed their range. A range of one cell grows with its values. */
function checkSize({ sheet, box, isCell }: FoundRange, rows: unknown[][], text: string, prefix: string): Box {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  const written = {
    ...box,
    endRow: box.startRow + Math.max(rows.length, 1),
    endColumn: box.startColumn + Math.max(width, 1),
  }
  const limit = isCell ? { endRow: sheet.rowCount, endColumn: sheet.columnCount } : box
  const columnProblem = written.endColumn > limit.endColumn ? `column [${toColumnLetters(limit.endColumn)}]` : undefined
  const problem = written.endRow > limit.endRow ? `row [${limit.endRow + 1}]` : columnProblem
  if (problem !== undefined)
    throw createBadRequest(`${prefix}Requested writing within range [${text}], but tried writing to ${problem}`)
  return written
}

function planWrite(spreadsheet: StoredSpreadsheet, valueRange: ValueRange, index: number, account: string): Write {
  const prefix = `Invalid data[${index}]: `
  const text = valueRange.range ?? ''
  const found = findRange(spreadsheet, text, prefix)
  const rows = toRows(valueRange)
  const box = checkSize(found, rows, text, prefix)
  const cells = rows.flatMap((row, rowIndex) =>
    row.flatMap((item, columnIndex): PlannedCell[] => {
      const value = checkValue(item, `${prefix}Invalid values[${rowIndex}][${columnIndex}]: `)
      return value === null ? [] : [{ row: box.startRow + rowIndex, column: box.startColumn + columnIndex, value }]
    }),
  )
  const isRefused = cells.some(({ row, column }) =>
    found.sheet.isProtectedFrom(account, {
      startRow: row,
      endRow: row + 1,
      startColumn: column,
      endColumn: column + 1,
    }),
  )
  if (isRefused) throw createBadRequest(prefix + PROTECTED)
  return { sheet: found.sheet, box, cells }
}

/** A written cell keeps its format, and loses a formula and an error. */
function toWrittenCell({ format }: Cell, value: Value): Cell {
  if (value === '') return format ? { value: null, format } : EMPTY_CELL
  return { value, ...(format && { format }) }
}

const countDistinct = (values: readonly unknown[]): number => new Set(values).size

export const batchUpdateValues: Handler = (call) => {
  const spreadsheet = openSpreadsheet(call, true)
  const body = call.body as Body
  const { data = [], valueInputOption = 'INPUT_VALUE_OPTION_UNSPECIFIED' } = body
  if (valueInputOption === 'INPUT_VALUE_OPTION_UNSPECIFIED')
    throw createBadRequest("'valueInputOption' is required but not specified")
  if (valueInputOption !== 'RAW') throw new GoogleError(501, 'The emulator writes RAW only.')
  const writes = data.map((valueRange, index) => planWrite(spreadsheet, valueRange, index, call.account))
  for (const { sheet, cells } of writes)
    for (const { row, column, value } of cells)
      sheet.enterCell(row, column, toWrittenCell(sheet.cellAt(row, column), value))
  if (writes.some(({ cells }) => cells.length > 0)) spreadsheet.touch()

  const spreadsheetId = spreadsheet.id
  const options = {
    locale: spreadsheet.locale,
    value: body.responseValueRenderOption ?? null,
    dateTime: body.responseDateTimeRenderOption ?? null,
    dimension: null,
  }
  const responses = writes.map(({ sheet, box, cells }) => ({
    spreadsheetId,
    updatedRange: formatA1(sheet.title, box),
    updatedRows: countDistinct(cells.map(({ row }) => row)),
    updatedColumns: countDistinct(cells.map(({ column }) => column)),
    updatedCells: cells.length,
    ...(body.includeValuesInResponse === true && { updatedData: renderRange(sheet, box, options) }),
  }))
  const all = writes.flatMap(({ sheet, cells }) =>
    cells.map(({ row, column }) => ({ row: `${sheet.sheetId}/${row}`, column: `${sheet.sheetId}/${column}` })),
  )
  return {
    spreadsheetId,
    totalUpdatedRows: countDistinct(all.map(({ row }) => row)),
    totalUpdatedColumns: countDistinct(all.map(({ column }) => column)),
    totalUpdatedCells: writes.reduce((sum, { cells }) => sum + cells.length, 0),
    totalUpdatedSheets: countDistinct(writes.map(({ sheet }) => sheet)),
    responses,
  }
}
