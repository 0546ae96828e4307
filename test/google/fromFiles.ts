import { parse } from 'csv-parse/sync'
import { dateToSerial, type Cell as FoundCell, type CellValue } from 'hucre'
import { readXlsx, type Sheet as FoundSheet } from 'hucre/xlsx'
import { formatA1, toColumnLetters } from './sheets/a1.ts'
import { EMPTY_CELL, toNumberFormat, type Cell } from './sheets/cell.ts'
import type { NewSheet } from './sheets/storedSheet.ts'
import type { NewSpreadsheet } from './sheets/storedSpreadsheet.ts'

const errorTypes: Record<string, NonNullable<Cell['error']>['type']> = {
  '#DIV/0!': 'DIVIDE_BY_ZERO',
  '#N/A': 'N_A',
  '#NAME?': 'NAME',
  '#NULL!': 'NULL_VALUE',
  '#NUM!': 'NUM',
  '#REF!': 'REF',
  '#VALUE!': 'VALUE',
}

function toCell(value: CellValue, found: FoundCell | undefined, is1904: boolean): Cell {
  const format = toNumberFormat(found?.style?.numFmt)
  const shared = { ...(format && { format }), ...(found?.formula !== undefined && { formula: `=${found.formula}` }) }
  const result = value === null && found?.formulaResult !== undefined ? found.formulaResult : value
  if (found?.type === 'error')
    return { value: null, error: { type: errorTypes[String(value)] ?? 'ERROR', text: String(value) }, ...shared }
  if (result === null || result === undefined)
    return format || found?.formula !== undefined ? { value: null, ...shared } : EMPTY_CELL
  return { value: result instanceof Date ? dateToSerial(result, is1904) : result, ...shared }
}

/** Google hides rows by filter where the workbook has one. */
function findHiddenRows({ rowDefs, autoFilter }: FoundSheet): NonNullable<NewSheet['hiddenRows']> {
  const [, first = 0, last = 0] = (/\D(\d+):\D+(\d+)/.exec(autoFilter?.range ?? '') ?? []).map(Number)
  return [...(rowDefs ?? [])].flatMap(([index, { hidden }]) =>
    hidden === true
      ? [{ row: index + 1, by: index + 1 > first && index < last ? ('filter' as const) : ('user' as const) }]
      : [],
  )
}

function toNewSheet(sheet: FoundSheet, is1904: boolean): NewSheet {
  const { name: title, rows, merges = [], columns = [] } = sheet
  return {
    title,
    cells: rows.map((values, row) =>
      values.map((value, column) => toCell(value, sheet.cells?.get(`${row},${column}`), is1904)),
    ),
    hidden: sheet.hidden === true || sheet.veryHidden === true,
    merges: merges.map(({ startRow, endRow, startCol, endCol }) =>
      formatA1('S', { startRow, endRow: endRow + 1, startColumn: startCol, endColumn: endCol + 1 }).slice('S!'.length),
    ),
    hiddenRows: findHiddenRows(sheet),
    hiddenColumns: columns.flatMap(({ hidden }, index) => (hidden === true ? [toColumnLetters(index)] : [])),
    frozenRowCount: sheet.freezePane?.rows ?? 0,
  }
}

/** The spreadsheet that Google makes of an XLSX workbook: values, formats, merges, hidden rows and columns, errors. */
export async function spreadsheetFromWorkbook(bytes: Uint8Array): Promise<NewSpreadsheet> {
  const workbook = await readXlsx(bytes, { readStyles: true })
  return { sheets: workbook.sheets.map((sheet) => toNewSheet(sheet, workbook.dateSystem === '1904')) }
}

const DELIMITERS = [',', ';', '\t']

function detectDelimiter(text: string): string {
  const [firstLine = ''] = text.split('\n', 1)
  const widths = DELIMITERS.map((delimiter) => firstLine.split(delimiter).length)
  return DELIMITERS[widths.indexOf(Math.max(...widths))] ?? ','
}

/** The spreadsheet that Google makes of delimited text when it converts nothing: every cell is text. */
export function spreadsheetFromCsv(text: string, title = 'Sheet1'): NewSpreadsheet {
  const cells = parse(text, { bom: true, delimiter: detectDelimiter(text), relax_column_count: true })
  return { sheets: [{ title, cells }] }
}
