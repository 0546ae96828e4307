import { describe, expect, it } from 'vitest'
import { isProgramChange, listChangedNames, listStoredNames } from '../../sheets/cells/programChange.ts'
import { chooseSheet } from '../../sheets/mapping/chooseSheet.ts'
import { mapTable } from '../../sheets/mapping/mapTable.ts'
import { readSheets } from '../../sheets/readers/reader.ts'
import { formatted, makeWorkbook, sheetData, type MadeCell } from './makeWorkbook.ts'
import {
  applyPlan,
  editItem,
  emptyAccount,
  mapText,
  planIn,
  source,
  toCsv,
  type Account,
  type PlannedRows,
} from './support.ts'

/** What programs make of typed texts. */
const CHANGES: readonly [typed: string, written: string][] = [
  ['00457', '457'],
  ['0012', '12'],
  ['010', '10'],
  ['000', '0'],
  ['-007', '-7'],
  ['+49', '49'],
  ['1E5', '100000'],
  ['1e5', '1.00E+05'],
  ['12E-3', '0.012'],
  ['5.10', '5.1'],
  ['1.50', '1.5'],
  ['2.00', '2'],
  ['1.0', '1'],
  ['5,10', '5,1'],
  ['5,10', '5.1'],
  ['.50', '0.5'],
  ['1,000', '1000'],
  ['1.000', '1000'],
  ['12 345,60', '12345,6'],
  ['12345678901234567', '12345678901234500'],
  ['12345678901234567', '12345678901234600'],
  ['12345678901234567', '12345678901234568'],
  ['12345678901234567', '1.23457E+16'],
  ['123456789012', '1.23457E+11'],
  ['99999999999999999', '1E+17'],
  ['7/8', '8-Jul'],
  ['7/8', '07. Aug'],
  ['7/8', '2026-07-08'],
  ['7/8', '08.07.2026'],
  ['1-2', '2026-01-02 00:00:00'],
  ['3/21', 'Mar-21'],
  ['1.50', 'Jan 50'],
  ['5.10', '05. Okt'],
  ['12-2021', 'Dec-21'],
  ['MAR1', '1-Mar'],
  ['SEPT2', '02-Sep'],
  ['OKT-4', '2026-10-04'],
  ['10.1.2', '02.01.2010'],
  ['2024-03-28', '28.03.2024'],
  ['1:2', '01:02:00'],
  ['true', 'TRUE'],
]

/** Edits of a person, some of them back to what was typed. */
const EDITS: readonly [typed: string, written: string][] = [
  ['457', '00457'],
  ['00457', '0457'],
  ['00457', '458'],
  ['5.1', '5.10'],
  ['5.10', '5.2'],
  ['5.10', '51'],
  ['1E5', '10000'],
  ['A-1', 'A-01'],
  ['12345678901234567', '12345678901234000'],
  ['7/8', '9-Jul'],
  ['7/8', '8/7'],
  ['3/7', 'Mar-21'],
  ['MAR1', '2-Mar'],
  ['FX3', 'FX30'],
  ['1:2', '01:03:00'],
  ['yes', 'TRUE'],
  ['100', '100'],
]

describe('what a program makes of a text', () => {
  it.each(CHANGES)('%j becomes %j', (typed, written) => {
    expect(isProgramChange(typed, written)).toBe(true)
  })

  it.each(EDITS)('%j does not become %j', (typed, written) => {
    expect(isProgramChange(typed, written)).toBe(false)
  })

  it.each(CHANGES.filter(([typed]) => !['1:2', 'true'].includes(typed)))('%j is found by %j', (typed, written) => {
    const stored = listStoredNames(typed)
    expect(listChangedNames(written).some((name) => stored.includes(name))).toBe(true)
  })
})

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial', 'Location', 'Firmware', 'Price']
type Row = readonly string[]

const plan = (account: Account, rows: readonly Row[], ...lines: string[]): PlannedRows =>
  planIn(account, mapText(toCsv([HEAD, ...rows]), source(...lines)), source(...lines))
const synced = (rows: readonly Row[]): Account => applyPlan(emptyAccount(), plan(emptyAccount(), rows))

const changesOf = ({ rows }: PlannedRows): unknown[] =>
  rows.map(({ outcome, changed = {}, errors, warnings }) => [
    outcome,
    Object.fromEntries(Object.entries(changed).map(([field, { to }]) => [field, to])),
    [...(errors ?? []), ...(warnings ?? [])].map(({ cell, code }) => `${cell} ${code}`),
  ])

const typed: Row[] = [
  ['Z-1', 'camera', 'Sony', 'FX3', '00457', '010', '5.10'],
  ['Z-2', 'camera', 'Sony', 'FX6', '1E5', '7/8', '2.00'],
  ['Z-3', 'camera', 'Sony', 'FX9', '12345678901234567', '1.50', '1.0'],
  ['0901', 'camera', 'Sony', 'A1', 'S1', 'A', ''],
]
const saved: Row[] = [
  ['Z-1', 'camera', 'Sony', 'FX3', '457', '10', '5.1'],
  ['Z-2', 'camera', 'Sony', 'FX6', '100000', '8-Jul', '2'],
  ['Z-3', 'camera', 'Sony', 'FX9', '12345678901234500', '1.5', '1'],
  ['901', 'camera', 'Sony', 'A1', 'S1', 'A', ''],
]

describe('a sheet that a program has opened and saved', () => {
  const account = synced(typed)

  it('changes nothing, and names each value', () => {
    const planned = plan(account, saved)
    expect(changesOf(planned)).toEqual([
      ['unchanged', {}, ['E2 damaged_value', 'G2 damaged_value', 'F2 damaged_value']],
      ['unchanged', {}, ['E3 damaged_value', 'G3 damaged_value', 'F3 damaged_value']],
      ['unchanged', {}, ['E4 damaged_value', 'G4 damaged_value', 'F4 damaged_value']],
      ['unchanged', {}, ['A5 damaged_key']],
    ])
    expect({ bindings: planned.bindings, missing: planned.missing }).toEqual({ bindings: [], missing: [] })
    expect(plan(account, typed).counts).toEqual({ unchanged: 4 })
  })

  it('loses no other change of its rows', () => {
    const edited = saved.map(([tag, type, brand, model, serial, place, firmware]) =>
      [tag, type, brand, model, serial, place, firmware, '99'].map((text) => text ?? ''),
    )
    const planned = plan(account, edited)
    expect(planned.rows.map(({ outcome, changed }) => [outcome, changed])).toEqual(
      Array.from({ length: 4 }, () => ['update', { purchase_price: { from: null, to: 99 } }]),
    )
    const after = applyPlan(account, planned)
    expect(after.items.map(({ asset_tag: tag, serial_number: serial }) => [tag, serial])).toEqual(
      account.items.map(({ asset_tag: tag, serial_number: serial }) => [tag, serial]),
    )
    expect(plan(after, edited).counts).toEqual({ unchanged: 4 })
  })

  it('is no conflict with what was changed in Kitroom, and none for an item that was never synced', () => {
    const edited = editItem(account, 'Z-1', { serial_number: '99' })
    expect(plan(edited, saved).rows[0]).toMatchObject({ outcome: 'unchanged' })
    const unbound: Account = { items: account.items, bindings: [] }
    const planned = plan(unbound, saved)
    expect(planned.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
    expect(plan(applyPlan(unbound, planned), saved).counts).toEqual({ unchanged: 4 })
  })

  it('does not hide edits', () => {
    const edited: Row[] = [
      ['Z-1', 'camera', 'Sony', 'FX3', '458', '011', '5.2'],
      ['Z-2', 'camera', 'Sony', 'FX6', '1E6', '9/8', '2.10'],
    ]
    expect(plan(account, edited).rows.map(({ changed }) => Object.keys(changed ?? {}))).toEqual([
      ['serial_number', 'storage_location', 'firmware_version'],
      ['serial_number', 'storage_location', 'firmware_version'],
    ])
    const corrected = synced([['901', 'camera', 'Sony', 'A1', '457']])
    expect(plan(corrected, [['901', 'camera', 'Sony', 'A1', '00457']]).rows[0]?.changed).toEqual({
      serial_number: { from: '457', to: '00457' },
    })
  })

  it("is taken as it stands by a setting, or by a ' before the value", () => {
    expect(plan(account, saved, 'damaged_values: { firmware_version: take }').rows[0]?.changed).toEqual({
      firmware_version: { from: '5.10', to: '5.1' },
    })
    const all = plan(account, saved, 'damaged_values: take')
    expect(all.rows.map(({ changed }) => Object.keys(changed ?? {}).length)).toEqual([3, 2, 3, 1])
    expect(all.rows[3]).toMatchObject({ key: '901', changed: { asset_tag: { from: '0901', to: '901' } } })
    const after = applyPlan(account, all)
    expect(after.items).toHaveLength(4)
    expect(plan(after, saved, 'damaged_values: take').rows[3]?.outcome).toBe('unchanged')
    const literal: Row[] = [['Z-1', 'camera', 'Sony', 'FX3', '457', '10', "'5.1"]]
    expect(plan(account, literal).rows[0]?.changed).toEqual({ firmware_version: { from: '5.10', to: '5.1' } })
  })

  it('as a workbook has numbers and dates', async () => {
    const rows: MadeCell[][] = [
      HEAD.slice(0, 7),
      ['Z-1', 'camera', 'Sony', 'FX3', 457, 10, 5.1],
      ['Z-2', 'camera', 'Sony', 'FX6', 100_000, formatted(46_211, 1), 2],
      ['Z-3', 'camera', 'Sony', 'FX9', 12_345_678_901_234_500, 1.5, 1],
      [901, 'camera', 'Sony', 'A1', 'S1', 'A'],
    ]
    const bytes = makeWorkbook({ sheets: [{ name: 'Inventory', data: sheetData(rows) }], formats: ['d-mmm'] })
    const table = mapTable(chooseSheet(await readSheets(bytes, 'a.xlsx'), source()), source(), { currency: 'USD' })
    const planned = planIn(account, table)
    expect(changesOf(planned)).toMatchObject([
      ['unchanged', {}, { length: 3 }],
      ['unchanged', {}, { length: 3 }],
      ['unchanged', {}, { length: 3 }],
      ['unchanged', {}, ['A5 damaged_key']],
    ])
  })
})

describe('a key that a program has changed', () => {
  const row = (tag: string, model = 'A1'): Row => [tag, 'camera', 'Sony', model]

  it('is refused if several stored ones fit, and none of them is missing', () => {
    const account = synced([row('0901'), row('00901', 'A2'), row('K-1')])
    const planned = plan(account, [row('901'), row('K-1')])
    expect(changesOf(planned)).toEqual([
      ['refused', {}, ['A2 damaged_key']],
      ['unchanged', {}, []],
    ])
    expect(planned.missing).toEqual([])
  })

  it('is refused if the row names another brand and model, and a new item with a mark before it', () => {
    const account = synced([row('0901'), row('K-1')])
    const planned = plan(
      account,
      [['901', 'camera', 'Canon', 'R5'], row('K-1')],
      'missing: mark',
      'mark: { status: retired }',
    )
    expect(changesOf(planned)).toEqual([
      ['refused', {}, ['A2 damaged_key']],
      ['unchanged', {}, []],
    ])
    expect(planned.missing).toEqual([])
    const marked = plan(account, [["'901", 'camera', 'Canon', 'R5'], row('K-1')])
    expect(marked.rows.map(({ outcome, key }) => [outcome, key])).toEqual([
      ['create', '901'],
      ['unchanged', 'K-1'],
    ])
    expect(marked.missing.map(({ key }) => key)).toEqual(['0901'])
  })

  it('in two rows is refused, and the stored item is not missing', () => {
    const account = synced([row('0901'), row('00901', 'A2')])
    const planned = plan(account, [row('901'), row('901', 'A2')])
    expect(planned.rows.map(({ outcome, errors }) => [outcome, errors?.[0]?.code])).toEqual([
      ['refused', 'duplicate_key'],
      ['refused', 'duplicate_key'],
    ])
    expect(planned.missing).toEqual([])
  })

  it('is another item beside the stored key, or if an item has it', () => {
    const account = synced([row('0901')])
    expect(plan(account, [row('0901'), row('901', 'A2')]).rows.map(({ outcome }) => outcome)).toEqual([
      'unchanged',
      'create',
    ])
    const both = synced([row('0901'), row('901', 'A2')])
    const planned = plan(both, [row('901', 'A2')])
    expect(planned.rows.map(({ outcome }) => outcome)).toEqual(['unchanged'])
    expect(planned.missing.map(({ key }) => key)).toEqual(['0901'])
  })

  it.each([
    ['1-2', '2-Jan'],
    ['MAR1', '1-Mar'],
    ['12345678901234567', '1.23457E+16'],
    ['12345678901234567', '12345678901234600'],
    ['1E5', '100000'],
    ['5.10', '5.1'],
  ])('%j finds its item as %j', (tag, changed) => {
    const planned = plan(synced([row(tag), row('K-1')]), [row(changed), row('K-1')])
    expect(changesOf(planned)).toEqual([
      ['unchanged', {}, ['A2 damaged_key']],
      ['unchanged', {}, []],
    ])
    expect(planned.missing).toEqual([])
  })

  it('is a serial number, if that is the key', () => {
    const head = ['Serial', 'Type', 'Brand', 'Model']
    const planRows = (account: Account, rows: Row[]) =>
      planIn(account, mapText(toCsv([head, ...rows]), source('key: serial_number')), source('key: serial_number'))
    const account = applyPlan(emptyAccount(), planRows(emptyAccount(), [row('000123'), row('S-2')]))
    expect(changesOf(planRows(account, [row('123'), row('S-2')]))).toEqual([
      ['unchanged', {}, ['A2 damaged_key']],
      ['unchanged', {}, []],
    ])
  })
})
