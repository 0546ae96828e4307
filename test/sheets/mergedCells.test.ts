import { describe, expect, it } from 'vitest'
import { chooseSheet } from '../../sheets/mapping/chooseSheet.ts'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import { makeWorkbook, sheetData, type MadeCell } from './makeWorkbook.ts'
import { applyPlan, emptyAccount, planIn, source, type Account, type PlannedRows } from './support.ts'

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Location', 'Status', 'Price', 'Serial']

/** Plans a workbook with merged ranges such as `E2:E4`. */
async function planMerged(
  rows: readonly (readonly MadeCell[])[],
  ranges: readonly string[],
  account: Account = emptyAccount(),
  ...lines: string[]
): Promise<PlannedRows> {
  const merges = ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')
  const data = `${sheetData(rows)}<mergeCells count="${ranges.length}">${merges}</mergeCells>`
  const settings = source(...lines)
  const bytes = makeWorkbook({ sheets: [{ name: 'Inventory', data }] })
  const sheet = chooseSheet(await readSheets(bytes, 'a.xlsx', settings), settings)
  return planIn(account, mapTable(sheet, settings, { currency: 'USD' }), settings)
}

const camera = (tag: string | null, ...more: MadeCell[]): MadeCell[] => [tag, 'camera', 'Sony', `FX-${tag}`, ...more]

const fieldOf = ({ rows }: PlannedRows, field: string): unknown[] =>
  rows.map(({ outcome, fields }) => (outcome === 'create' ? (fields?.[field] ?? null) : outcome))

const notesOf = ({ rows }: PlannedRows): unknown[] =>
  rows.map(({ errors = [], warnings = [] }) => [...errors, ...warnings].map(({ cell, code, raw }) => [cell, code, raw]))

describe('a cell that is merged downwards', () => {
  it('counts for each row that it covers', async () => {
    const planned = await planMerged(
      [
        HEAD,
        camera('M-2', 'Shelf 1', 'retired'),
        camera('M-3', null),
        camera('M-4'),
        camera('M-5', 'Shelf 2'),
        camera('M-6'),
      ],
      ['E2:E4', 'E5:E6', 'F2:F3'],
    )
    expect(fieldOf(planned, 'storage_location')).toEqual(['Shelf 1', 'Shelf 1', 'Shelf 1', 'Shelf 2', 'Shelf 2'])
    expect(fieldOf(planned, 'status')).toEqual(['retired', 'retired', null, null, null])
    expect(notesOf(planned)).toEqual([[], [], [], [], []])
  })

  it('makes items of rows with only a tag of their own', async () => {
    const planned = await planMerged(
      [HEAD, ['M-2', 'camera', 'Sony', 'FX3'], ['M-3'], ['M-4'], [], ['M-5', 'lens', 'Sony', '50mm']],
      ['B2:B4', 'C2:C4', 'D2:D4'],
    )
    expect(fieldOf(planned, 'model')).toEqual(['FX3', 'FX3', 'FX3', '50mm'])
  })

  it('leaves an empty row empty, however high its cells are', async () => {
    const planned = await planMerged(
      [HEAD, camera('M-2', 'A', 'retired', 100, 'S-2'), [], camera('M-4')],
      ['A2:A3', 'B2:B3', 'C2:C3', 'D2:D3', 'E2:E3', 'G2:G3', 'H2:H3'],
    )
    expect(fieldOf(planned, 'purchase_price')).toEqual([100, null])
    expect(fieldOf(planned, 'serial_number')).toEqual(['S-2', null])
    expect(notesOf(planned)).toEqual([[], []])
  })

  it('is left out where a number may belong to one item or to each', async () => {
    const rows = [HEAD, camera('M-2', 'A', null, 500, 'S-2'), camera('M-3'), camera('M-4')]
    const planned = await planMerged(rows, ['G2:G3', 'H2:H3'])
    expect(fieldOf(planned, 'purchase_price')).toEqual([null, null, null])
    expect(fieldOf(planned, 'serial_number')).toEqual([null, null, null])
    expect(notesOf(planned)).toEqual([
      [
        ['G2', 'merged_cell', '500'],
        ['H2', 'merged_cell', 'S-2'],
      ],
      [
        ['G3', 'merged_cell', '500'],
        ['H3', 'merged_cell', 'S-2'],
      ],
      [],
    ])
  })

  it('clears no stored amount, also with blank: clear', async () => {
    const rows = [HEAD, camera('M-2', 'A', null, 500, 'S-2'), camera('M-3', 'A', null, 600, 'S-3')]
    const account = applyPlan(emptyAccount(), await planMerged(rows, ['A9:A10']))
    const merged = [HEAD, camera('M-2', 'A', null, 500, 'S-2'), camera('M-3', 'A')]
    const planned = await planMerged(merged, ['G2:G3', 'H2:H3'], account, 'blank: clear')
    expect(planned.counts).toEqual({ unchanged: 2 })
  })

  it('as a key refuses its rows, and no item counts as gone', async () => {
    const account = applyPlan(emptyAccount(), await planMerged([HEAD, camera('M-2'), camera('M-3')], ['A9:A10']))
    const planned = await planMerged([HEAD, camera('M-2'), camera(null), camera('M-4')], ['A2:A3'], account)
    expect(fieldOf(planned, 'model')).toEqual(['refused', 'refused', 'FX-M-4'])
    expect(notesOf(planned)).toEqual([[['A2', 'merged_cell', 'M-2']], [['A3', 'merged_cell', 'M-2']], []])
    expect(planned.held?.code).toBe('key_unreadable')
    expect(planned.missing.map(({ key }) => key)).toEqual(['M-3'])
  })

  it('as a quantity of several refuses its rows', async () => {
    const head = ['Asset Tag', 'Type', 'Brand', 'Model', 'Qty']
    const planned = await planMerged(
      [head, camera('M-2', 3), camera('M-3'), camera('M-4', 1)],
      ['E2:E3'],
      emptyAccount(),
      'quantity: expand',
    )
    expect(notesOf(planned)).toEqual([[['E2', 'merged_cell', '3']], [['E3', 'merged_cell', '3']], []])
  })

  it('beside blank cells of its own row covers the rows below', async () => {
    const planned = await planMerged(
      [HEAD, [null, null, null, null, null, 'retired'], camera('M-3'), camera('M-4')],
      ['F2:F4'],
    )
    expect(planned.rows.map(({ outcome, fields }) => [outcome, fields?.['status']])).toEqual([
      ['skipped', undefined],
      ['create', 'retired'],
      ['create', 'retired'],
    ])
  })

  it('does not make items of headings and totals that it covers', async () => {
    const planned = await planMerged(
      [
        HEAD,
        camera('M-2', 'Shelf'),
        ['Verkauft'],
        camera('M-4'),
        ['Lenses'],
        camera('M-6'),
        ['Total', null, null, null, null, null, 200],
      ],
      ['E2:E7'],
    )
    expect(planned.rows.map(({ outcome, reason, errors }) => errors?.[0]?.code ?? reason ?? outcome)).toEqual([
      'create',
      'group_row',
      'not_on_hand',
      'group_row',
      'create',
      'totals_row',
    ])
  })

  it('counts in a Google Sheet too', async () => {
    const grid = {
      values: [HEAD, camera('M-2', 'Shelf', 'retired', 500), camera('M-3'), camera('M-4')],
      hiddenRows: [],
      hiddenColumns: [],
      merges: [
        [1, 4, 4, 5],
        [1, 3, 5, 6],
        [2, 4, 6, 7],
      ],
      formats: [],
      columnFormats: [],
      cellFormats: {},
      errors: [],
    }
    const file = { kitroom_google_sheet: 1, sheets: [{ title: 'Inventory', isHidden: false, grid }] }
    const sheet = chooseSheet(await readSheets(Buffer.from(JSON.stringify(file)), 'a.gsheet'), source())
    const planned = planIn(emptyAccount(), mapTable(sheet, source(), { currency: 'USD' }))
    expect(fieldOf(planned, 'storage_location')).toEqual(['Shelf', 'Shelf', 'Shelf'])
    expect(fieldOf(planned, 'status')).toEqual(['retired', 'retired', null])
    expect(fieldOf(planned, 'purchase_price')).toEqual([500, null, null])
  })

  it('does not hide a key that has other values', async () => {
    const head = ['Type', 'Brand', 'Model', 'Serial']
    const planned = await planMerged(
      [head, ['camera', 'Sony', 'FX3', 'S-2'], ['camera', 'Sony', 'FX6'], ['camera', 'Sony', 'FX9', 'S-4']],
      ['D2:D3'],
    )
    expect(notesOf(planned)).toEqual([[['D2', 'merged_cell', 'S-2']], [['D3', 'merged_cell', 'S-2']], []])
  })

  it('does not copy headers, titles, headings or cells across columns', async () => {
    const planned = await planMerged(
      [
        ['Gear of the studio'],
        HEAD,
        [],
        ['Cameras of the big studio'],
        camera('M-5', 'A'),
        camera('M-6'),
        [null, null, null, null, 'B'],
        camera('M-8'),
      ],
      ['A1:H1', 'A2:A3', 'B2:B3', 'C2:C3', 'D2:D3', 'E2:E3', 'A4:H4', 'E5:F6', 'E7:G8'],
    )
    expect(fieldOf(planned, 'storage_location')).toEqual(['skipped', 'A', null, 'skipped', null])
  })
})
