import { describe, expect, it } from 'vitest'
import { formatAnswersYaml } from '../../contract/control/answersYaml.ts'
import { fixture, source, type Account, type PlannedRows } from './support.ts'
import { planSheetRows, synced } from './planSupport.ts'

const odd = (name: string): string => fixture(`odd/${name}`).toString()

const outcomes = ({ rows }: PlannedRows): string[] =>
  rows.map(({ key, outcome, questions }) => `${key} ${questions?.map(({ code }) => code).join(' ') ?? outcome}`)

/** An account whose items had no row in some reads. */
const absentFor = (absences: number, account: Account): Account => ({
  ...account,
  bindings: account.bindings.map((binding) => ({ ...binding, absences })),
})

describe('a row with the serial number of an item that has another tag', () => {
  const before = odd('d2-first.csv')
  const renamed = odd('d2-renamed.csv')

  it('makes a question, and the item is not deleted meanwhile', () => {
    const planned = planSheetRows(absentFor(5, synced(before)), renamed, ['missing: delete'])
    expect(outcomes(planned)).toEqual(['LV-20 same_item'])
    expect(planned.missing).toMatchObject([{ key: 'LV-2' }])
    expect(formatAnswersYaml(planned.questions)).toBe('same_item:\n  "LV-20": "LV-2" # or none')
  })

  it('is the same item by the answer, once', () => {
    const answered = planSheetRows(synced(before), renamed, ['same_item: { LV-20: LV-2 }'])
    expect(answered.rows).toMatchObject([
      { outcome: 'update', changed: { asset_tag: { from: 'LV-2', to: 'LV-20' } }, notes: ['same_item'] },
    ])
    expect({ missing: answered.missing, counts: answered.counts }).toEqual({ missing: [], counts: { update: 1 } })
    const after = synced(renamed, synced(before), ['same_item: { LV-20: LV-2 }'])
    expect(after.items.map(({ asset_tag: tag }) => tag)).toEqual(['LV-20'])
    expect(planSheetRows(after, renamed).counts).toEqual({ unchanged: 1 })
  })

  it('is another item by the answer none', () => {
    expect(planSheetRows(synced(before), renamed, ['same_item: { lv-20: none }']).counts).toEqual({
      create: 1,
      missing: 1,
    })
  })

  it('asks also if the item is bound to nothing, and not if it has a row', () => {
    const unbound: Account = { ...synced(before), bindings: [] }
    expect(outcomes(planSheetRows(unbound, renamed))).toEqual(['LV-20 same_item'])
    expect(planSheetRows(unbound, renamed, ['same_item: { LV-20: LV-2 }']).rows).toMatchObject([
      { outcome: 'update', changed: { asset_tag: { from: 'LV-2', to: 'LV-20' } } },
    ])
    const both = `${before.trim()}\nLV-20,lens,Sigma,35mm,0456`
    expect(planSheetRows(unbound, both).counts).toMatchObject({ create: 1, unchanged: 1 })
    expect(planSheetRows(synced(before), both).counts).toMatchObject({ create: 1, unchanged: 1 })
  })

  it('asks nothing about another model, and two rows cannot be the same item', () => {
    expect(planSheetRows(synced(before), renamed.replace('35mm', '50mm')).counts).toMatchObject({ create: 1 })
    const both = `${before.trim()}\nLV-20,lens,Sigma,35mm,0456`
    expect(planSheetRows(synced(before), both, ['same_item: { LV-20: LV-2 }']).counts).toEqual({ refused: 2 })
    expect(() => source('same_item: { A: C, B: C }')).toThrow(/cannot both be/)
  })
})
