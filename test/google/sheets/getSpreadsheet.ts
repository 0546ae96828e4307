import type { Handler } from '../call.ts'
import { parseFieldMask, type FieldMask } from '../fieldMask.ts'
import { intersects, toColumnLetters, type Box } from './a1.ts'
import { formatCell, isEmptyCell, type Cell } from './cell.ts'
import { findRange, openSpreadsheet } from './ranges.ts'
import type { StoredSheet } from './storedSheet.ts'
import type { StoredSpreadsheet } from './storedSpreadsheet.ts'

function toEffectiveValue({ value, error }: Cell): object {
  if (error) return { errorValue: { type: error.type, ...(error.message !== undefined && { message: error.message }) } }
  if (typeof value === 'number') return { numberValue: value }
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: value }
}

function toCellData(cell: Cell, locale: string): object {
  if (isEmptyCell(cell) && cell.formula === undefined) return {}
  const { format, formula, isSpilled = false } = cell
  return {
    // Nobody entered what a formula of another cell gives.
    ...(!isSpilled && {
      userEnteredValue: formula === undefined ? toEffectiveValue(cell) : { formulaValue: formula },
    }),
    ...(!isEmptyCell(cell) && { effectiveValue: toEffectiveValue(cell) }),
    formattedValue: formatCell(cell, locale),
    ...(format && { userEnteredFormat: { numberFormat: { ...format } } }),
    effectiveFormat: { ...(format && { numberFormat: { ...format } }) },
  }
}

function toRowData(sheet: StoredSheet, box: Box, row: number, locale: string): object {
  const cells: Cell[] = []
  for (let column = box.startColumn; column < box.endColumn; column++) cells.push(sheet.cellAt(row, column))
  const used = cells.slice(0, cells.findLastIndex((cell) => !isEmptyCell(cell) || cell.formula !== undefined) + 1)
  return used.length === 0 ? {} : { values: used.map((cell) => toCellData(cell, locale)) }
}

const range = (start: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)

/** A `GridData`. Metadata cover every row of the range, `rowData` ends with the last value. */
function toGridData(sheet: StoredSheet, box: Box, locale: string): object {
  const rows = range(box.startRow, Math.min(box.endRow, sheet.usedRows)).map((row) =>
    toRowData(sheet, box, row, locale),
  )
  const rowData = rows.slice(0, rows.findLastIndex((row) => 'values' in row) + 1)
  return {
    ...(box.startRow > 0 && { startRow: box.startRow }),
    ...(box.startColumn > 0 && { startColumn: box.startColumn }),
    ...(rowData.length > 0 && { rowData }),
    rowMetadata: range(box.startRow, box.endRow).map((row) => {
      const hiddenBy = sheet.hiddenBy(row)
      return { pixelSize: 21, ...(hiddenBy && { [hiddenBy === 'user' ? 'hiddenByUser' : 'hiddenByFilter']: true }) }
    }),
    columnMetadata: range(box.startColumn, box.endColumn).map((column) => ({
      pixelSize: 100,
      ...(sheet.hiddenColumns.has(toColumnLetters(column)) && { hiddenByUser: true }),
    })),
  }
}

const toGridRange = ({ sheetId }: StoredSheet, { startRow, endRow, startColumn, endColumn }: Partial<Box>): object => ({
  sheetId,
  ...(startRow !== undefined && { startRowIndex: startRow }),
  ...(endRow !== undefined && { endRowIndex: endRow }),
  ...(startColumn !== undefined && { startColumnIndex: startColumn }),
  ...(endColumn !== undefined && { endColumnIndex: endColumn }),
})

function toProperties(sheet: StoredSheet, index: number): object {
  const { sheetId, title, hidden, rowCount, columnCount, frozenRowCount } = sheet
  const gridProperties = { rowCount, columnCount, ...(frozenRowCount > 0 && { frozenRowCount }) }
  return { sheetId, title, index, sheetType: 'GRID', gridProperties, ...(hidden && { hidden }) }
}

function toProtectedRanges(sheet: StoredSheet, account: string): object[] {
  return sheet.protectedRanges.map(({ id, box, editors }) => {
    const canEdit = editors.includes(account)
    // Google names the editors only to those who may edit.
    return {
      protectedRangeId: id,
      range: toGridRange(sheet, box),
      ...(canEdit && { requestingUserCanEdit: true, editors: { users: editors } }),
    }
  })
}

interface SheetRequest {
  spreadsheet: StoredSpreadsheet
  account: string
  /** The parts to return; undefined without `ranges`. */
  boxes: Box[] | undefined
  hasData: boolean
}

function toSheet(sheet: StoredSheet, { spreadsheet, account, boxes, hasData }: SheetRequest): object {
  const merges = sheet.merges.filter((merge) => !boxes || boxes.some((box) => intersects(box, merge)))
  const protectedRanges = toProtectedRanges(sheet, account)
  return {
    properties: toProperties(sheet, spreadsheet.sheets.indexOf(sheet)),
    ...(hasData && { data: (boxes ?? [sheet.clip({})]).map((box) => toGridData(sheet, box, spreadsheet.locale)) }),
    ...(merges.length > 0 && { merges: merges.map((box) => toGridRange(sheet, box)) }),
    ...(protectedRanges.length > 0 && { protectedRanges }),
  }
}

/** A mask asks for grid data when it selects `sheets.data`, or all of a sheet. */
function selectsData(mask: FieldMask): boolean {
  if (mask.has('*')) return true
  if (!mask.has('sheets')) return false
  const ofSheets = mask.get('sheets')
  return !ofSheets || ofSheets.has('*') || ofSheets.has('data')
}

export const getSpreadsheet: Handler = (call) => {
  const spreadsheet = openSpreadsheet(call)
  const { query, account } = call
  const mask = parseFieldMask(query.get('fields') ?? '')
  const hasData = mask ? selectsData(mask) : query.get('includeGridData') === 'true'
  const ranges = query.getAll('ranges').map((text) => findRange(spreadsheet, text))
  const sheets = spreadsheet.sheets.flatMap((sheet) => {
    const boxes = ranges.filter((found) => found.sheet === sheet).map(({ box }) => box)
    if (ranges.length > 0 && boxes.length === 0) return []
    return [toSheet(sheet, { spreadsheet, account, hasData, boxes: ranges.length > 0 ? boxes : undefined })]
  })
  const { id, title, locale, timeZone } = spreadsheet
  return {
    spreadsheetId: id,
    properties: { title, locale, autoRecalc: 'ON_CHANGE', timeZone },
    sheets,
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${id}/edit`,
  }
}
