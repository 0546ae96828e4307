import type { Handler } from '../call.ts'
import { formatA1, type Box } from './a1.ts'
import { formatCell, isDateCell, type Cell } from './cell.ts'
import { findRange, openSpreadsheet } from './ranges.ts'
import type { StoredSheet } from './storedSheet.ts'

type Value = boolean | number | string

/** How a request wants values. */
export interface RenderOptions {
  locale: string
  value: string | null
  dateTime: string | null
  dimension: string | null
}

function renderCell(cell: Cell, { value: option, dateTime, locale }: RenderOptions): Value {
  if (option === 'FORMULA' && cell.formula !== undefined) return cell.formula
  if (cell.error) return cell.error.text
  const isPlain = option === 'UNFORMATTED_VALUE' || option === 'FORMULA'
  if (isPlain && !(dateTime === 'FORMATTED_STRING' && isDateCell(cell))) return cell.value ?? ''
  return formatCell(cell, locale)
}

/** Removes empty values at the end. */
const trimValues = (values: Value[]): Value[] => values.slice(0, values.findLastIndex((value) => value !== '') + 1)

function transpose(rows: Value[][]): Value[][] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  return Array.from({ length: width }, (_, column) => trimValues(rows.map((row) => row[column] ?? '')))
}

/** A `ValueRange`. Trailing empty rows and cells are left out, and `values` when there are none. */
export function renderRange(sheet: StoredSheet, box: Box, options: RenderOptions): object {
  const rows: Value[][] = []
  for (let row = box.startRow; row < Math.min(box.endRow, sheet.usedRows); row++) {
    const values: Value[] = []
    for (let column = box.startColumn; column < box.endColumn; column++)
      values.push(renderCell(sheet.cellAt(row, column), options))
    rows.push(trimValues(values))
  }
  const trimmedRows = rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1)
  const majorDimension = options.dimension === 'COLUMNS' ? 'COLUMNS' : 'ROWS'
  const values = majorDimension === 'COLUMNS' ? transpose(trimmedRows) : trimmedRows
  return { range: formatA1(sheet.title, box), majorDimension, ...(values.length > 0 && { values }) }
}

export const batchGetValues: Handler = (call) => {
  const spreadsheet = openSpreadsheet(call)
  const { query } = call
  const options: RenderOptions = {
    locale: spreadsheet.locale,
    value: query.get('valueRenderOption'),
    dateTime: query.get('dateTimeRenderOption'),
    dimension: query.get('majorDimension'),
  }
  const ranges = query.getAll('ranges').map((text) => findRange(spreadsheet, text))
  return {
    spreadsheetId: spreadsheet.id,
    ...(ranges.length > 0 && { valueRanges: ranges.map(({ sheet, box }) => renderRange(sheet, box, options)) }),
  }
}
