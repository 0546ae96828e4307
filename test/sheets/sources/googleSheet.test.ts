import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'
import { planBatches } from '../../../sheets/sources/googleSheet/values.ts'
import type { FetchedSheet } from '../../../sheets/sources/source.ts'
import { spreadsheetFromWorkbook } from '../../google/fromFiles.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { emptyAccount, expected, fixture, parseHere, planIn, source as createSource, withoutIds } from '../support.ts'
import { addressOf, fetchFrom, gearOf, HEADER, openGoogleSource, type GoogleSource } from './support/googleSource.ts'

let source: GoogleSource
beforeEach(async () => {
  source = await openGoogleSource()
})
afterEach(() => source[Symbol.asyncDispose]())

const parse = ({ bytes, name }: FetchedSheet, currency = 'USD') => parseHere(bytes, name, createSource(), currency)

it.each([
  ['abc', 'must be the address of a Google Sheet'],
  [
    'https://docs.google.com/document/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789/edit',
    'must be the address of a Google Sheet',
  ],
  [
    'http://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789',
    'must be the address of a Google Sheet',
  ],
  [
    'https://docs.google.com/spreadsheets/d/e/2PACX-1vAbCdEfGhIjKlMnOpQrStUvWxYz/pub',
    'is the address of a published page',
  ],
  [
    'https://docs.google.com/a/studio.example/spreadsheets/d/e/2PACX-1vAbCdEfGhIjKlMnOpQrStUvWxYz/pub',
    'is the address of a published page',
  ],
  [
    'https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789/edit?usp=sharing&ouid=1&rtpof=true&sd=true',
    'is the address of an uploaded Excel file (rtpof=true)',
  ],
  ['https://drive.google.com/open?id=short', 'must be the address of a Google Sheet'],
  [
    'https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789',
    'must be the address of a Google Sheet',
  ],
  ['https://evil.example/open?id=1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789', 'must be the address of a Google Sheet'],
])('%s is refused in kitroom.yaml', (address, message) => {
  expect(() => loadConfig(`sources:\n  - id: main\n    google_sheet: ${address}\n`)).toThrow(
    `sources.0.google_sheet: ${message}`,
  )
})

it.each([
  (id: string) => id,
  (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit?gid=0#gid=0`,
  (id: string) => `https://docs.google.com/spreadsheets/u/1/d/${id}/edit?usp=sharing`,
  (id: string) => `https://docs.google.com/a/studio.example/spreadsheets/d/${id}/edit#gid=0`,
  (id: string) => `https://drive.google.com/open?id=${id}&usp=drive_copy`,
  (id: string) => `https://drive.google.com/a/studio.example/open?id=${id}`,
  (id: string) => `https://docs.google.com/open?id=${id}`,
])('an address of form %# is read', async (toAddress) => {
  const spreadsheet = source.add([gearOf(1)])
  expect((await fetchFrom(source, toAddress(spreadsheet.id))).name).toBe('Gear.gsheet')
})

it('a sheet among 200 with long names is read without gid', async () => {
  const names = Array.from({ length: 199 }, (_, index) => `Verleih – Kamera & Zubehör, Woche ${index + 1}`)
  const spreadsheet = source.add([
    ...names.map((title) => ({
      title,
      cells: [
        ['Kunde', 'Datum'],
        ['Ada', '2026-01-01'],
      ],
    })),
    gearOf(2),
  ])
  const sheet = await fetchFrom(source, addressOf(spreadsheet))
  expect((await parse(sheet)).read).toMatchObject({ sheet: 'Inventory' })
  expect(source.google.calls.filter(({ status }) => status !== 200)).toEqual([])
})

it('a person who asks gets the cells though Drive has not learnt of the edit, a schedule the last ones', async () => {
  const spreadsheet = source.add([gearOf(1)])
  await source.store(await fetchFrom(source, addressOf(spreadsheet)))
  spreadsheet.lagMetadata(true)
  spreadsheet.setCell('Inventory', 'D2', 'FX30')
  const models = async (isRequested: boolean) =>
    (await fetchFrom(source, addressOf(spreadsheet), { isRequested })).bytes.toString().includes('FX30')
  expect({ schedule: await models(false), person: await models(true) }).toEqual({ schedule: false, person: true })
})

describe('what is read equals what a file gives', () => {
  it.each([
    ['studio', 'USD'],
    ['studio-v2', 'USD'],
  ])('%s.xlsx', async (name, currency) => {
    const spreadsheet = source.add((await spreadsheetFromWorkbook(fixture(`${name}.xlsx`))).sheets)
    const table = await parse(await fetchFrom(source, addressOf(spreadsheet)), currency)
    const answer = expected(name) as { read: object }
    const plan = planIn(emptyAccount(), table)
    expect(table.read).toEqual(answer.read)
    const fromFile = planIn(
      emptyAccount(),
      await parseHere(fixture(`${name}.xlsx`), `${name}.xlsx`, createSource(), currency),
    )
    expect(plan.counts).toEqual(fromFile.counts)
    expect(plan.rows.map(withoutIds)).toEqual(fromFile.rows.map(withoutIds))
  })

  it('dates, currencies, percents, leading zeros, errors, merges and hidden rows', async () => {
    const date = (value: number, pattern?: string) => ({
      value,
      format: { type: 'DATE' as const, ...(pattern !== undefined && { pattern }) },
    })
    const spreadsheet = source.add([
      {
        title: 'Inventory',
        cells: [
          [...HEADER, 'Serial', 'Notes'],
          [
            'C-1',
            'camera',
            'Sony',
            'FX3',
            { value: 4199.5, format: { type: 'CURRENCY', pattern: '"$"#,##0.00' } },
            date(45_000),
            '00123',
            { value: 0.125, format: { type: 'PERCENT', pattern: '0.0%' } },
          ],
          ['C-2', 'camera', 'Sony', 'FX6', 5999, date(45_001, 'yyyy-mm-dd'), 'S-2', ''],
          [
            'C-3',
            'camera',
            'Sony',
            'FX9',
            7999,
            date(45_002, 'dd.mm.yyyy'),
            { value: 77, format: { type: 'NUMBER', pattern: '00000' } },
            'fine',
          ],
          ['C-4', 'camera', 'Sony', 'FX9', 7999, '', 'S-4', { value: null, error: { type: 'REF', text: '#REF!' } }],
          [
            'C-5',
            'camera',
            'Sony',
            'FX9',
            7999,
            '',
            'S-5',
            { value: null, error: { type: 'LOADING', text: 'Loading...' } },
          ],
        ],
        hiddenRows: [{ row: 3, by: 'filter' }],
      },
    ])
    const { rows } = planIn(emptyAccount(), await parse(await fetchFrom(source, addressOf(spreadsheet))))
    expect(rows.slice(0, 3).map(({ fields }) => fields)).toMatchObject([
      { purchase_price: 4199.5, purchase_date: '2023-03-15', serial_number: '00123', notes: '12.5%' },
      { asset_tag: 'C-2', purchase_date: '2023-03-16' },
      { asset_tag: 'C-3', purchase_date: '2023-03-17', serial_number: '00077' },
    ])
    expect(rows.slice(3).map(({ errors }) => errors?.map(({ code }) => code))).toEqual([['error_cell'], ['error_cell']])
  })

  it('the gid of the address, sheet: and all visible sheets choose what is read', async () => {
    const spreadsheet = source.add([
      { title: 'Read me', cells: [['Hello']] },
      { ...gearOf(2), sheetId: 77 },
      { ...gearOf(1, 'OLD'), title: 'Old stock', hidden: true },
    ])
    const tagsIn = async (sheet: FetchedSheet) => planIn(emptyAccount(), await parse(sheet)).rows.map(({ key }) => key)
    expect(await tagsIn(await fetchFrom(source, addressOf(spreadsheet)))).toEqual(['C-1', 'C-2'])
    expect(await tagsIn(await fetchFrom(source, addressOf(spreadsheet, '?gid=77#gid=77')))).toEqual(['C-1', 'C-2'])
    expect(await tagsIn(await fetchFrom(source, spreadsheet.id))).toEqual(['C-1', 'C-2'])
    const hidden = await fetchFrom(source, addressOf(spreadsheet, '#gid=77'), { sheet: 'old stock' })
    const table = await parseHere(hidden.bytes, hidden.name, { ...createSource(), sheet: 'Old stock' }, 'USD')
    expect(planIn(emptyAccount(), table).rows.map(({ key }) => key)).toEqual(['OLD-1'])
    await expect(fetchFrom(source, addressOf(spreadsheet, '#gid=5'))).rejects.toThrow(/no sheet with gid=5 any more/)
  })
})

it.each([
  [100_000, 12],
  [1000, 26],
  [10_000_000 / 26, 26],
])('%d rows of %d columns take at most 44 reads', (rows, columnCount) => {
  const size = { rowCount: Math.floor(rows), columnCount }
  const area = { firstRow: 0, endRow: size.rowCount, firstColumn: 0, endColumn: columnCount }
  const tab = { id: 0, title: 'S', isHidden: false, ...size, merges: [], area }
  const batches = planBatches([tab, { ...tab, id: 1 }])
  expect(batches.flat().reduce((sum, { first, end }) => sum + end - first, 0)).toBe(2 * tab.rowCount)
  expect(5 + 3 * batches.length).toBeLessThanOrEqual(44)
})

describe('a sheet that changes while it is read', () => {
  it('is read again', async () => {
    const spreadsheet = source.add([gearOf(5)])
    source.google.faults.between('sheets.spreadsheets.values.batchGet', () =>
      spreadsheet.insertRow('Inventory', 2, ['N-1', 'camera', 'Sony', 'FX3', 1]),
    )
    const { rows } = planIn(emptyAccount(), await parse(await fetchFrom(source, addressOf(spreadsheet))))
    expect(rows.map(({ key }) => key)).toEqual(['N-1', 'C-1', 'C-2', 'C-3', 'C-4', 'C-5'])
  })

  it('is refused after three times', async () => {
    const spreadsheet = source.add([gearOf(5)])
    for (let edit = 0; edit < 12; edit++)
      source.google.faults.between('sheets.spreadsheets.values.batchGet', () =>
        spreadsheet.setCell('Inventory', 'D2', `FX${edit}`),
      )
    await expect(fetchFrom(source, addressOf(spreadsheet))).rejects.toMatchObject({ code: 'sheet_moving' })
  })

  it('numbers that change at each read, such as NOW(), do not count', async () => {
    const spreadsheet = source.add([gearOf(5)])
    for (let edit = 0; edit < 12; edit++)
      source.google.faults.between('sheets.spreadsheets.values.batchGet', () =>
        spreadsheet.recalculate('Inventory', 'E2', 4000 + edit),
      )
    expect((await fetchFrom(source, addressOf(spreadsheet))).name).toBe('Gear.gsheet')
  })
})

describe('an unchanged sheet', () => {
  const MINUTE_MS = 60_000
  const fetchAndStore = async (spreadsheet: StoredSpreadsheet): Promise<string[]> => {
    source.takeCalls()
    await source.store(await fetchFrom(source, addressOf(spreadsheet)))
    return source.takeCalls()
  }

  it('is one request, with a second look after four minutes and a full read after a day', async () => {
    const spreadsheet = source.add([gearOf(5)])
    expect((await fetchAndStore(spreadsheet)).length).toBeGreaterThan(1)
    source.clock.move(MINUTE_MS)
    expect(await fetchAndStore(spreadsheet)).toEqual(['drive.files.get'])
    source.clock.move(4 * MINUTE_MS)
    expect((await fetchAndStore(spreadsheet)).length).toBeGreaterThan(1)
    source.clock.move(60 * MINUTE_MS)
    expect(await fetchAndStore(spreadsheet)).toEqual(['drive.files.get'])
    source.clock.move(24 * 60 * MINUTE_MS)
    expect((await fetchAndStore(spreadsheet)).length).toBeGreaterThan(1)
  })

  it('an edit that Drive learns of late is seen by the second look', async () => {
    const spreadsheet = source.add([gearOf(5)])
    await fetchAndStore(spreadsheet)
    spreadsheet.lagMetadata(true)
    spreadsheet.setCell('Inventory', 'D2', 'FX30')
    source.clock.move(5 * MINUTE_MS)
    const sheet = await fetchFrom(source, addressOf(spreadsheet))
    expect(planIn(emptyAccount(), await parse(sheet)).rows[0]?.fields).toMatchObject({ model: 'FX30' })
  })

  it('an edit between the question to Drive and the cells is not lost', async () => {
    const spreadsheet = source.add([gearOf(5)])
    source.google.faults.between('drive.files.get', () => spreadsheet.setCell('Inventory', 'D2', 'FX30'))
    await source.store(await fetchFrom(source, addressOf(spreadsheet)))
    source.clock.move(MINUTE_MS)
    source.takeCalls()
    await fetchFrom(source, addressOf(spreadsheet))
    expect(source.takeCalls().length).toBeGreaterThan(1)
  })

  it('another sheet: is read, whatever the version', async () => {
    const spreadsheet = source.add([gearOf(5), { ...gearOf(2, 'L'), title: 'Lenses' }])
    await source.store(await fetchFrom(source, addressOf(spreadsheet), { sheet: 'Inventory' }))
    source.takeCalls()
    await fetchFrom(source, addressOf(spreadsheet), { sheet: 'Lenses' })
    expect(source.takeCalls().length).toBeGreaterThan(1)
  })
})
