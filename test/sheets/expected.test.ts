import { describe, expect, it } from 'vitest'
import { NewGear } from '../../contract/api/gear.ts'
import { PlanRow as PlanRowSchema } from '../../contract/control/control.ts'
import type { ReadSection } from '../../sheets/types.ts'
import { applyPlan, emptyAccount, expected, fixture, parseHere, planIn, source, withoutIds } from './support.ts'

interface ExpectedPlan {
  read: ReadSection
  missing?: { key: string; row_before: number; outcome: string }[]
  counts: Record<string, number>
  rows: Record<string, unknown>[]
}

const plan = async (bytes: Uint8Array, currency: string) => parseHere(bytes, 'sheet.csv', source(), currency)

describe('germany.csv', () => {
  it('is read and planned exactly as expected', async () => {
    const answer = expected('germany') as ExpectedPlan
    const table = await plan(fixture('germany.csv'), 'EUR')
    const firstPlan = planIn(emptyAccount(), table)
    expect(table.read).toEqual(answer.read)
    expect(firstPlan.counts).toEqual(answer.counts)
    expect(firstPlan.rows.map(withoutIds)).toEqual(answer.rows)
  })

  it('has a sentence for each refusal', async () => {
    const { rows } = planIn(emptyAccount(), await plan(fixture('germany.csv'), 'EUR'))
    const notes = rows.flatMap((row) => [...(row.errors ?? []), ...(row.warnings ?? [])])
    expect(notes).toHaveLength(8)
    for (const note of notes) expect(note.message).toMatch(/^.{15,}\.$/)
  })

  it('gives rows that fit the contract', async () => {
    const { rows } = planIn(emptyAccount(), await plan(fixture('germany.csv'), 'EUR'))
    for (const row of rows) expect(PlanRowSchema.safeParse(row).error).toBeUndefined()
    for (const row of rows.filter(({ outcome }) => outcome === 'create'))
      expect(NewGear.safeParse(row.fields).error).toBeUndefined()
  })
})

describe('studio.xlsx, and studio-v2.xlsx a month later', () => {
  const planWorkbook = async (name: string) => parseHere(fixture(`${name}.xlsx`), `${name}.xlsx`, source(), 'USD')

  it('are read and planned exactly as expected, and a repeat writes nothing', async () => {
    let account = emptyAccount()
    for (const name of ['studio', 'studio-v2']) {
      const answer = expected(name) as ExpectedPlan
      const table = await planWorkbook(name)
      const plan = planIn(account, table)
      expect(table.read).toEqual(answer.read)
      expect(plan.counts).toEqual(answer.counts)
      expect(plan.rows.map(withoutIds)).toEqual(answer.rows)
      expect(plan.missing.map(({ key }) => key)).toEqual((answer.missing ?? []).map(({ key }) => key))
      account = applyPlan(account, plan)
      const secondPlan = planIn(account, await planWorkbook(name))
      expect(secondPlan.rows.filter(({ outcome }) => !['unchanged', 'refused', 'skipped'].includes(outcome))).toEqual(
        [],
      )
      expect(secondPlan.bindings).toEqual([])
    }
  })

  it('give rows that fit the contract', async () => {
    const { rows } = planIn(emptyAccount(), await planWorkbook('studio'))
    for (const row of rows) expect(PlanRowSchema.safeParse(row).error).toBeUndefined()
    for (const row of rows.filter(({ outcome }) => outcome === 'create'))
      expect(NewGear.safeParse(row.fields).error).toBeUndefined()
  })
})
