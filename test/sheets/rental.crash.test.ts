import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { PlanRow } from '../../contract/control/control.ts'
import { NewGear } from '../../contract/api/gear.ts'
import { parseSheet } from '../../sheets/parseSheet.ts'
import type { ReadSection } from '../../sheets/types.ts'
import { applyPlan, emptyAccount, expected, fixture, planIn, source, withoutIds } from './support.ts'

interface ExpectedRental {
  read: ReadSection
  counts: Record<string, number>
  sha256: string
  counts_by_type: Record<string, number>
  counts_by_status: Record<string, number>
  sum_purchase_price: number
  after_make_rental_changed_150: Record<string, number>
  sample_rows: Record<string, unknown>[]
}

const plan = async (bytes: Uint8Array, currency: string) => parseSheet(bytes, 'sheet.csv', source(), currency)

const countBy = (rows: readonly PlanRow[], field: string): Record<string, number> => {
  const groups = Map.groupBy(rows, (row) => String(row.fields?.[field]))
  return Object.fromEntries([...groups].map(([value, group]) => [value, group.length]))
}

/** A later version of rental-10k.csv, from its generator or, without Python, with the same kinds of changes. */
function changedRental(count: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-rental-'))
  try {
    const out = join(folder, 'changed.csv')
    const script = fileURLToPath(new URL('../../tools/bench/data/make_rental.py', import.meta.url))
    const generatorRun = spawnSync('python3', [script, '--changed', String(count), '--out', out])
    if (generatorRun.status === 0) return readFileSync(out)
  } finally {
    rmSync(folder, { recursive: true })
  }
  console.log('no python3 here: the changed file is made from rental-10k.csv instead of by the generator')
  const lines = fixture('rental-10k.csv').toString().split('\r\n')
  const changedLines = lines.map((line, index) =>
    index > 0 && index <= count * 7 && index % 7 === 0
      ? line.replace(/,(\d+)\.(\d\d),/, (_all, units, cents) => `,${Number(units) + 1}.${cents},`)
      : line,
  )
  return Buffer.from(changedLines.join('\r\n'))
}

describe('rental-10k.csv', () => {
  it('is read and planned exactly as expected, and a repeat writes nothing', async () => {
    const answer = expected('rental-10k') as ExpectedRental
    const bytes = fixture('rental-10k.csv')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(answer.sha256)
    const table = await plan(bytes, 'USD')
    const firstPlan = planIn(emptyAccount(), table)
    expect(table.read).toEqual(answer.read)
    expect(firstPlan.counts).toEqual(answer.counts)
    expect(countBy(firstPlan.rows, 'gear_type')).toEqual(answer.counts_by_type)
    expect(countBy(firstPlan.rows, 'status')).toEqual(answer.counts_by_status)
    const sum = firstPlan.rows.reduce(
      (total, row) => total + Math.round(Number(row.fields?.['purchase_price']) * 100),
      0,
    )
    expect(sum / 100).toBe(answer.sum_purchase_price)
    const byRow = new Map(firstPlan.rows.map((row) => [row.row, row]))
    for (const sample of answer.sample_rows)
      expect(withoutIds(byRow.get(Number(sample['row'])) as PlanRow)).toEqual(sample)
    for (const row of firstPlan.rows) expect(NewGear.safeParse(row.fields).error).toBeUndefined()

    const account = applyPlan(emptyAccount(), firstPlan)
    const secondPlan = planIn(account, table)
    expect(secondPlan.counts).toEqual({ unchanged: 10_000 })
    expect(secondPlan.bindings).toEqual([])
    expect(secondPlan.missing).toEqual([])

    const changedPlan = planIn(account, await plan(changedRental(150), 'USD'))
    expect(changedPlan.counts).toEqual(answer.after_make_rental_changed_150)
    const fields = new Set(changedPlan.rows.flatMap((row) => Object.keys(row.changed ?? {})))
    expect([...fields].toSorted()).toSatisfy((names: string[]) =>
      names.every((name) => name === 'purchase_price' || name === 'status'),
    )
    expect(planIn(applyPlan(account, changedPlan), await plan(changedRental(150), 'USD')).counts).toEqual({
      unchanged: 10_000,
    })
  })
})
