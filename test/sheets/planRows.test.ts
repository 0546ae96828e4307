import { describe, expect, it } from 'vitest'
import type { Gear } from '../../contract/api/gear.ts'
import { codes, first, planSheetRows, rowsOf, sheet, synced } from './planSupport.ts'
import { applyPlan, editItem, emptyAccount, makeGear, toCsv, type Account } from './support.ts'

describe('a row', () => {
  it('of a new item is refused with every missing cell', () => {
    expect(codes(planSheetRows(emptyAccount(), sheet({ type: '', brand: '?', model: '', price: 'call' })))).toEqual([
      [
        ['B2', 'missing_required', ''],
        ['C2', 'missing_required', '?'],
        ['D2', 'missing_required', ''],
        ['F2', 'not_a_number', 'call'],
      ],
    ])
  })

  it('that is bound needs none of them', () => {
    expect(planSheetRows(synced(sheet({})), sheet({ type: '', brand: '', model: '', price: '5' })).counts).toEqual({
      update: 1,
    })
  })

  it('with a longest focal length below the shortest is refused, also against the stored one', () => {
    const text = (min: string, max: string): string =>
      toCsv([
        ['Asset Tag', 'Type', 'Brand', 'Model', 'Focal Min', 'Focal Max'],
        ['T-1', 'lens', 'Canon', 'RF', min, max],
      ])
    expect(codes(planSheetRows(emptyAccount(), text('70', '24')))).toEqual([[['F2', 'too_long', '24']]])
    expect(codes(planSheetRows(synced(text('24', '70')), text('', '12')))).toEqual([[['F2', 'too_long', '12']]])
  })
})

describe('existing items', () => {
  const gear = (fields: Record<string, unknown>): Gear =>
    makeGear({ gear_type: 'camera', brand: 'Canon', model: 'R5', ...fields })
  const withItems = (...items: Gear[]): Account => ({ items, bindings: [] })

  it('are bound by their key, without a write when their values are equal', () => {
    const account = withItems(gear({ asset_tag: 't-1', notes: 'a' }))
    const plan = planSheetRows(account, sheet({ notes: 'a' }))
    expect(first(plan)).toEqual({ row: 2, key: 'T-1', outcome: 'unchanged' })
    expect(plan.bindings).toMatchObject([
      { row: 2, keyFold: 't-1', gearId: account.items[0]?.id, base: { notes: 'a' } },
    ])
    expect(planSheetRows(applyPlan(account, plan), sheet({ notes: 'a' })).bindings).toEqual([])
  })

  it('with different values follow the conflict policy, and their empty fields are filled', () => {
    const account = withItems(gear({ asset_tag: 'T-1', notes: 'api' }))
    const text = sheet({ notes: 'sheet', price: '10' })
    expect(first(planSheetRows(account, text))).toMatchObject({
      outcome: 'conflict',
      conflicts: { notes: { base: null, sheet: 'sheet', api: 'api' } },
    })
    expect(planSheetRows(account, text).bindings).toEqual([])
    expect(first(planSheetRows(account, text, ['conflicts: sheet_wins']))['changed']).toEqual({
      notes: { from: 'api', to: 'sheet' },
      purchase_price: { from: null, to: 10 },
    })
    expect(first(planSheetRows(account, text, ['conflicts: api_wins']))['changed']).toEqual({
      purchase_price: { from: null, to: 10 },
    })
  })

  it('of another source are refused', () => {
    const account = withItems(gear({ asset_tag: 'T-1' }))
    expect(codes(planSheetRows(account, sheet({}), [], new Set([account.items[0]?.id ?? ''])))).toEqual([
      [['A2', 'owned_by_other_source', 'T-1']],
    ])
  })

  it('of another type are refused', () => {
    expect(codes(planSheetRows(synced(sheet({})), sheet({ type: 'Objektiv' })))).toEqual([
      [['B2', 'gear_type_changed', 'Objektiv']],
    ])
  })

  it('that share a serial number refuse the row', () => {
    const account = withItems(gear({ serial_number: 'S1' }), gear({ serial_number: 's1' }))
    expect(codes(planSheetRows(account, sheet({ tag: '', serial: 'S1' }), ['key: serial_number']))).toEqual([
      [['E2', 'duplicate_key', 'S1']],
    ])
  })

  it('keep their tag: a row with the tag of a renamed item is refused', () => {
    const account = synced(sheet({ serial: 'S1' }))
    const renamedAccount = editItem(account, 'T-1', { asset_tag: 'T-9' })
    const plan = planSheetRows(renamedAccount, sheet({ serial: 'S1' }, { tag: 'T-9', serial: 'S2' }))
    expect(codes(plan)).toEqual(['unchanged', [['A3', 'duplicate_key', 'T-9']]])
  })

  it('keep their tag, however a row spells it: the API would refuse the row', () => {
    const account = withItems(gear({ asset_tag: 'T-1' }), gear({ asset_tag: 'K\u20132' }))
    for (const tag of ['T\u20131', '\uff34-1', 'K-2', 'K\u20142'])
      expect(codes(planSheetRows(account, sheet({ tag })))).toEqual([[['A2', 'duplicate_key', tag]]])
    // Items of an earlier version, and rows that are bound to them.
    const items = withItems(gear({ asset_tag: 'T-1' }), gear({ asset_tag: 'T\u20131' }))
    const pair = synced(sheet({ tag: 'T-1' }, { tag: 'T\u20131' }), items)
    expect(planSheetRows(pair, sheet({ tag: 'T-1' }, { tag: 'T\u20131', price: '5' })).counts).toEqual({
      unchanged: 1,
      update: 1,
    })
  })

  it('that were deleted in the API are reported, and created again only with sheet_wins', () => {
    const account: Account = { ...synced(sheet({ notes: 'a' })), items: [] }
    expect(first(planSheetRows(account, sheet({ notes: 'a' })))).toEqual({
      row: 2,
      key: 'T-1',
      outcome: 'deleted_in_api',
      notes: ['deleted_in_api'],
    })
    const secondPlan = planSheetRows(account, sheet({ notes: 'a' }), ['conflicts: sheet_wins'])
    expect(first(secondPlan)).toMatchObject({ outcome: 'create', notes: ['deleted_in_api'] })
    const accountAfter = applyPlan(account, secondPlan)
    expect({
      bindingCount: accountAfter.bindings.length,
      counts: planSheetRows(accountAfter, sheet({ notes: 'a' })).counts,
    }).toEqual({
      bindingCount: 1,
      counts: { unchanged: 1 },
    })
  })

  it('that were deleted and created again in the API are bound again', () => {
    const account: Account = { ...synced(sheet({ notes: 'a' })), items: [gear({ asset_tag: 'T-1' })] }
    const plan = planSheetRows(account, sheet({ notes: 'a' }))
    expect(first(plan)).toMatchObject({
      outcome: 'update',
      changed: { notes: { from: null, to: 'a' } },
      notes: ['deleted_in_api'],
    })
    expect(applyPlan(account, plan).bindings).toHaveLength(1)
  })
})

describe('a row without a type', () => {
  const text = (type: string, thread: string, count: string): string =>
    toCsv([
      ['Asset Tag', 'Type', 'Brand', 'Model', 'Filter thread', 'Shutter count'],
      ['T-1', type, 'Canon', 'RF', thread, count],
    ])
  const lens = synced(text('lens', '67', ''))

  it('has the fields of the type of its item', () => {
    const plan = planSheetRows(lens, text('', '72', '12'))
    expect(first(plan)).toEqual({
      row: 2,
      key: 'T-1',
      outcome: 'update',
      changed: { filter_thread_mm: { from: 67, to: 72 } },
      warnings: [{ cell: 'F2', code: 'not_for_this_type', raw: '12' }],
    })
  })

  it('is refused only for faults in fields that the item has', () => {
    expect(codes(planSheetRows(lens, text('', 'wide', '')))).toEqual([[['E2', 'not_a_number', 'wide']]])
    expect(planSheetRows(lens, text('', '67', 'lots')).counts).toEqual({ unchanged: 1 })
  })
})

describe('keys', () => {
  it('of another column find the binding through the other identifier', () => {
    const account = synced(sheet({ serial: 'S1' }, { tag: 'T-2', serial: 'S2' }))
    const plan = planSheetRows(account, sheet({ serial: 'S1', notes: 'x' }, { tag: 'T-2', serial: 'S2' }), [
      'key: serial_number',
    ])
    expect(plan.counts).toEqual({ update: 1, unchanged: 1 })
    const accountAfter = applyPlan(account, plan)
    expect(accountAfter.bindings.map(({ keyFold }) => keyFold)).toEqual(['s1', 's2'])
    expect(
      planSheetRows(accountAfter, sheet({ serial: 'S1', notes: 'x' }, { tag: 'T-2', serial: 'S2' })).counts,
    ).toEqual({ unchanged: 2 })
  })

  it('with a new serial number find the binding by the tag', () => {
    const account = synced(sheet({}))
    const plan = planSheetRows(account, sheet({ serial: 'S1' }), ['key: serial_number'])
    expect(first(plan)).toMatchObject({
      key: 'S1',
      outcome: 'update',
      changed: { serial_number: { from: null, to: 'S1' } },
    })
    expect(plan.missing).toEqual([])
  })

  it.each([
    ["'00124", '00124'],
    ['="00124"', '00124'],
  ])('%s that an earlier version bound literally keep their item', (written, seen) => {
    const accountBefore = synced(sheet({ tag: 'X' }))
    const account = {
      items: accountBefore.items.map((item) => ({ ...item, asset_tag: written })),
      bindings: accountBefore.bindings.map((binding) => ({
        ...binding,
        keyFold: written,
        assetTag: written,
        base: { ...binding.base, asset_tag: written },
      })),
    }
    const plan = planSheetRows(account, sheet({ tag: written }))
    expect(plan.missing).toEqual([])
    expect(first(plan)).toMatchObject({
      key: seen,
      outcome: 'update',
      changed: { asset_tag: { from: written, to: seen } },
    })
    const accountAfter = applyPlan(account, plan)
    expect(accountAfter.bindings.map(({ keyFold }) => keyFold)).toEqual([seen])
    expect(planSheetRows(accountAfter, sheet({ tag: written })).counts).toEqual({ unchanged: 1 })
  })

  it('that are bound make a heading an item', () => {
    const account = synced(sheet({ notes: 'a' }, { tag: 'T-2' }))
    const text = `${sheet({ tag: 'T-2' })}\nT-1,,,,,,,\nLenses,,,,,,,`
    expect(rowsOf(planSheetRows(account, text))).toEqual([
      { row: 2, key: 'T-2', outcome: 'unchanged' },
      { row: 3, key: 'T-1', outcome: 'unchanged', kept: ['brand', 'model', 'notes'] },
      { row: 4, outcome: 'skipped', reason: 'group_row' },
    ])
    expect(codes(planSheetRows(account, `${sheet({ tag: 'T-2' })}\nT-1,,,,,,,\nt-1,,,,,,,`))).toEqual([
      'unchanged',
      [['A3', 'duplicate_key', 'T-1']],
      [['A4', 'duplicate_key', 't-1']],
    ])
  })

  it('that are bound and not in the sheet are missing, but those of refused rows are not', () => {
    const account = synced(sheet({}, { tag: 'T-2' }, { tag: 'T-3' }))
    const plan = planSheetRows(account, sheet({ price: 'call' }, { tag: 'T-2' }))
    expect(plan.missing).toEqual([{ key: 'T-3', gear_id: account.items[2]?.id, outcome: 'missing' }])
    expect(plan.counts).toEqual({ refused: 1, unchanged: 1, missing: 1 })
    expect(planSheetRows({ ...account, items: account.items.slice(0, 2) }, sheet({}, { tag: 'T-2' })).missing).toEqual(
      [],
    )
  })
})
