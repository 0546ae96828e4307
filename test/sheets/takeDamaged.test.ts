import { describe, expect, it } from 'vitest'
import type { PlanInput } from '../../sheets/plan/planInput.ts'
import { applyPlan, emptyAccount, mapText, planIn, source, toCsv, type Account, type PlannedRows } from './support.ts'

const list = (...rows: string[][]): string =>
  toCsv([['Asset Tag', 'Type', 'Brand', 'Model', 'Serial', 'Firmware'], ...rows])
const row = (tag: string, serial: string, firmware: string): string[] => [
  tag,
  'camera',
  'Sony',
  'FX3',
  serial,
  firmware,
]
const plan = (account: Account, text: string, takes?: PlanInput['takes']): PlannedRows =>
  planIn(account, mapText(text), source(), new Set(), undefined, takes)
const damages = ({ rows }: PlannedRows): unknown[] =>
  rows.flatMap(({ warnings = [] }) => warnings.map(({ cell, code }) => [cell, code]))

describe('an answer that damaged values count as they stand', () => {
  const account = applyPlan(
    emptyAccount(),
    plan(emptyAccount(), list(row('0901', '0045700', '5.10'), row('B-2', '00999', '7.10'))),
  )
  const resaved = list(row('901', '45700', '5.1'), row('B-2', '999', '7.1'))

  it('writes those of the named cells, and holds the others', () => {
    const planned = plan(account, resaved, new Set(['F2']))
    expect(planned.rows[0]?.changed).toEqual({ firmware_version: { from: '5.10', to: '5.1' } })
    expect(damages(planned)).toEqual([
      ['A2', 'damaged_key'],
      ['E2', 'damaged_value'],
      ['E3', 'damaged_value'],
      ['F3', 'damaged_value'],
    ])
  })

  it('writes all, keys too, and they do not come again', () => {
    const planned = plan(account, resaved, 'all')
    expect(damages(planned)).toEqual([])
    expect(planned.rows.map(({ outcome, changed }) => [outcome, changed])).toEqual([
      [
        'update',
        {
          asset_tag: { from: '0901', to: '901' },
          serial_number: { from: '0045700', to: '45700' },
          firmware_version: { from: '5.10', to: '5.1' },
        },
      ],
      ['update', { serial_number: { from: '00999', to: '999' }, firmware_version: { from: '7.10', to: '7.1' } }],
    ])
    const again = plan(applyPlan(account, planned), resaved)
    expect({ damages: damages(again), counts: again.counts }).toEqual({ damages: [], counts: { unchanged: 2 } })
  })

  it('takes a date that a program has made, as it stands', () => {
    const dated = applyPlan(emptyAccount(), plan(emptyAccount(), list(row('A-1', 'S-1', '7/8'))))
    const text = list(row('A-1', 'S-1', '8-Jul'))
    expect(damages(plan(dated, text))).toEqual([['F2', 'damaged_value']])
    const taken = plan(dated, text, 'all')
    expect(taken.rows[0]).toMatchObject({ outcome: 'update', changed: { firmware_version: { to: '8-Jul' } } })
  })

  it('does not make another item of a key that names another brand and model', () => {
    const other = list(['901', 'camera', 'Canon', 'R5', '', ''])
    expect(plan(account, other, 'all').rows[0]).toMatchObject({ outcome: 'refused', errors: [{ code: 'damaged_key' }] })
  })
})
