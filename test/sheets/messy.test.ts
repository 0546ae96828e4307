// 25 numbered kinds of messy input. Text is tested in text files and in workbooks.
// Number 22, hidden rows and sheets, is in workbook.test.ts.
import { describe, expect, it } from 'vitest'
import { chooseSheet } from '../../sheets/mapping/chooseSheet.ts'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import { SheetRefused, type MappedTable } from '../../sheets/types.ts'
import { failed, formatted, formula, makeWorkbook, sheetData, type MadeCell } from './makeWorkbook.ts'
import { mapText, outcomeOf, readCell, source, toCsv } from './support.ts'

const HEADER = ['Asset Tag', 'Type', 'Brand', 'Model']
const item = (...otherCells: MadeCell[]): MadeCell[] => ['T-1', 'camera', 'Canon', 'R5', ...otherCells]

async function mapWorkbook(
  rows: MadeCell[][],
  xmlAfter = '',
  options: { formats?: string[]; date1904?: boolean; settings?: string[] } = {},
): Promise<MappedTable> {
  const { settings = [], ...parts } = options
  const sheets = await readSheets(
    makeWorkbook({ sheets: [{ name: 'Inventory', data: sheetData(rows) + xmlAfter }], ...parts }),
    'sheet.xlsx',
  )
  return mapTable(chooseSheet(sheets, source(...settings)), source(...settings), { currency: 'USD' })
}

async function outcomeOfCell(
  header: string,
  field: string,
  cell: MadeCell,
  options: { formats?: string[]; date1904?: boolean } = {},
): Promise<unknown> {
  return outcomeOf((await mapWorkbook([[...HEADER, header], item(cell)], '', options)).rows[0], field)
}

/** The outcome of a text, which must be the same in a text file and in a workbook. */
async function outcomeOfText(header: string, field: string, text: string): Promise<unknown> {
  const [inText, inWorkbook] = [readCell(header, field, text), await outcomeOfCell(header, field, text)]
  expect(inWorkbook).toEqual(inText)
  return inText
}

const rowsOf = (table: MappedTable): unknown[] =>
  table.rows.map(({ row, key, outcome, reason }) => [row, key, reason ?? outcome ?? 'item'])

function refusalOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof SheetRefused) return error.code
    throw error
  }
  return 'not refused'
}

describe('cells', () => {
  it.each<[string, string, string, string, unknown]>([
    ['1', 'Price', 'purchase_price', '$1,299.00', 1299],
    ['1 (narrow space)', 'Price', 'purchase_price', '1\u202f299,50 USD', 1299.5],
    ['1 (no-break space)', 'Price', 'purchase_price', '1\u00a0299,50 USD', 1299.5],
    ["1 (1'299.-)", 'Price', 'purchase_price', "USD 1'299.-", 1299],
    ['1 (other currency)', 'Price', 'purchase_price', "CHF 1'299.-", 'other_currency'],
    ['2', 'Price', 'purchase_price', '1.234,56 $', 1234.56],
    ['3 (money)', 'Price', 'purchase_price', '1,299', 1299],
    ['3 (measure)', 'resolution_mp', 'resolution_mp', '1,299', 'ambiguous_number'],
    ['3 (three decimals)', 'Price', 'purchase_price', '1299.123', 'too_many_decimals'],
    ['4 (parentheses)', 'Price', 'purchase_price', '(45.00)', 'parenthesised_number'],
    ['4 (negative)', 'Price', 'purchase_price', '-5', 'negative_number'],
    ['4 (percent)', 'Price', 'purchase_price', '12%', 'percent'],
    ['4 (exponent)', 'Price', 'purchase_price', '1e5', 'exponent'],
    ['5 (N/A)', 'Price', 'purchase_price', 'N/A', 'blank_token'],
    ['5 (TBD)', 'Mount', 'mount', 'TBD', 'blank_token'],
    ['5 (-)', 'Purchased', 'purchase_date', '-', 'blank_token'],
    ['5 (?)', 'Mount', 'mount', '?', 'blank_token'],
    ['6', 'Purchased', 'purchase_date', '03/04/2024', 'ambiguous_date'],
    ['6 (day over 12)', 'Purchased', 'purchase_date', '13/04/2024', '2024-04-13'],
    ['7 (dotted)', 'Purchased', 'purchase_date', '29.02.2024', '2024-02-29'],
    ['7 (ISO)', 'Purchased', 'purchase_date', '2024-02-29', '2024-02-29'],
    ['7 (no such day)', 'Purchased', 'purchase_date', '30.02.2024', 'no_such_day'],
    ['7 (two-digit year)', 'Purchased', 'purchase_date', '3/4/24', 'two_digit_year'],
    ['8 (day number as text)', 'Purchased', 'purchase_date', '45351', 'not_a_date'],
    ['9', 'Purchased', 'purchase_date', '2024-04-26T23:30:00-08:00', 'ambiguous_date'],
    ['16', 'Mount', 'mount', '\ufeff Can\u00a0on  EOS\u200b ', 'Can on EOS'],
    ['17', 'Price', 'purchase_price', '#REF!', 'error_cell'],
    ['17 (Loading...)', 'Mount', 'mount', 'Loading...', 'error_cell'],
    ['19 (emoji, NFC)', 'Mount', 'mount', 'Zoe\u0308 🔧', 'Zoë 🔧'],
    ['19 (direction mark)', 'Serial', 'serial_number', '\u200fAB\u200e12', 'AB12'],
    ['20 (text)', 'Serial', 'serial_number', '00123', '00123'],
    ['20 (rounded)', 'Serial', 'serial_number', '1.23457E+17', 'digits_lost'],
    ['21 (too long)', 'Notes', 'notes', 'x'.repeat(40_000), 'too_long'],
    ['21 (breaks and controls)', 'Notes', 'notes', 'a\nb\tc', 'a\nb\tc'],
    ['21 (breaks in a line)', 'Location', 'storage_location', 'a\nb', 'a b'],
    ['25', 'Mount', 'mount', '=1+1', '=1+1'],
    ['25 (restored)', 'Mount', 'mount', "'=1+1", '=1+1'],
    ['25 (+)', 'Notes', 'notes', '+ two batteries', '+ two batteries'],
    ['25 (@)', 'Location', 'storage_location', '@home', '@home'],
  ])('%s', async (_case, header, field, text, expectedValue) => {
    expect(await outcomeOfText(header, field, text)).toEqual(expectedValue)
  })

  it.each<[string, string, string, MadeCell, unknown, { date1904?: boolean }?]>([
    ['8', 'Purchased', 'purchase_date', 45351, 'not_a_date'],
    ['8 (1904)', 'Purchased', 'purchase_date', 45351 - 1462, 'not_a_date', { date1904: true }],
    ['8 (as a date)', 'Purchased', 'purchase_date', formatted(45351, 2), '2024-02-29'],
    ['8 (as a date, 1904)', 'Purchased', 'purchase_date', formatted(45351 - 1462, 2), '2024-02-29', { date1904: true }],
    ['17 (error cell)', 'Price', 'purchase_price', failed('#DIV/0!'), 'error_cell'],
    ['18', 'Price', 'purchase_price', formula('A1*2'), 'formula_not_calculated'],
    ['20 (format)', 'Serial', 'serial_number', formatted(123, 1), '00123'],
    ['20 (plain)', 'Serial', 'serial_number', 123, '123'],
    ['20 (2^53)', 'Serial', 'serial_number', 2 ** 53, 'digits_lost'],
  ])('%s, in a workbook', async (_case, header, field, cell, expectedValue, options = {}) => {
    expect(await outcomeOfCell(header, field, cell, { formats: ['00000', 'yyyy-mm-dd'], ...options })).toEqual(
      expectedValue,
    )
  })

  it.each([
    ['Objektiv', 'lens'],
    ['LENS ', 'lens'],
    ['lenses', 'lens'],
    ['Cam', 'camera'],
    ['Lenz', 'unknown_type'],
  ])('24: the type %j', (word, expectedType) => {
    const table = mapText(toCsv([HEADER, ['T-1', word, 'Canon', 'R5']]))
    expect(outcomeOf(table.rows[0], 'gear_type')).toBe(expectedType)
  })
})

it('24: an unknown word is refused with the nearest known one', () => {
  expect(mapText(toCsv([HEADER, ['T-1', 'Lenz', 'Canon', 'R5']])).rows[0]?.errors[0]?.message).toContain('"lens"')
})

describe('rows', () => {
  it('10, 11: titles and merged cells', async () => {
    const mergedCells = '<mergeCells count="2"><mergeCell ref="A1:D1"/><mergeCell ref="C3:C5"/></mergeCells>'
    const table = await mapWorkbook(
      [['Gear of the studio'], HEADER, item(), ['T-2', 'camera', null, 'R6'], ['T-3', 'camera', null, 'R7']],
      mergedCells,
    )
    expect(table.read.header_row).toBe(2)
    expect(table.rows.map((row) => row.fields['brand'])).toEqual(['Canon', 'Canon', 'Canon'])
  })

  it('12, 13, 14: headers, groups, blanks, totals and rows without a key, with their row numbers', async () => {
    const rows: MadeCell[][] = [
      HEADER,
      ['Cameras'],
      item(),
      [],
      [' ', '  '],
      HEADER,
      ['T-2', 'lens', 'Sony', '50mm'],
      [null, 'camera', 'Sony', 'FX3'],
      ['Total', null, null, null],
    ]
    const table = await mapWorkbook(rows)
    expect(rowsOf(table)).toEqual([
      [2, 'Cameras', 'group_row'],
      [3, 'T-1', 'item'],
      [6, undefined, 'repeated_header'],
      [7, 'T-2', 'item'],
      [8, undefined, 'refused'],
      [9, undefined, 'totals_row'],
    ])
    expect(table.rows[4]?.errors.map(({ code }) => code)).toEqual(['row_without_key'])
  })

  it('15: one key in two rows refuses both', async () => {
    const { rows } = await mapWorkbook([HEADER, ['A-1', 'camera', 'Canon', 'R5'], ['a-1 ', 'camera', 'Canon', 'R6']])
    expect(rows.map((row) => row.errors.map(({ cell, code, rows: group }) => [cell, code, group]))).toEqual([
      [['A2', 'duplicate_key', [2, 3]]],
      [['A3', 'duplicate_key', [2, 3]]],
    ])
  })
})

describe('headers (23)', () => {
  const row = ['T-1', 'camera', 'Canon', 'R5']
  it('may be reordered, translated and have invisible characters', () => {
    const { read } = mapText(
      toCsv([
        ['\ufeffModell', 'Hersteller ', 'Gerätetyp', 'Inventarnummer'],
        ['R5', 'Canon', 'Kamera', 'T-1'],
      ]),
    )
    expect(Object.values(read.columns).map(({ field }) => field)).toEqual(['model', 'brand', 'gear_type', 'asset_tag'])
  })
  it.each([
    ['with a duplicate', [...HEADER, 'Manufacturer'], 'duplicate_header'],
    ['without a required one', ['Asset Tag', 'Type', 'Brand'], 'missing_required_column'],
    ['without a key', ['Horoscope', 'Type', 'Brand', 'Model'], 'no_key_column'],
    ['that are unknown', ['a', 'b', 'c', 'd'], 'no_header'],
  ])('%s refuse the file', (_name, header, code) => {
    expect(refusalOf(() => mapText(toCsv([header, [...row, 'Sony'].slice(0, header.length)])))).toBe(code)
  })
  it('named __proto__ or constructor are unknown columns', () => {
    const { read, rows } = mapText(
      toCsv([
        [...HEADER, '__proto__', 'constructor'],
        [...row, 'x', 'y'],
      ]),
    )
    expect(read.unknown_columns.map(({ header }) => header)).toEqual(['__proto__', 'constructor'])
    expect(rows[0]?.fields).toEqual({ asset_tag: 'T-1', gear_type: 'camera', brand: 'Canon', model: 'R5' })
  })
})
