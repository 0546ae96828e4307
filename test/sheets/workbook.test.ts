import { describe, expect, it } from 'vitest'
import { chooseSheet } from '../../sheets/mapping/chooseSheet.ts'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import { SheetRefused, type MappedTable, type Sheet } from '../../sheets/types.ts'
import {
  failed,
  formatted,
  formula,
  makeWorkbook,
  sheetData,
  type MadeCell,
  type WorkbookParts,
} from './makeWorkbook.ts'
import { outcomeOf, source } from './support.ts'

const header = ['Asset Tag', 'Type', 'Brand', 'Model']
const item: MadeCell[] = ['T-1', 'camera', 'Canon', 'R5']
const gear = sheetData([header, item])
const otherSheet = sheetData([
  ['Date', 'Sold to'],
  ['x', 'y'],
])

const read = (parts: WorkbookParts, sheet?: string): Promise<Sheet[]> =>
  readSheets(makeWorkbook(parts), 'sheet.xlsx', { ...(sheet !== undefined && { sheet }) })

async function map(parts: WorkbookParts, settings: SourceSettings = source()): Promise<MappedTable> {
  return mapTable(chooseSheet(await read(parts, settings.sheet), settings), settings, { currency: 'USD' })
}

const codeOf = async (parts: WorkbookParts, settings?: SourceSettings): Promise<{ code: string; message: string }> => {
  const error = await map(parts, settings).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SheetRefused)) throw new Error(`not refused: ${String(error)}`)
  return { code: error.code, message: error.message }
}

async function outcomeOfCell(
  title: string,
  field: string,
  cell: MadeCell,
  parts: Partial<WorkbookParts> = {},
): Promise<unknown> {
  const table = await map({
    sheets: [
      {
        name: 'Inventory',
        data: sheetData([
          [...header, title],
          [...item, cell],
        ]),
      },
    ],
    ...parts,
  })
  return outcomeOf(table.rows[0], field)
}

describe('typed cells', () => {
  const formats = [
    '00000',
    'yyyy-mm-dd',
    '#,##0.00 [$€-de-DE]',
    '0%',
    '[$$-409]#,##0.00',
    '"KR-"0000',
    'd.m.yy h:mm',
    '0',
    '#,##0.00 "CHF"',
  ]
  it.each<[string, string, string, MadeCell, unknown]>([
    ['zeros by format', 'Serial', 'serial_number', formatted(123, 1), '00123'],
    ['zeros and a word by format', 'Serial', 'serial_number', formatted(98, 6), 'KR-0098'],
    ['a plain number', 'Serial', 'serial_number', 123, '123'],
    ['a number with the format 0', 'Serial', 'serial_number', formatted(123, 8), '123'],
    ['text with zeros', 'Serial', 'serial_number', '00123', '00123'],
    ['more digits than a number has', 'Serial', 'serial_number', { xml: '<v>123456789012345678</v>' }, 'digits_lost'],
    ['a date', 'Purchased', 'purchase_date', formatted(45351, 2), '2024-02-29'],
    ['a day number', 'Purchased', 'purchase_date', 45351, 'not_a_date'],
    ['a day number as text', 'Purchased', 'purchase_date', '45351', 'not_a_date'],
    ['the last day before 1900', 'Purchased', 'purchase_date', formatted(0.5, 7), 'date_out_of_range'],
    ['an ISO date cell', 'Purchased', 'purchase_date', { xml: '<v>2024-02-29</v>', attributes: 't="d"' }, '2024-02-29'],
    ['a foreign currency in the format', 'Price', 'purchase_price', formatted(1299.5, 3), 'other_currency'],
    ['another one as a word', 'Price', 'purchase_price', formatted(1299.5, 9), 'other_currency'],
    ['the own currency in the format', 'Price', 'purchase_price', formatted(1299.5, 5), 1299.5],
    ['a percentage', 'Price', 'purchase_price', formatted(0.12, 4), 'percent'],
    ['a negative number', 'Price', 'purchase_price', -5, 'negative_number'],
    ['a price that is a date', 'Price', 'purchase_price', formatted(45351, 2), 'not_a_number'],
    ['an error', 'Price', 'purchase_price', failed('#DIV/0!'), 'error_cell'],
    [
      'an error of a formula',
      'Price',
      'purchase_price',
      { xml: '<f>1/0</f><v>#DIV/0!</v>', attributes: 't="e"' },
      'error_cell',
    ],
    ['a formula with its value', 'Price', 'purchase_price', formula('1+1', '2'), 2],
    ['a formula without value', 'Price', 'purchase_price', formula('1+1'), 'formula_not_calculated'],
    [
      'a shared formula without value',
      'Price',
      'purchase_price',
      { xml: '<f t="shared" si="0"/>' },
      'formula_not_calculated',
    ],
    ['a formula that gives no text', 'Mount', 'mount', formula('""', '', 't="str"'), null],
    ['a formula that gives text', 'Mount', 'mount', formula('"RF"', 'RF', 't="str"'), 'RF'],
    ['yes as a boolean', 'Model Year', 'model', { xml: '<v>1</v>', attributes: 't="b"' }, 'R5'],
    ['a clear token', 'Mount', 'mount', '<clear>', null],
    [
      'rich text',
      'Mount',
      'mount',
      { xml: '<is><r><t>Canon </t></r><r><rPr><b/></rPr><t>RF</t></r></is>', attributes: 't="inlineStr"' },
      'Canon RF',
    ],
  ])('%s', async (_name, title, field, cell, expectedValue) => {
    expect(await outcomeOfCell(title, field, cell, { formats })).toEqual(expectedValue)
  })

  it('a price with more than two decimals is rounded, with a warning', async () => {
    const table = await map({
      sheets: [
        {
          name: 'Inventory',
          data: sheetData([
            [...header, 'Price'],
            [...item, 10.005],
          ]),
        },
      ],
    })
    expect(table.rows[0]?.warnings.map(({ cell, code, raw }) => [cell, code, raw])).toEqual([
      ['E2', 'rounded', '10.005'],
    ])
  })

  it('days count from 1904 when the workbook says so', async () => {
    const parts = { formats: ['yyyy-mm-dd'], date1904: true }
    expect(await outcomeOfCell('Purchased', 'purchase_date', formatted(45351 - 1462, 1), parts)).toBe('2024-02-29')
  })
})

describe('rows and columns', () => {
  it('a merged cell counts for each row that it covers, even when it hides values', async () => {
    const data = `${sheetData([header, ['T-1', 'camera', 'Canon', 'R5'], ['T-2', 'camera', 'hidden under it', 'R6']])}<mergeCells count="1"><mergeCell ref="C2:C3"/></mergeCells>`
    const { rows } = await map({ sheets: [{ name: 'Inventory', data }] })
    expect(rows.map((row) => [row.fields['brand'], row.blanks.includes('brand')])).toEqual([
      ['Canon', false],
      ['Canon', false],
    ])
  })

  it('hidden rows and columns are read and reported', async () => {
    const data = sheetData(
      [
        [...header, 'Mount'],
        [...item, 'RF'],
        ['T-2', 'camera', 'Sony', 'FX3', 'E'],
      ],
      [3],
    )
    const columnsXml = '<cols><col min="5" max="5" hidden="1"/></cols>'
    const { read: section, rows } = await map({ sheets: [{ name: 'Inventory', data, before: columnsXml }] })
    expect({
      hidden_columns: section.hidden_columns,
      hidden_rows: section.hidden_rows,
      mount: rows[1]?.fields['mount'],
    }).toEqual({
      hidden_columns: ['E'],
      hidden_rows: 1,
      mount: 'E',
    })
  })

  it('rows have the numbers of the spreadsheet, also across parsed batches', async () => {
    const row = (number: number, tag: string): string =>
      `<row r="${number}">${[tag, 'camera', 'Canon', 'R5'].map((text, index) => `<c r="${'ABCD'[index]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
    const head = sheetData([header]).replace('</sheetData>', '')
    const sheets = [
      {
        name: 'Inventory',
        data: `${head}${row(7, 'A')}${row(51_000, 'B')}${row(51_001, 'C')}${row(120_000, 'D')}</sheetData>`,
      },
    ]
    const expectedRows = [
      [7, 'A'],
      [51_000, 'B'],
      [51_001, 'C'],
      [120_000, 'D'],
    ]
    expect((await map({ sheets })).rows.map((row) => [row.row, row.key])).toEqual(expectedRows)
    // The folder of worksheets may have any name.
    expect((await map({ sheets, folder: 'Sheets' })).rows.map((row) => [row.row, row.key])).toEqual(expectedRows)
  })

  it('rows and cells may lack references, and XML names may have a prefix', async () => {
    const cells = (texts: readonly string[]): string =>
      `<x:row>${texts.map((text) => `<x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`).join('')}</x:row>`
    const manyRows = Array.from({ length: 52_000 }, (_, index) => cells([`T-${index}`, 'camera', 'Canon', 'R5'])).join(
      '',
    )
    const { rows } = await map({
      sheets: [
        {
          name: 'Inventory',
          data: `<x:sheetData xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${cells(header)}${manyRows}</x:sheetData>`,
        },
      ],
    })
    expect({ rowCount: rows.length, row: rows.at(-1)?.row, key: rows.at(-1)?.key }).toEqual({
      rowCount: 52_000,
      row: 52_001,
      key: 'T-51999',
    })
  })
})

it('a workbook with macros is read like any other, without its macros', async () => {
  const bytes = makeWorkbook({ sheets: [{ name: 'Gear', data: gear }], hasMacros: true })
  const [sheet] = await readSheets(bytes, 'gear.xlsm')
  expect(sheet && mapTable(sheet, source(), { currency: 'EUR' }).rows[0]?.fields['asset_tag']).toBe('T-1')
})

describe('the sheet that is read', () => {
  it('is the only list of gear, and the plan names the others', async () => {
    const { read: section } = await map({
      sheets: [
        { name: 'Notes', data: otherSheet },
        { name: 'Gear', data: gear },
        { name: 'Old', data: gear, state: 'hidden' },
      ],
    })
    expect(section).toMatchObject({ sheet: 'Gear', sheets_not_read: ['Notes', 'Old'] })
  })

  it('is ambiguous with two lists of gear, until one is named, in any case', async () => {
    const parts = {
      sheets: [
        { name: 'Gear 2025', data: gear },
        { name: 'Gear 2026', data: gear },
      ],
    }
    expect(await codeOf(parts)).toEqual({
      code: 'ambiguous_sheet',
      message: expect.stringContaining('"Gear 2025", "Gear 2026"'),
    })
    expect((await map(parts, source('sheet: gear 2026'))).read.sheet).toBe('Gear 2026')
  })

  it.each(['hidden', 'veryHidden'] as const)('is a %s one only when it is named', async (state) => {
    const parts = {
      sheets: [
        { name: 'Notes', data: otherSheet },
        { name: 'Gear', data: gear, state },
      ],
    }
    expect(await codeOf(parts)).toEqual({ code: 'no_header', message: expect.stringContaining('"Gear"') })
    expect((await map(parts, source('sheet: Gear'))).read.sheet).toBe('Gear')
  })

  it('is refused under an unknown name, with the existing names', async () => {
    expect(await codeOf({ sheets: [{ name: 'Gear', data: gear }] }, source('sheet: Stock'))).toEqual({
      code: 'unreadable_file',
      message: expect.stringContaining('"Gear"'),
    })
  })

  it('is none without a list of gear, and the refusal says what the nearest one lacks', async () => {
    const nearSheet = sheetData([
      ['Asset Tag', 'Brand', 'Model'],
      ['1', 'Canon', 'R5'],
    ])
    expect(
      await codeOf({
        sheets: [
          { name: 'Notes', data: otherSheet },
          { name: 'Gear', data: nearSheet },
        ],
      }),
    ).toEqual({ code: 'missing_required_column', message: expect.stringMatching(/"Gear" comes nearest.*gear_type/) })
  })
})
