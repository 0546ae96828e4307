import { describe, expect, it } from 'vitest'
import type { NewSheet } from './sheets/storedSheet.ts'
import { startStudio, type Studio } from './support.ts'

const gear: NewSheet = {
  title: 'Gear',
  cells: [
    ['Tag', 'Status', 'Price'],
    ['T-1', 'ok', { value: 5, format: { type: 'NUMBER', pattern: '0.00' } }],
    ['T-2', { value: 3, formula: '=1+2' }, { value: null, error: { type: 'REF', text: '#REF!' } }],
  ],
  rowCount: 4,
  columnCount: 4,
}

const startWriter = (sheet: Partial<NewSheet> = {}): Promise<Studio> =>
  startStudio([{ ...gear, ...sheet }], { role: 'writer' })

async function write(
  { client, path }: Studio,
  data: object[],
  more: object = { valueInputOption: 'RAW' },
): Promise<{ status: number; body: unknown }> {
  const { status, body } = await client.post(`${path}/values:batchUpdate`, { data, ...more })
  return { status, body }
}

const refusal = (message: unknown): object => ({
  status: 400,
  body: { error: { code: 400, status: 'INVALID_ARGUMENT', message } },
})

describe('values.batchUpdate', () => {
  it('writes values as they are, skips null and clears an empty text', async () => {
    await using studio = await startWriter()
    const { spreadsheet } = studio
    const before = spreadsheet.metadata.version
    const { body } = await write(studio, [
      {
        range: 'Gear!A2:D3',
        values: [
          ['', null, 7.5, '=1+1'],
          [null, '007', true],
        ],
      },
    ])
    expect(body).toEqual({
      spreadsheetId: spreadsheet.id,
      totalUpdatedRows: 2,
      totalUpdatedColumns: 4,
      totalUpdatedCells: 5,
      totalUpdatedSheets: 1,
      responses: [
        {
          spreadsheetId: spreadsheet.id,
          updatedRange: 'Gear!A2:D3',
          updatedRows: 2,
          updatedColumns: 4,
          updatedCells: 5,
        },
      ],
    })
    expect(await studio.values('Gear!A2:D3', { valueRenderOption: 'UNFORMATTED_VALUE' })).toEqual([
      ['', 'ok', 7.5, '=1+1'],
      ['T-2', '007', true],
    ])
    // The format of the cell stays; the formula and the error are gone.
    expect(spreadsheet.cell('Gear', 'C2')).toEqual({ value: 7.5, format: { type: 'NUMBER', pattern: '0.00' } })
    expect(spreadsheet.cell('Gear', 'B3')).toEqual({ value: '007' })
    expect(spreadsheet.cell('Gear', 'C3')).toEqual({ value: true })
    expect(spreadsheet.cell('Gear', 'A2')).toEqual({ value: null })
    expect(spreadsheet.metadata.version).toBeGreaterThan(before)
  })

  it('writes from one cell on, by columns, and answers the values', async () => {
    await using studio = await startWriter()
    const data = [{ range: 'Gear!B2', majorDimension: 'COLUMNS', values: [['x', 'y'], ['z']] }]
    const { body } = await write(studio, data, {
      valueInputOption: 'RAW',
      includeValuesInResponse: true,
      responseValueRenderOption: 'UNFORMATTED_VALUE',
    })
    expect(body).toMatchObject({
      responses: [
        {
          updatedRange: 'Gear!B2:C3',
          updatedData: {
            range: 'Gear!B2:C3',
            values: [
              ['x', 'z'],
              ['y', '#REF!'],
            ],
          },
        },
      ],
    })
  })

  it('writes nothing when one part is refused', async () => {
    await using studio = await startWriter()
    const before = studio.spreadsheet.metadata.version
    const outcome = await write(studio, [
      { range: 'Gear!A2', values: [['changed']] },
      { range: 'Gone!A2', values: [['changed']] },
    ])
    expect(outcome).toMatchObject(refusal('Invalid data[1]: Unable to parse range: Gone!A2'))
    expect(await studio.values('Gear!A2')).toEqual([['T-1']])
    expect(studio.spreadsheet.metadata.version).toBe(before)
  })

  it.each([
    [
      'Gear!A1:B1',
      [['a', 'b', 'c']],
      'Invalid data[0]: Requested writing within range [Gear!A1:B1], but tried writing to column [C]',
    ],
    [
      'Gear!A1:B1',
      [['a'], ['b']],
      'Invalid data[0]: Requested writing within range [Gear!A1:B1], but tried writing to row [2]',
    ],
    [
      'Gear!A4',
      [['a'], ['b']],
      'Invalid data[0]: Requested writing within range [Gear!A4], but tried writing to row [5]',
    ],
    ['Gear!A5', [['a']], 'Invalid data[0]: Range (Gear!A5) exceeds grid limits. Max rows: 4, max columns: 4'],
    ['Gear!A1', [[{ text: 'a' }]], expect.stringContaining('Invalid data[0]: Invalid values[0][0]')],
    ['Gear!A1', [['x'.repeat(50_001)]], expect.stringContaining('maximum of 50000 characters')],
  ])('refuses %s with values that do not fit', async (range, values, message) => {
    await using studio = await startWriter()
    expect(await write(studio, [{ range, values }])).toMatchObject(refusal(message))
  })

  it('requires an input option, and names of the discovery document', async () => {
    await using studio = await startWriter()
    expect(await write(studio, [], {})).toMatchObject(refusal("'valueInputOption' is required but not specified"))
    expect(await write(studio, [], { valueInputOption: 'PLAIN' })).toMatchObject(
      refusal("Invalid value at 'value_input_option' (enum)"),
    )
    expect(await write(studio, [{ ranges: 'A1' }])).toMatchObject(
      refusal(`Invalid JSON payload received. Unknown name "ranges" at 'data[0]': Cannot find field.`),
    )
    expect(await write(studio, [{ range: 'A1', values: 'a' }])).toMatchObject(
      refusal("Invalid value at 'data[0].values' (array)"),
    )
  })

  it('is closed to readers', async () => {
    await using studio = await startWriter()
    studio.spreadsheet.sharedWith.set(studio.key.client_email, 'reader')
    expect(await write(studio, [{ range: 'A1', values: [['x']] }])).toMatchObject({
      status: 403,
      body: { error: { status: 'PERMISSION_DENIED' } },
    })
    expect(await studio.values('Gear!A1')).toEqual([['Tag']])
  })

  it('refuses protected cells to all but their editors', async () => {
    await using studio = await startWriter({ protectedRanges: [{ range: 'B:B' }] })
    const data = [{ range: 'Gear!A2:B2', values: [['a', 'b']] }]
    expect(await write(studio, data)).toMatchObject(
      refusal(expect.stringContaining('You are trying to edit a protected cell or object.')),
    )
    // A skipped cell is not written.
    expect(await write(studio, [{ range: 'Gear!A2:B2', values: [['a', null]] }])).toMatchObject({ status: 200 })
    studio.spreadsheet.sheet('Gear').protectedRanges[0]?.editors.push(studio.key.client_email)
    expect(await write(studio, data)).toMatchObject({ status: 200 })
    studio.spreadsheet.protect('Gear')
    expect(await write(studio, [{ range: 'Gear!D4', values: [['x']] }])).toMatchObject({ status: 400 })
  })
})

describe('a formula that fills other cells', () => {
  const imported: Partial<NewSheet> = {
    cells: [
      ['Tag', 'Status', 'Note'],
      ['T-1', 'ok', 'typed'],
    ],
    spills: [{ range: 'A1:B4', formula: '=IMPORTRANGE("1AbC","Gear!A:B")' }],
  }
  const fields = 'sheets(data(rowData(values(userEnteredValue,effectiveValue))))'

  it('is entered in one cell, and its other cells look blank or typed to reads of values', async () => {
    await using studio = await startWriter(imported)
    const { body } = await studio.client.get(studio.path, { ranges: 'Gear!A1:C2', fields })
    const { sheets } = body as { sheets: [{ data: [{ rowData: { values: object[] }[] }] }] }
    const [header, row] = sheets[0].data[0].rowData.map(({ values }) => values)
    expect(header?.[0]).toEqual({
      userEnteredValue: { formulaValue: '=IMPORTRANGE("1AbC","Gear!A:B")' },
      effectiveValue: { stringValue: 'Tag' },
    })
    expect(row).toEqual([
      { effectiveValue: { stringValue: 'T-1' } },
      { effectiveValue: { stringValue: 'ok' } },
      { userEnteredValue: { stringValue: 'typed' }, effectiveValue: { stringValue: 'typed' } },
    ])
    expect(await studio.values('Gear!A1:B2', { valueRenderOption: 'FORMULA' })).toEqual([
      ['=IMPORTRANGE("1AbC","Gear!A:B")', 'Status'],
      ['T-1', 'ok'],
    ])
  })

  it('breaks when a text is written into its range, also where it is blank', async () => {
    await using studio = await startWriter(imported)
    await write(studio, [{ range: 'Gear!C2', values: [['beside']] }])
    await write(studio, [{ range: 'Gear!B4', values: [['']] }])
    expect(await studio.values('Gear!A1:B2')).toEqual([
      ['Tag', 'Status'],
      ['T-1', 'ok'],
    ])
    await write(studio, [{ range: 'Gear!B4', values: [['inside']] }])
    expect(await studio.values('Gear!A1:B4')).toEqual([['#REF!'], [], [], ['', 'inside']])
  })
})

it('checkboxes are FALSE in every row of their range', async () => {
  await using studio = await startWriter({ checkboxes: ['D2:D4'] })
  expect(await studio.values('Gear!D1:D4', { valueRenderOption: 'UNFORMATTED_VALUE' })).toEqual([
    [],
    [false],
    [false],
    [false],
  ])
})
