import { describe, expect, it } from 'vitest'
import { startStudio, type Studio } from './support.ts'

const sheets = [
  {
    title: 'Gear',
    cells: [
      ['Gear of 2027', 'covered by the merge', null],
      ['Tag', 'Price', 'Bought'],
      [
        'T-1',
        { value: 2499.5, format: { type: 'CURRENCY' as const, pattern: '"$"#,##0.00' } },
        { value: 46_082, format: { type: 'DATE' as const } },
      ],
      [
        'T-2',
        {
          value: null,
          error: { type: 'REF' as const, text: '#REF!', message: 'Reference does not exist' },
          formula: '=Z99',
        },
        true,
      ],
    ],
    rowCount: 6,
    columnCount: 4,
    frozenRowCount: 2,
    merges: ['A1:C1'],
    hiddenRows: [
      { row: 3, by: 'user' as const },
      { row: 4, by: 'filter' as const },
    ],
    protectedRanges: [{ range: 'A2:C2' }],
  },
  { title: 'Old', hidden: true, cells: [['x']], merges: ['A1:B2'] },
]

async function get({ client, path }: Studio, query: [string, string][] | Record<string, string>): Promise<unknown> {
  return (await client.get(path, query)).body
}

describe('spreadsheets.get', () => {
  it('answers properties, merges and protection, without data', async () => {
    await using studio = await startStudio(sheets)
    const [first, second] = ((await get(studio, {})) as { sheets: Record<string, unknown>[] }).sheets
    expect(first).toEqual({
      properties: {
        sheetId: 0,
        title: 'Gear',
        index: 0,
        sheetType: 'GRID',
        gridProperties: { rowCount: 6, columnCount: 4, frozenRowCount: 2 },
      },
      merges: [{ sheetId: 0, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 3 }],
      protectedRanges: [
        {
          protectedRangeId: 1,
          range: { sheetId: 0, startRowIndex: 1, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 3 },
        },
      ],
    })
    expect(second).toMatchObject({ properties: { title: 'Old', index: 1, hidden: true } })
    expect(await studio.values('Gear!A1:C1')).toEqual([['Gear of 2027']])
  })

  it('answers typed cells and hidden rows with a mask', async () => {
    await using studio = await startStudio(sheets)
    const fields =
      'sheets(properties(title),data(rowMetadata(hiddenByUser,hiddenByFilter),rowData(values(effectiveValue,formattedValue,effectiveFormat(numberFormat)))))'
    expect(await get(studio, { ranges: 'Gear!A2:C5', fields })).toEqual({
      sheets: [
        {
          properties: { title: 'Gear' },
          data: [
            {
              rowData: [
                {
                  values: ['Tag', 'Price', 'Bought'].map((text) => ({
                    effectiveValue: { stringValue: text },
                    formattedValue: text,
                    effectiveFormat: {},
                  })),
                },
                {
                  values: [
                    { effectiveValue: { stringValue: 'T-1' }, formattedValue: 'T-1', effectiveFormat: {} },
                    {
                      effectiveValue: { numberValue: 2499.5 },
                      formattedValue: '$2,499.50',
                      effectiveFormat: { numberFormat: { type: 'CURRENCY', pattern: '"$"#,##0.00' } },
                    },
                    {
                      effectiveValue: { numberValue: 46_082 },
                      formattedValue: '3/1/2026',
                      effectiveFormat: { numberFormat: { type: 'DATE' } },
                    },
                  ],
                },
                {
                  values: [
                    { effectiveValue: { stringValue: 'T-2' }, formattedValue: 'T-2', effectiveFormat: {} },
                    {
                      effectiveValue: { errorValue: { type: 'REF', message: 'Reference does not exist' } },
                      formattedValue: '#REF!',
                      effectiveFormat: {},
                    },
                    { effectiveValue: { boolValue: true }, formattedValue: 'TRUE', effectiveFormat: {} },
                  ],
                },
              ],
              rowMetadata: [{}, { hiddenByUser: true }, { hiddenByFilter: true }, {}],
            },
          ],
        },
      ],
    })
  })

  it('answers data with includeGridData, but not when a mask leaves it out', async () => {
    await using studio = await startStudio(sheets)
    const whole = (await get(studio, { includeGridData: 'true' })) as {
      sheets: { data: { rowData: unknown[]; rowMetadata: unknown[] }[] }[]
    }
    expect(whole.sheets[0]?.data[0]?.rowData).toHaveLength(4)
    expect(whole.sheets[0]?.data[0]?.rowMetadata).toHaveLength(6)
    expect(await get(studio, { includeGridData: 'true', fields: 'sheets.properties.title' })).toEqual({
      sheets: [{ properties: { title: 'Gear' } }, { properties: { title: 'Old' } }],
    })
  })

  it.each([
    ['properties.locale,properties.timeZone', { properties: { locale: 'en_US', timeZone: 'Europe/Berlin' } }],
    ['properties(locale,timeZone)', { properties: { locale: 'en_US', timeZone: 'Europe/Berlin' } }],
    ['sheets/properties/title', { sheets: [{ properties: { title: 'Gear' } }, { properties: { title: 'Old' } }] }],
    [
      'sheets.properties(title,index)',
      { sheets: [{ properties: { title: 'Gear', index: 0 } }, { properties: { title: 'Old', index: 1 } }] },
    ],
    [
      'sheets(properties.title,data.startRow)',
      {
        sheets: [
          { properties: { title: 'Gear' }, data: [{}] },
          { properties: { title: 'Old' }, data: [{}] },
        ],
      },
    ],
  ])('answers the mask %s', async (fields, body) => {
    await using studio = await startStudio(sheets)
    expect(await get(studio, { fields })).toEqual(body)
  })

  it('answers one grid a range, and only the sheets of the ranges', async () => {
    await using studio = await startStudio(sheets)
    const query: [string, string][] = [
      ['ranges', 'Gear!A3:A4'],
      ['ranges', 'Gear!B2'],
      ['fields', 'sheets(merges,data(startRow,startColumn,rowData.values.formattedValue))'],
    ]
    expect(await get(studio, query)).toEqual({
      sheets: [
        {
          data: [
            {
              startRow: 2,
              rowData: [{ values: [{ formattedValue: 'T-1' }] }, { values: [{ formattedValue: 'T-2' }] }],
            },
            { startRow: 1, startColumn: 1, rowData: [{ values: [{ formattedValue: 'Price' }] }] },
          ],
        },
      ],
    })
  })

  it.each([
    'sheets.rows',
    'properties)',
    'sheets(properties',
    'sheets.properties.titel',
    ',',
    'sheets.data.rowData.values.effectiveValue.text',
  ])('refuses the mask %s', async (fields) => {
    await using studio = await startStudio(sheets)
    expect(await get(studio, { fields })).toMatchObject({
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        details: [
          { fieldViolations: [{ description: expect.stringContaining("Error expanding 'fields' parameter.") }] },
        ],
      },
    })
  })
})

describe('an edit', () => {
  const cells = [['Tag'], ['T-1'], ['T-2'], ['T-3']]

  it('moves rows, with what belongs to them', async () => {
    await using studio = await startStudio([
      {
        title: 'Gear',
        cells,
        rowCount: 4,
        merges: ['A3:B3'],
        hiddenRows: [{ row: 3, by: 'user' }],
        protectedRanges: [{ range: 'A4:A4' }],
      },
    ])
    const { spreadsheet } = studio
    const parts = async (): Promise<unknown> => [
      await studio.values('Gear'),
      spreadsheet.sheet('Gear').merges.map(({ startRow, endRow }) => [startRow, endRow]),
      [0, 1, 2, 3, 4].filter((row) => spreadsheet.sheet('Gear').hiddenBy(row)),
      spreadsheet.sheet('Gear').protectedRanges.map(({ box }) => [box.startRow, box.endRow]),
      spreadsheet.sheet('Gear').rowCount,
    ]
    spreadsheet.insertRow('Gear', 2, ['T-0'])
    expect(await parts()).toEqual([[['Tag'], ['T-0'], ['T-1'], ['T-2'], ['T-3']], [[3, 4]], [3], [[4, 5]], 5])
    spreadsheet.deleteRow('Gear', 1)
    expect(await parts()).toEqual([[['T-0'], ['T-1'], ['T-2'], ['T-3']], [[2, 3]], [2], [[3, 4]], 4])
    spreadsheet.deleteRow('Gear', 3)
    expect(await parts()).toEqual([[['T-0'], ['T-1'], ['T-3']], [], [], [[2, 3]], 3])
  })

  it('changes cells, sheets and titles', async () => {
    await using studio = await startStudio([{ title: 'Gear', cells }])
    const { spreadsheet } = studio
    spreadsheet.setCell('Gear', 'B2', 5)
    spreadsheet.addSheet({ title: 'New', cells: [['n']] })
    expect(await studio.values('Gear!A2:B2', { valueRenderOption: 'UNFORMATTED_VALUE' })).toEqual([['T-1', 5]])
    expect(await studio.values('New')).toEqual([['n']])
    spreadsheet.renameSheet('New', 'Newer')
    expect(await studio.values('Newer')).toEqual([['n']])
    spreadsheet.deleteSheet('Newer')
    spreadsheet.rename('Studio')
    expect(await get(studio, { fields: 'properties.title,sheets.properties.title' })).toEqual({
      properties: { title: 'Studio' },
      sheets: [{ properties: { title: 'Gear' } }],
    })
  })
})
