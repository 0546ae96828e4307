import { describe, expect, it } from 'vitest'
import { listConfigFaults } from '../support/configFaults.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import {
  applyPlan,
  emptyAccount,
  planIn,
  makeGear,
  mapText,
  outcomeOf,
  source,
  toCsv,
  type Account,
  type PlannedRows,
} from './support.ts'

const planText = (text: string, account: Account, settings: SourceSettings): PlannedRows =>
  planIn(account, mapText(text, settings), settings)
const defaults = 'defaults: { gear_type: lens, brand: Canon, storage_location: Main store, status: ready }'

describe('defaults', () => {
  it('fill blank cells and missing columns of new items', () => {
    const text = 'Asset Tag,Model,Filter Thread,Location\nT-1,EF 50,49,\nT-2,EF 85,72,Van\n'
    expect(() => mapText(text)).toThrow('no column for gear_type, brand')
    const plan = planText(text, emptyAccount(), source(defaults))
    expect(plan.rows.map(({ outcome, fields }) => ({ outcome, fields }))).toEqual([
      {
        outcome: 'create',
        fields: {
          asset_tag: 'T-1',
          gear_type: 'lens',
          brand: 'Canon',
          model: 'EF 50',
          filter_thread_mm: 49,
          storage_location: 'Main store',
          status: 'ready',
        },
      },
      {
        outcome: 'create',
        fields: {
          asset_tag: 'T-2',
          gear_type: 'lens',
          brand: 'Canon',
          model: 'EF 85',
          filter_thread_mm: 72,
          storage_location: 'Van',
          status: 'ready',
        },
      },
    ])
  })

  it('do not change existing items', () => {
    const item = makeGear({ gear_type: 'camera', asset_tag: 'T-1', brand: 'Sony', model: 'A7' })
    const plan = planText('Asset Tag,Model\nT-1,A7\n', { items: [item], bindings: [] }, source(defaults))
    expect(plan.rows).toMatchObject([{ outcome: 'unchanged' }])
  })

  it('leave a created item unchanged in the next run, even with blank: clear, until the sheet has a value', () => {
    const settings = source(defaults, 'blank: clear')
    const text = 'Asset Tag,Brand,Model,Location\nT-1,,EF 50,\n'
    const account = applyPlan(emptyAccount(), planText(text, emptyAccount(), settings))
    expect(account.items).toMatchObject([{ brand: 'Canon', storage_location: 'Main store' }])
    expect(planText(text, account, settings).rows).toMatchObject([{ outcome: 'unchanged' }])
    const laterPlan = planText('Asset Tag,Brand,Model,Location\nT-1,Sigma,EF 50,Van\n', account, settings)
    expect(laterPlan.rows).toMatchObject([
      { outcome: 'update', changed: { brand: { to: 'Sigma' }, storage_location: { to: 'Van' } } },
    ])
  })

  it('set a type with its category, but do not replace an unknown type', () => {
    const settings = source('defaults: { gear_type: accessory/tripod, brand: Manfrotto }')
    const plan = planText('Asset Tag,Type,Model\nT-1,,055\nT-2,boat,056\nT-3,<clear>,057\n', emptyAccount(), settings)
    expect(plan.rows).toMatchObject([
      { outcome: 'create', fields: { gear_type: 'accessory', category: 'tripod', brand: 'Manfrotto' } },
      { outcome: 'refused', errors: [{ code: 'unknown_type' }] },
      { outcome: 'refused', errors: [{ code: 'missing_required' }] },
    ])
  })

  it('set the currency of amounts without a currency', () => {
    const read = (headers: string[], cells: string[]): unknown =>
      outcomeOf(
        mapText(
          toCsv([
            ['Asset Tag', 'Type', 'Brand', 'Model', ...headers],
            ['T-1', 'camera', 'Canon', 'R5', ...cells],
          ]),
          source('defaults: { currency: USD }'),
          'EUR',
        ).rows[0],
        'purchase_price',
      )
    expect(read(['Price'], ['1299'])).toBe('other_currency')
    expect(read(['Price'], ['1299 netto'])).toBe('other_currency')
    expect(read(['Price'], ['€ 1299'])).toBe(1299)
    expect(read(['Price (EUR)'], ['1299'])).toBe(1299)
    expect(read(['Price', 'Currency'], ['1299', 'EUR'])).toBe(1299)
    expect(read(['Price', 'Currency'], ['1299', ''])).toBe('other_currency')
  })

  it.each([
    ['defaults: { asset_tag: X }', '"asset_tag" is no setting of sources.0.defaults'],
    ['defaults: { gear_type: boat }', 'sources.0.defaults.gear_type: must be one of camera, lens'],
    ['defaults: { currency: euro }', 'sources.0.defaults.currency: must be a code such as EUR'],
  ])('%s', (line, message) => {
    expect(listConfigFaults(`sources:\n  - id: main\n    file: ./a.csv\n    ${line}\n`)).toEqual([
      expect.stringContaining(message),
    ])
  })
})
