import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeWorkbook, sheetData } from '../sheets/makeWorkbook.ts'
import { spreadsheetFromCsv, spreadsheetFromWorkbook } from './fromFiles.ts'
import type { CellInput } from './sheets/cell.ts'
import { startStudio } from './support.ts'

/** 2026-03-01 and its noon. */
const MARCH = 46_082

const numbers: CellInput[][] = [
  [
    { value: 0.125, format: { type: 'PERCENT', pattern: '0.0%' } },
    { value: 2499.5, format: { type: 'CURRENCY', pattern: '"$"#,##0.00' } },
  ],
  [
    { value: MARCH, format: { type: 'DATE', pattern: 'yyyy-mm-dd' } },
    { value: MARCH + 0.5, format: { type: 'DATE_TIME' } },
  ],
  [
    { value: 123, format: { type: 'NUMBER', pattern: '00000' } },
    { value: 12_345, format: { type: 'SCIENTIFIC', pattern: '0.00E+00' } },
  ],
  ['00123', true],
  [
    { value: 5, formula: '=2+3', formatted: 'five' },
    { value: null, error: { type: 'REF', text: '#REF!' }, formula: '=A99' },
  ],
]

describe('values', () => {
  it('are numbers, text and truth values in UNFORMATTED_VALUE', async () => {
    await using studio = await startStudio([{ title: 'S', cells: numbers }])
    expect(await studio.values('S', { valueRenderOption: 'UNFORMATTED_VALUE' })).toEqual([
      [0.125, 2499.5],
      [MARCH, MARCH + 0.5],
      [123, 12_345],
      ['00123', true],
      [5, '#REF!'],
    ])
  })

  it('are what cells display in FORMATTED_VALUE, the default', async () => {
    await using studio = await startStudio([{ title: 'S', cells: numbers }])
    const displayed = [
      ['12.5%', '$2,499.50'],
      ['2026-03-01', '3/1/2026 12:00:00'],
      ['00123', '1.23E+04'],
      ['00123', 'TRUE'],
      ['five', '#REF!'],
    ]
    expect(await studio.values('S')).toEqual(displayed)
    expect(await studio.values('S', { valueRenderOption: 'FORMATTED_VALUE' })).toEqual(displayed)
  })

  it('are formulas in FORMULA, and dates are text on request', async () => {
    await using studio = await startStudio([{ title: 'S', cells: numbers }])
    expect(await studio.values('S!A5:B5', { valueRenderOption: 'FORMULA' })).toEqual([['=2+3', '=A99']])
    expect(
      await studio.values('S!A2', { valueRenderOption: 'UNFORMATTED_VALUE', dateTimeRenderOption: 'FORMATTED_STRING' }),
    ).toEqual([['2026-03-01']])
  })

  it('follow the locale of the spreadsheet', async () => {
    const cells: CellInput[][] = [
      [
        { value: MARCH, format: { type: 'DATE' } },
        { value: 1234.5, format: { type: 'NUMBER', pattern: '#,##0.00' } },
        0.5,
      ],
    ]
    await using studio = await startStudio([{ title: 'S', cells }], { spreadsheet: { locale: 'de_DE' } })
    expect(await studio.values('S')).toEqual([['01.03.2026', '1.234,50', '0,5']])
  })

  it('have no empty cells and rows at the end, and no key when there are none', async () => {
    await using studio = await startStudio([
      { title: 'S', cells: [['a', null, ''], [], [null, 'b', { value: null, format: { type: 'TEXT' } }], [''], []] },
    ])
    expect(await studio.values('S!A1:C10')).toEqual([['a'], [], ['', 'b']])
    expect(await studio.values('S!D1:F10')).toBeUndefined()
    expect(await studio.values('S!A1:C3', { majorDimension: 'COLUMNS' })).toEqual([['a'], ['', '', 'b']])
  })
})

describe('a range', () => {
  const cells = [
    ['A1', 'B1', 'C1'],
    ['A2', 'B2', 'C2'],
    ['A3', 'B3', 'C3'],
  ]
  const sheets = [
    { title: 'Hidden', hidden: true, cells: [['hidden']] },
    { title: "Ada's list", cells, rowCount: 3, columnCount: 3 },
  ]

  it.each([
    ["'Ada''s list'!B2", "'Ada''s list'!B2", [['B2']]],
    [
      "'Ada''s list'!B2:C3",
      "'Ada''s list'!B2:C3",
      [
        ['B2', 'C2'],
        ['B3', 'C3'],
      ],
    ],
    [
      "'Ada''s list'!C3:B2",
      "'Ada''s list'!B2:C3",
      [
        ['B2', 'C2'],
        ['B3', 'C3'],
      ],
    ],
    ["'Ada''s list'!$A:$A", "'Ada''s list'!A1:A3", [['A1'], ['A2'], ['A3']]],
    ["'Ada''s list'!2:2", "'Ada''s list'!A2:C2", [['A2', 'B2', 'C2']]],
    ["'Ada''s list'!B2:B", "'Ada''s list'!B2:B3", [['B2'], ['B3']]],
    ["'Ada''s list'", "'Ada''s list'!A1:C3", cells],
    ["'Ada''s list'!A3:ZZ2000", "'Ada''s list'!A3:C3", [['A3', 'B3', 'C3']]],
    ['C1', "'Ada''s list'!C1", [['C1']]],
    ['Hidden!A1', 'Hidden!A1', [['hidden']]],
  ])('%s is found', async (text, range, values) => {
    await using studio = await startStudio(sheets)
    const { body } = await studio.client.get(`${studio.path}/values:batchGet`, { ranges: text })
    expect(body['valueRanges']).toEqual([{ range, majorDimension: 'ROWS', values }])
  })

  it.each([
    ['Nothing!A1', 'Unable to parse range: Nothing!A1'],
    ['Nothing', 'Unable to parse range: Nothing'],
    ["'Ada''s list'!A0", "Unable to parse range: 'Ada''s list'!A0"],
    ["'Ada''s list'!A4:C2000", "Range ('Ada''s list'!A4:C2000) exceeds grid limits. Max rows: 3, max columns: 3"],
    ["'Ada''s list'!D1", "Range ('Ada''s list'!D1) exceeds grid limits. Max rows: 3, max columns: 3"],
  ])('%s is refused', async (range, message) => {
    await using studio = await startStudio(sheets)
    expect(await studio.values(range)).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT', message } })
  })

  it('can be one of several, in the order of the request', async () => {
    await using studio = await startStudio(sheets)
    const { body } = await studio.client.get(`${studio.path}/values:batchGet`, [
      ['ranges', 'B1'],
      ['ranges', 'Hidden!A1'],
    ])
    expect(body['valueRanges']).toMatchObject([{ values: [['B1']] }, { values: [['hidden']] }])
  })
})

describe('a file of the fixtures', () => {
  const read = (name: string): Buffer => readFileSync(new URL(`../sheets/fixtures/${name}`, import.meta.url))

  it('that is a workbook keeps values, formats, merges, errors and hidden columns', async () => {
    const { sheets } = await spreadsheetFromWorkbook(read('studio.xlsx'))
    await using studio = await startStudio(sheets)
    expect(await studio.values('Inventory!A5:G5', { valueRenderOption: 'UNFORMATTED_VALUE' })).toEqual([
      ['KR-C-001', 'Camera', 'Canon', 'EOS R5 Mark II', '0123456000718', 45_537, 4299],
    ])
    expect(await studio.values('Inventory!E5:H5')).toEqual([['0123456000718', '2024-09-02', '$4,299.00', '2026-09-02']])
    // 98 in the format 00000, and an error.
    expect(await studio.values('Inventory!E31')).toEqual([['00098']])
    expect(await studio.values('Inventory!H35')).toEqual([['#REF!']])
    const { body } = await studio.client.get(studio.path, {
      ranges: 'Inventory!A1:O35',
      fields:
        'sheets(merges,data(columnMetadata.hiddenByUser,rowData.values(effectiveValue.errorValue,effectiveFormat.numberFormat)))',
    })
    const [sheet] = body['sheets'] as {
      merges: object[]
      data: { columnMetadata: object[]; rowData: { values: object[] }[] }[]
    }[]
    expect(sheet?.merges[0]).toEqual({
      sheetId: 0,
      startRowIndex: 0,
      endRowIndex: 1,
      startColumnIndex: 0,
      endColumnIndex: 15,
    })
    expect(sheet?.data[0]?.columnMetadata[13]).toEqual({ hiddenByUser: true })
    expect(sheet?.data[0]?.rowData[4]?.values.slice(3, 7)).toMatchObject([
      { effectiveFormat: {} },
      { effectiveFormat: { numberFormat: { type: 'TEXT' } } },
      { effectiveFormat: { numberFormat: { type: 'DATE' } } },
      { effectiveFormat: { numberFormat: { type: 'CURRENCY' } } },
    ])
    expect(sheet?.data[0]?.rowData[34]?.values[7]).toMatchObject({ effectiveValue: { errorValue: { type: 'REF' } } })
  })

  it('that is a workbook keeps hidden rows, by filter where it has one, and hidden sheets', async () => {
    const data = `${sheetData([['Tag'], ['T-1'], ['T-2'], ['T-3']], [2, 4])}<autoFilter ref="A1:A3"/>`
    const { sheets } = await spreadsheetFromWorkbook(
      makeWorkbook({
        sheets: [
          { name: 'Gear', data },
          { name: 'Old', data, state: 'veryHidden' },
        ],
      }),
    )
    await using studio = await startStudio(sheets)
    const fields = 'sheets(properties.hidden,data.rowMetadata(hiddenByUser,hiddenByFilter))'
    const { body } = await studio.client.get(studio.path, { ranges: 'Gear!A1:A4', fields })
    expect(body['sheets']).toEqual([
      { properties: {}, data: [{ rowMetadata: [{}, { hiddenByFilter: true }, {}, { hiddenByUser: true }] }] },
    ])
    expect(
      (await studio.client.get(studio.path, { fields: 'sheets.properties(title,hidden)' })).body['sheets'],
    ).toMatchObject([{ properties: { title: 'Gear' } }, { properties: { title: 'Old', hidden: true } }])
  })

  it('of 10,000 rows is read in ranges', async () => {
    const { sheets } = spreadsheetFromCsv(read('rental-10k.csv').toString('utf8'))
    await using studio = await startStudio(sheets)
    const ranges = [1, 2001, 4001, 6001, 8001, 10_001].map((row): [string, string] => [
      'ranges',
      `Sheet1!A${row}:Z${row + 1999}`,
    ])
    const { body } = await studio.client.get(`${studio.path}/values:batchGet`, ranges)
    const valueRanges = body['valueRanges'] as { range: string; values: unknown[] }[]
    expect(valueRanges.map(({ values }) => values.length)).toEqual([2000, 2000, 2000, 2000, 2000, 1])
    expect(valueRanges.at(-1)?.range).toBe('Sheet1!A10001:Z10001')
  })

  it('that is CSV is text', async () => {
    const { sheets } = spreadsheetFromCsv(new TextDecoder('windows-1252').decode(read('germany.csv')), 'Bestand')
    await using studio = await startStudio(sheets)
    const rows = (await studio.values('Bestand', { valueRenderOption: 'UNFORMATTED_VALUE' })) as unknown[][]
    expect(rows.length).toBeGreaterThan(40)
    expect(new Set(rows.flat().map((value) => typeof value))).toEqual(new Set(['string']))
    expect(rows.flat()).toContain('6.800,00 €')
  })
})
