import { describe, expect, it } from 'vitest'
import { applyPlan, emptyAccount, planIn, makeGear, mapText, source, toCsv, type Account } from './support.ts'

const head = ['Asset Tag', 'Type', 'Brand', 'Model', 'Qty', 'Serial']
const item = (tag: string, quantity: string, serial = ''): string[] => [
  tag,
  'battery',
  'Energizer',
  'AA',
  quantity,
  serial,
]
const settings = source('quantity: expand')
const map = (...items: string[][]) => mapText(toCsv([head, ...items]), settings)
const planRows = (account: Account, ...items: string[][]) => planIn(account, map(...items), settings)
const outcomes = (plan: ReturnType<typeof planRows>): unknown[] =>
  plan.rows.map(({ key, outcome, errors }) => [key, errors?.[0]?.code ?? outcome])
const synced = (...items: string[][]): Account => applyPlan(emptyAccount(), planRows(emptyAccount(), ...items))
const battery = (tag: string) =>
  makeGear({ gear_type: 'accessory', category: 'battery', brand: 'Energizer', model: 'AA', asset_tag: tag })

describe('quantity: expand', () => {
  it('makes items X-1 to X-n of a row, and keeps the tag of a row of one', () => {
    expect(outcomes(planRows(emptyAccount(), item('B', '3'), item('C', '1'), item('D', '')))).toEqual([
      ['B-1', 'create'],
      ['B-2', 'create'],
      ['B-3', 'create'],
      ['C', 'create'],
      ['D', 'create'],
    ])
  })

  it('keeps the tag of the first item when the number grows or shrinks', () => {
    expect(outcomes(planRows(synced(item('B', '1')), item('B', '2')))).toEqual([
      ['B', 'unchanged'],
      ['B-2', 'create'],
    ])
    const shrunkPlan = planRows(synced(item('B', '3')), item('B', '1'))
    expect({ outcomes: outcomes(shrunkPlan), missing: shrunkPlan.missing.map(({ key }) => key) }).toEqual({
      outcomes: [['B-1', 'unchanged']],
      missing: ['B-2', 'B-3'],
    })
    const grownAccount = applyPlan(synced(item('B', '3')), shrunkPlan)
    expect(outcomes(planRows(grownAccount, item('B', '4'))).slice(0, 3)).toEqual(
      ['B-1', 'B-2', 'B-3'].map((key) => [key, 'unchanged']),
    )
  })

  it('binds existing items, whichever tag the first one has', () => {
    expect(outcomes(planRows({ items: [battery('B')], bindings: [] }, item('B', '2')))).toEqual([
      ['B', 'unchanged'],
      ['B-2', 'create'],
    ])
    expect(outcomes(planRows({ items: [battery('B-1'), battery('B-2')], bindings: [] }, item('B', '2')))).toEqual([
      ['B-1', 'unchanged'],
      ['B-2', 'unchanged'],
    ])
  })

  it('does not change an item of another type with such a tag', () => {
    const camera = makeGear({ gear_type: 'camera', brand: 'Canon', model: 'R5', asset_tag: 'B-2' })
    expect(outcomes(planRows({ items: [camera], bindings: [] }, item('B', '2')))).toEqual([
      ['B-1', 'create'],
      ['B-2', 'gear_type_changed'],
    ])
  })

  it('refuses both rows when a tag equals that of another row', () => {
    const { rows } = map(item('B', '3'), item('b-2', '1'), item('E', '1'))
    expect(
      rows.map(({ row, errors }) => [row, errors.map(({ cell, code, rows: group }) => [cell, code, group])]),
    ).toEqual([
      [2, [['A2', 'duplicate_key', [2, 3]]]],
      [3, [['A3', 'duplicate_key', [2, 3]]]],
      [4, []],
    ])
    expect(rows[0]?.errors[0]?.message).toContain('"b-2"')
  })

  it('refuses two rows with one tag', () => {
    expect(map(item('B', '3'), item('b ', '2')).rows.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
      ['duplicate_key'],
      ['duplicate_key'],
    ])
  })

  it('refuses a row with a value that belongs to one item, such as a serial number', () => {
    const [row] = map(item('B', '2', 'S-1')).rows
    expect(row?.errors).toMatchObject([
      { cell: 'F2', code: 'quantity', raw: 'S-1', message: expect.stringContaining('belongs to one item') },
    ])
    expect(map(item('B', '1', 'S-1')).rows[0]?.outcome).toBeUndefined()
  })

  it('reports no item of a refused row as missing', () => {
    const account = synced(item('B', '3'))
    for (const quantity of ['some', '0', '#REF!', '1001'])
      expect(planRows(account, item('B', quantity)).missing).toEqual([])
    expect(planIn(account, mapText(toCsv([head, item('B', '3')])), source()).missing).toEqual([])
  })

  it('changed to quantity: one keeps the first item', () => {
    const plan = planIn(
      synced(item('B', '3')),
      mapText(toCsv([head, item('B', '3')]), source('quantity: one')),
      source('quantity: one'),
    )
    expect({ outcomes: outcomes(plan), missing: plan.missing.map(({ key }) => key) }).toEqual({
      outcomes: [['B-1', 'unchanged']],
      missing: ['B-2', 'B-3'],
    })
  })

  it('refuses too many items, tags that get too long, and serial numbers as key', () => {
    const codes = (table: ReturnType<typeof map>): unknown[] =>
      table.rows.map(({ errors }) => errors.map(({ code }) => code).join())
    expect(codes(map(item('B', '1001'), item('T'.repeat(199), '2')))).toEqual(['quantity', 'too_long'])
    const bySerial = mapText(toCsv([head.slice(1), item('', '2', 'S-1').slice(1)]), settings)
    expect(bySerial.rows[0]?.errors[0]).toMatchObject({
      code: 'quantity',
      message: expect.stringContaining('serial numbers'),
    })
  })

  it('refuses a file with more items than a sheet may have', () => {
    const rows = Array.from({ length: 201 }, (_, index) => item(`T${index}`, '1000'))
    expect(() => map(...rows)).toThrow(/201,000 items.+quantity: one/)
  })
})
