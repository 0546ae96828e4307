import { describe, expect, it } from 'vitest'
import { PlanRow } from '../../contract/control/control.ts'
import { fullOrSmall } from '../support/counts.ts'
import { cells, codes, first, head, planSheetRows, rowsOf, sheet, synced, type Row } from './planSupport.ts'
import { applyPlan, editItem, emptyAccount, toCsv, type Account } from './support.ts'

describe('the comparison of last synced, sheet and API', () => {
  // A letter is a value of `notes`, - is no value.
  const rows = ['-', 'a', 'b', 'c'].flatMap((base) =>
    ['-', 'a', 'b', 'c'].flatMap((inSheet) => ['-', 'a', 'b', 'c'].map((api) => [base, inSheet, api] as const)),
  )
  const policies = ['report', 'sheet_wins', 'api_wins'] as const

  /** The expected outcome, written from the rules alone. */
  function predict(base: string, inSheet: string, api: string, policy: (typeof policies)[number]) {
    const value = (letter: string): string | null => (letter === '-' ? null : letter)
    const isKept = base !== '-' && api !== '-'
    if (inSheet === '-') return { outcome: 'unchanged', ...(isKept && { kept: ['notes'] }) }
    if (inSheet === api) return { outcome: 'unchanged' }
    const update = { outcome: 'update', changed: { notes: { from: value(api), to: inSheet } } }
    if (inSheet === base) return { outcome: 'unchanged', notes: ['api_newer'] }
    if (api === base) return update
    // Never synced and empty in the API: filled.
    if (base === '-' && api === '-') return update
    const conflicts = { conflicts: { notes: { base: value(base), sheet: inSheet, api: value(api) } } }
    if (policy === 'report') return { outcome: 'conflict', ...conflicts }
    return policy === 'sheet_wins'
      ? { ...update, ...conflicts, notes: ['sheet_wins'] }
      : { outcome: 'unchanged', ...conflicts, notes: ['api_wins'] }
  }

  it.each(policies)('has the expected outcome for every combination, with conflicts: %s', (policy) => {
    for (const [base, inSheet, api] of rows) {
      const account = editItem(synced(sheet({ notes: base === '-' ? '' : base })), 'T-1', {
        notes: api === '-' ? null : api,
      })
      const planned = planSheetRows(account, sheet({ notes: inSheet === '-' ? '' : inSheet }), [`conflicts: ${policy}`])
      expect({ base, inSheet, api, first: first(planned) }).toEqual({
        base,
        inSheet,
        api,
        first: { row: 2, key: 'T-1', ...predict(base, inSheet, api, policy) },
      })
    }
  })

  it.each(policies)('finds no difference after the plan is applied, with conflicts: %s', (policy) => {
    for (const [base, inSheet, api] of rows) {
      const settings = [`conflicts: ${policy}`]
      const text = sheet({ notes: inSheet === '-' ? '' : inSheet })
      const editedAccount = editItem(synced(sheet({ notes: base === '-' ? '' : base })), 'T-1', {
        notes: api === '-' ? null : api,
      })
      const secondPlan = planSheetRows(synced(text, editedAccount, settings), text, settings)
      const heldCount = planSheetRows(editedAccount, text, settings).counts['conflict'] ?? 0
      expect({ base, inSheet, api, counts: secondPlan.counts, bindings: secondPlan.bindings }).toEqual({
        base,
        inSheet,
        api,
        counts: heldCount > 0 ? { conflict: 1 } : { unchanged: 1 },
        bindings: [],
      })
    }
  })

  it('writes nothing of a row with a conflict, but writes other rows', () => {
    const account = editItem(synced(sheet({ notes: 'a' }, { tag: 'T-2' })), 'T-1', { notes: 'api' })
    const planned = planSheetRows(account, sheet({ notes: 'sheet', price: '10' }, { tag: 'T-2', price: '10' }))
    expect(rowsOf(planned)).toEqual([
      { row: 2, key: 'T-1', outcome: 'conflict', conflicts: { notes: { base: 'a', sheet: 'sheet', api: 'api' } } },
      { row: 3, key: 'T-2', outcome: 'update', changed: { purchase_price: { from: null, to: 10 } } },
    ])
    expect(planned.bindings.map(({ row }) => row)).toEqual([3])
  })

  it('writes the rest of the row with api_wins', () => {
    const account = editItem(synced(sheet({ notes: 'a' })), 'T-1', { notes: 'api' })
    const planned = planSheetRows(account, sheet({ notes: 'sheet', price: '10' }), ['conflicts: api_wins'])
    expect(first(planned)).toMatchObject({
      outcome: 'update',
      changed: { purchase_price: { from: null, to: 10 } },
      notes: ['api_wins'],
    })
    expect(Object.keys(planned.rows[0]?.changed ?? {})).toEqual(['purchase_price'])
  })

  it('finds no conflict when both sides have the same new value', () => {
    const account = editItem(synced(sheet({ notes: 'a' })), 'T-1', { notes: 'b' })
    const planned = planSheetRows(account, sheet({ notes: 'b' }))
    expect({ first: first(planned), notes: planned.bindings[0]?.base['notes'] }).toEqual({
      first: { row: 2, key: 'T-1', outcome: 'unchanged' },
      notes: 'b',
    })
  })

  it('finds no conflict when the sheet first sets a field that has its default', () => {
    const account = synced(sheet({}))
    expect(first(planSheetRows(account, sheet({ status: 'ready' })))).toMatchObject({
      outcome: 'update',
      changed: { status: { from: 'available', to: 'ready' } },
    })
    expect(
      first(planSheetRows(editItem(account, 'T-1', { status: 'in_use' }), sheet({ status: 'ready' }))),
    ).toMatchObject({ outcome: 'conflict' })
  })
})

describe('blanks and clearing', () => {
  const account = synced(sheet({ notes: 'a', price: '10', status: 'ready' }))

  it('a missing column clears nothing and is not reported', () => {
    const text = toCsv([head.slice(0, 4), cells({}).slice(0, 4)])
    expect(first(planSheetRows(account, text))).toEqual({ row: 2, key: 'T-1', outcome: 'unchanged' })
  })

  it('the clear token clears once', () => {
    const text = sheet({ notes: '<clear>', price: '10', status: 'ready' })
    const planned = planSheetRows(account, text)
    expect(first(planned)).toEqual({
      row: 2,
      key: 'T-1',
      outcome: 'update',
      changed: { notes: { from: 'a', to: null } },
    })
    expect(planSheetRows(applyPlan(account, planned), text).counts).toEqual({ unchanged: 1 })
  })

  it('blank: clear clears values that the sheet has set, and no others', () => {
    const settings = ['blank: clear']
    const editedAccount = editItem(account, 'T-1', { storage_location: 'A1', serial_number: '77' })
    const planned = planSheetRows(editedAccount, sheet({ status: 'ready' }), settings)
    expect(first(planned)).toMatchObject({
      outcome: 'update',
      changed: { notes: { from: 'a', to: null }, purchase_price: { from: 10, to: null } },
      notes: ['api_newer'],
    })
    expect(Object.keys(planned.rows[0]?.changed ?? {}).toSorted()).toEqual(['notes', 'purchase_price'])
  })

  it('required fields cannot be cleared, and in a new item the token is blank', () => {
    expect(codes(planSheetRows(account, sheet({ brand: '<clear>', status: '<clear>' })))).toEqual([
      [
        ['C2', 'missing_required', '<clear>'],
        ['H2', 'unknown_value', '<clear>'],
      ],
    ])
    expect(first(planSheetRows(emptyAccount(), sheet({ notes: '<clear>', status: '<clear>' })))).toEqual({
      row: 2,
      key: 'T-1',
      outcome: 'create',
      fields: { asset_tag: 'T-1', gear_type: 'camera', brand: 'Canon', model: 'R5' },
    })
  })

  it('cells that equal the stored value after normalisation are no change', () => {
    const storedAccount = editItem(account, 'T-1', { model: 'EOS  R5', notes: 'a ', asset_tag: 't-1' })
    const baseAccount: Account = {
      ...storedAccount,
      bindings: storedAccount.bindings.map((binding) => ({ ...binding, base: { ...binding.base, model: 'EOS R5' } })),
    }
    expect(
      first(
        planSheetRows(baseAccount, sheet({ tag: 'T-1', model: 'EOS R5', notes: 'a', price: '10.00', status: 'Ready' })),
      ),
    ).toEqual({
      row: 2,
      key: 'T-1',
      outcome: 'unchanged',
    })
  })
})

describe('random rows', () => {
  /** Reproducible random numbers (mulberry32). */
  function createRandom(seed: number): (limit: number) => number {
    let state = seed
    return (limit) => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
    }
  }

  it('have plans that list exactly the fields that they change', () => {
    const random = createRandom(20_260_101)
    const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T
    const texts = ['', 'a', 'b', '<clear>', 'TBD']
    const row = (tag: string): Row => ({
      tag,
      serial: pick(['', 'S', 'Z']) && `${pick(['S', 'Z'])}${tag}`,
      price: pick(['', '1', '2']),
      notes: pick(texts),
      status: pick(['', 'ready', 'in use']),
    })
    for (let round = 0; round < fullOrSmall(150, 60); round++) {
      const policy = [`conflicts: ${pick(['report', 'sheet_wins', 'api_wins'])}`, `blank: ${pick(['keep', 'clear'])}`]
      let account = synced(sheet(row('T-1'), row('T-2')), emptyAccount(), policy)
      if (random(3) > 0)
        account = editItem(account, 'T-1', {
          notes: pick(['a', 'b', null]),
          status: pick(['ready', 'available']),
          purchase_price: pick([null, 1, 2]),
        })
      const planned = planSheetRows(account, sheet(row('T-1'), row('T-2'), row('T-3')), policy)
      const accountAfter = applyPlan(account, planned)
      for (const plan of planned.rows) expect(PlanRow.safeParse(plan).error).toBeUndefined()
      for (const [index, itemBefore] of account.items.entries()) {
        const plan = planned.rows.find(({ gear_id }) => gear_id === itemBefore.id)
        const now: Record<string, unknown> = { ...accountAfter.items[index] }
        const alteredFields = Object.entries(itemBefore).filter(
          ([field, value]) => JSON.stringify(value) !== JSON.stringify(now[field]),
        )
        expect(
          Object.fromEntries(alteredFields.map(([field, value]) => [field, { from: value, to: now[field] }])),
        ).toEqual(plan?.changed ?? {})
      }
      const kinds = planned.rows.map(({ outcome, changed, fields, conflicts }) => [
        outcome,
        changed !== undefined,
        fields !== undefined,
        conflicts !== undefined && outcome === 'conflict',
      ])
      for (const [outcome, hasChanged, hasFields, isConflict] of kinds)
        expect({ hasChanged, hasFields, isConflict }).toEqual({
          hasChanged: outcome === 'update',
          hasFields: outcome === 'create',
          isConflict: outcome === 'conflict',
        })
    }
  })
})
