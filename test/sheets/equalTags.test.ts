// Tags that the API counts as one, though they are typed differently.
import { describe, expect, it } from 'vitest'
import { emptyAccount, makeGear, mapText, planIn, source, toCsv } from './support.ts'

const HEAD = ['Asset Tag', 'Type', 'Brand', 'Model', 'Serial']
const rowsOf = (tags: readonly string[]): string[][] =>
  tags.map((tag, index) => [tag, 'camera', 'Sony', 'FX3', `S-${index}`])
const table = (...tags: string[]): string => toCsv([HEAD, ...rowsOf(tags)])

describe('two new rows whose tags count as one', () => {
  it.each([
    ['a dash', 'KR-1', 'KR–1'],
    ['two dashes, neither of ASCII', 'KR‑1', 'KR—1'],
    ['a minus', 'KR-1', 'KR−1'],
    ['the width', 'KR-1', 'ＫＲ－１'],
    ['a space', 'KR 1', 'KR\u00a01'],
    ['an invisible character', 'KR-1', 'KR\u200b-1'],
    ['case and a dash', 'kr-1', 'KR–1'],
    ['width of katakana', 'カメラ-1', 'ｶﾒﾗ-1'],
  ])('differ by %s: both are refused', (_name, first, second) => {
    const plan = planIn(emptyAccount(), mapText(table(first, 'KR-2', second)))
    expect(plan.rows.map(({ outcome, errors }) => [outcome, errors?.map(({ code, rows }) => [code, rows])])).toEqual([
      ['refused', [['duplicate_key', [2, 4]]]],
      ['create', undefined],
      ['refused', [['duplicate_key', [2, 4]]]],
    ])
  })

  it('are refused where serial numbers are the key', () => {
    const settings = source('key: serial_number')
    const plan = planIn(emptyAccount(), mapText(table('KR-1', 'KR–1', 'KR-2'), settings), settings)
    expect(plan.rows.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'create'])
    expect(plan.rows[0]?.errors).toMatchObject([{ cell: 'A2', code: 'duplicate_key', rows: [2, 3] }])
  })
})

it('items that have such tags already keep them, and a third row is refused', () => {
  const items = ['KR-1', 'KR–1'].map((asset_tag) =>
    makeGear({ asset_tag, gear_type: 'camera', brand: 'Sony', model: 'FX3' }),
  )
  const outcomes = (...tags: string[]): unknown[] =>
    planIn({ items, bindings: [] }, mapText(table(...tags))).rows.map(({ outcome }) => outcome)
  expect(outcomes('KR-1', 'KR–1')).toEqual(['update', 'update'])
  expect(outcomes('KR-1', 'KR–1', 'KR—1')).toEqual(['update', 'update', 'refused'])
})

it('tags that a label tells apart are two', () => {
  const plan = planIn(emptyAccount(), mapText(table('É-1', 'E-1', 'KR-01', 'KR-1')))
  expect(plan.counts).toEqual({ create: 4 })
})

it('a refused row names the first of the others, and counts the rest', () => {
  const dashes = ['-', '‐', '‑', '‒', '–', '—', '―', '−']
  const saidOf = (count: number): string | undefined =>
    planIn(emptyAccount(), mapText(table(...dashes.slice(0, count).map((dash) => `KR${dash}1`)))).rows[0]?.errors?.[0]
      ?.message
  expect(saidOf(2)).toContain('counts as that of row 3:')
  expect(saidOf(3)).toContain('counts as those of rows 3, 4:')
  expect(saidOf(8)).toContain('counts as those of rows 3, 4, 5, 6, 7 and 2 more:')
})
