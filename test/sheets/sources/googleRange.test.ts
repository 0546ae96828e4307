// range: of a google_sheet source: only its cells are read.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeBackHeaders } from '../../../sheets/cells/writeBackColumns.ts'
import type { FetchedSheet } from '../../../sheets/sources/source.ts'
import type { CellInput } from '../../google/sheets/cell.ts'
import type { NewSheet } from '../../google/sheets/storedSheet.ts'
import type { StoredSpreadsheet } from '../../google/sheets/storedSpreadsheet.ts'
import { emptyAccount, parseHere, planIn, source as createSource } from '../support.ts'
import { addressOf, fetchFrom, openGoogleSource, type GoogleSource } from './support/googleSource.ts'
import { AT, idOf, messagesOf, readCells, writeTo } from './support/writeBack.ts'

let source: GoogleSource
beforeEach(async () => {
  source = await openGoogleSource()
})
afterEach(() => source[Symbol.asyncDispose]())

const HEADER = ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial', 'Purchased', 'Notes']
const date = (value: number) => ({ value, format: { type: 'DATE' as const, pattern: 'dd.mm.yyyy' } })
const serial = (value: number) => ({ value, format: { type: 'NUMBER' as const, pattern: '00000' } })
const gear = (tag: string, more: CellInput[] = []): CellInput[] => [tag, 'camera', 'Sony', 'FX3', ...more]
const LEFT: CellInput[] = ['Asset Tag', 'Type']

/** A list in C4:I7 that has other lists with the same header on each side. */
const surrounded = (): NewSheet => ({
  title: 'Inventory',
  cells: [
    HEADER,
    gear('ABOVE-1'),
    [],
    [...LEFT, ...HEADER, ...HEADER],
    ['LEFT-1', 'camera', ...gear('C-1', [serial(98), date(45_000), 'fine']), ...gear('RIGHT-1')],
    [
      'LEFT-2',
      'camera',
      ...gear('C-2', [serial(77), date(45_001), { value: null, error: { type: 'REF', text: '#REF!' } }]),
      ...gear('RIGHT-2'),
    ],
    ['LEFT-3', 'camera', ...gear('C-3', ['', date(45_002), 'struck'])],
    [],
    ['', '', ...HEADER],
    ['', '', ...gear('BELOW-1')],
  ],
  merges: ['A3:B3', 'I7:J7'],
  hiddenRows: [
    { row: 2, by: 'user' },
    { row: 6, by: 'user' },
  ],
  hiddenColumns: ['A', 'G', 'K'],
})
const RANGE = 'C4:I7'

const parse = ({ bytes, name }: FetchedSheet) => parseHere(bytes, name, createSource(), 'USD')
const tagsIn = async (sheet: FetchedSheet) =>
  planIn(emptyAccount(), await parse(sheet)).rows.flatMap(({ key }) => key ?? [])
const hashOf = ({ bytes }: FetchedSheet): string => Buffer.from(bytes).toString()

describe('what is read', () => {
  it('rows and columns keep their places in the sheet', async () => {
    const table = await parse(await fetchFrom(source, addressOf(source.add([surrounded()])), { range: RANGE }))
    expect(table.read).toMatchObject({
      sheet: 'Inventory',
      range: RANGE,
      header_row: 4,
      hidden_rows: 1,
      hidden_columns: ['G'],
    })
    expect(Object.keys(table.read.columns)).toEqual(['C', 'D', 'E', 'F', 'G', 'H', 'I'])
    const { rows } = planIn(emptyAccount(), table)
    expect(rows).toMatchObject([
      {
        row: 5,
        outcome: 'create',
        fields: { asset_tag: 'C-1', serial_number: '00098', purchase_date: '2023-03-15', notes: 'fine' },
      },
      { row: 6, outcome: 'refused', errors: [{ cell: 'I6', code: 'error_cell' }] },
      { row: 7, outcome: 'create', fields: { asset_tag: 'C-3', purchase_date: '2023-03-17' } },
    ])
  })

  it.each([
    ['C4:I6', ['C-1', 'C-2']],
    ['C4:I', ['C-1', 'C-2', 'C-3', 'BELOW-1']],
    ['J4:P', ['RIGHT-1', 'RIGHT-2']],
    ['A1:G2', ['ABOVE-1']],
    ['C9:ZZ5000', ['BELOW-1']],
    ['9:10', ['BELOW-1']],
  ])('%s', async (range, tags) => {
    expect(await tagsIn(await fetchFrom(source, addressOf(source.add([surrounded()])), { range }))).toEqual(tags)
  })

  it('a list outside is not found, and a range without cells is refused', async () => {
    const address = addressOf(source.add([{ ...surrounded(), rowCount: 20, columnCount: 18 }]))
    await expect(parse(await fetchFrom(source, address, { range: 'A11:R' }))).rejects.toMatchObject({ code: 'no_rows' })
    await expect(parse(await fetchFrom(source, address, { range: 'C5:I7' }))).rejects.toMatchObject({
      code: 'no_header',
    })
    const message =
      'The range A21:K is outside "Inventory", which has 20 rows and 18 columns. Correct range: in kitroom.yaml.'
    await expect(fetchFrom(source, address, { range: 'A21:K' })).rejects.toMatchObject({
      code: 'unreadable_file',
      message,
    })
    await expect(fetchFrom(source, address, { range: 'S:T' })).rejects.toThrow(/outside "Inventory"/)
    const two = addressOf(source.add([surrounded(), { ...surrounded(), title: 'Other' }]))
    await expect(fetchFrom(source, two, { range: 'ZZ:ZZZ' })).rejects.toThrow(
      'The range ZZ:ZZZ is outside every visible sheet.',
    )
  })

  it('takes as many requests as the whole sheet, or fewer', async () => {
    const spreadsheet = source.add([surrounded()])
    await fetchFrom(source, addressOf(spreadsheet))
    const whole = source.takeCalls()
    await fetchFrom(source, addressOf(spreadsheet), { range: RANGE })
    expect(source.takeCalls().length).toBeLessThanOrEqual(whole.length)
  })
})

describe('an edit', () => {
  const outside: [string, (spreadsheet: StoredSpreadsheet) => void][] = [
    ['above', (s) => s.setCell('Inventory', 'A2', 'X')],
    ['at the left', (s) => s.setCell('Inventory', 'B5', 'X')],
    ['at the right', (s) => s.setCell('Inventory', 'J6', 'X')],
    ['below', (s) => s.setCell('Inventory', 'C8', 'X')],
    ['that hides a row', (s) => s.hideRow('Inventory', 10, 'user')],
    ['that merges cells', (s) => s.merge('Inventory', 'K6:L6')],
  ]
  it.each(outside)('outside (%s) leaves the sheet unchanged, also while it is read', async (_, edit) => {
    const spreadsheet = source.add([surrounded()])
    const before = await fetchFrom(source, addressOf(spreadsheet), { range: RANGE })
    source.google.faults.between('sheets.spreadsheets.values.batchGet', () => edit(spreadsheet))
    source.takeCalls()
    expect(hashOf(await fetchFrom(source, addressOf(spreadsheet), { range: RANGE }))).toBe(hashOf(before))
    expect(source.takeCalls().filter((method) => method === 'values.batchGet')).toHaveLength(3)
    expect(hashOf(await fetchFrom(source, addressOf(spreadsheet), { range: RANGE }))).toBe(hashOf(before))
  })

  it('inside is read again, when it comes while the sheet is read too', async () => {
    const spreadsheet = source.add([surrounded()])
    const before = await fetchFrom(source, addressOf(spreadsheet), { range: RANGE })
    source.google.faults.between('sheets.spreadsheets.values.batchGet', () =>
      spreadsheet.setCell('Inventory', 'F5', 'FX30'),
    )
    const after = await fetchFrom(source, addressOf(spreadsheet), { range: RANGE })
    expect(hashOf(after)).not.toBe(hashOf(before))
    expect(planIn(emptyAccount(), await parse(after)).rows[0]?.fields).toMatchObject({ model: 'FX30' })
  })

  it('of range: is read whatever the version; the same range is one request', async () => {
    const address = addressOf(source.add([surrounded()]))
    const callsOf = async (range: string | undefined): Promise<number> => {
      source.takeCalls()
      await source.store(await fetchFrom(source, address, { range }))
      return source.takeCalls().length
    }
    expect(await callsOf(RANGE)).toBeGreaterThan(1)
    expect(await callsOf(RANGE)).toBe(1)
    expect(await callsOf('C4:I')).toBeGreaterThan(1)
    expect(await callsOf('C4:I')).toBe(1)
    expect(await callsOf(undefined)).toBeGreaterThan(1)
  })
})

describe('write_back', () => {
  const LIST = ['Asset Tag', 'Type', 'Brand', 'Model', 'Price', 'Purchased']
  const listOf = (...tags: string[]): CellInput[][] => [LIST, ...tags.map((tag) => gear(tag, [4199, '']))]
  const add = (cells: CellInput[][], more: Partial<NewSheet> = {}) =>
    source.add([{ title: 'Inventory', cells, ...more }], 'writer')
  const created = (tag: string): string[] => [idOf(tag), 'created', '', AT]
  const cellsOf = (spreadsheet: StoredSpreadsheet, from: number, to: number) =>
    readCells(spreadsheet).map((row) => row.slice(from, to))

  it('is for the list of the range: another one with the same header and keys stays as it is', async () => {
    const spreadsheet = add([...listOf('C-1', 'C-2'), [], ...listOf('C-1', 'C-2'), [], ...listOf('C-1')])
    const messages = { ...messagesOf(['C-1', 'C-2']), headerRow: 5 }
    expect(await writeTo(source, spreadsheet, messages, { range: 'A5:F7' })).toMatchObject({ rows: 2, notes: [] })
    const blank = ['', '', '', '']
    expect(cellsOf(spreadsheet, 6, 10)).toEqual([
      blank,
      blank,
      blank,
      blank,
      [...writeBackHeaders],
      created('C-1'),
      created('C-2'),
      blank,
      blank,
      blank,
    ])
    expect(await writeTo(source, spreadsheet, messages, { range: 'A5:F7' })).toMatchObject({ rows: 2, notes: [] })
  })

  it('creates the columns at the right of all cells, outside the range, and finds them there', async () => {
    const cells = listOf('C-1', 'C-2').map((row) => [...row, '', 'somebody’s', 'own'])
    const spreadsheet = add(cells)
    await writeTo(source, spreadsheet, messagesOf(['C-1', 'C-2']), { range: 'A:F' })
    expect(cellsOf(spreadsheet, 8, 13)).toEqual([
      ['own', ...writeBackHeaders],
      ['own', ...created('C-1')],
      ['own', ...created('C-2')],
    ])
  })

  it.each(['A:F', 'A:G', 'A:H', 'A:I', 'A:J', 'A:Z'])(
    'its columns from G on are never read, with the range %s',
    async (range) => {
      const spreadsheet = add(listOf('C-1', 'C-2'))
      const before = await fetchFrom(source, addressOf(spreadsheet), { range })
      await writeTo(source, spreadsheet, messagesOf(['C-1', 'C-2']), { range })
      expect(cellsOf(spreadsheet, 6, 10)).toEqual([[...writeBackHeaders], created('C-1'), created('C-2')])
      const after = await fetchFrom(source, addressOf(spreadsheet), { range })
      expect(hashOf(after)).toBe(hashOf(before))
      expect(planIn(emptyAccount(), await parse(after)).counts).toEqual({ create: 2 })
    },
  )

  it.each(['E:J', 'D:J', 'C:J', 'B:J', 'A:J'])(
    'its columns A to D are never read, with the range %s',
    async (range) => {
      const own = [[...writeBackHeaders], created('C-1')]
      const sheet = await fetchFrom(
        source,
        addressOf(add(listOf('C-1').map((row, index) => [...(own[index] ?? []), ...row]))),
        { range },
      )
      expect(Object.keys((await parse(sheet)).read.columns)).toEqual(['E', 'F', 'G', 'H', 'I', 'J'])
    },
  )

  it('says so when the list has left the range', async () => {
    const spreadsheet = add(listOf('C-1'))
    for (let row = 0; row < 3; row++) spreadsheet.insertRow('Inventory', 1)
    await expect(writeTo(source, spreadsheet, messagesOf(['C-1']), { range: 'A1:F3' })).rejects.toThrow(
      /header of the list, which was in row 1, is not there/,
    )
    const small = add(listOf('C-1'), { rowCount: 10 })
    await expect(writeTo(source, small, messagesOf(['C-1']), { range: 'A11:F30' })).rejects.toThrow(
      '"Inventory" has no cells in the range A11:F30 any more.',
    )
  })
})
