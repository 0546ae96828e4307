import { beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'
import { defineField, ownerOf } from '../../settings/fields/support.ts'

const suite = useServer()
const owner = () => ownerOf(suite)

const kinds = {
  supplier: { type: 'text', values: ['Calumet', 'calumet', 'Teltec', 'Ällö', '%_', 'a'.repeat(1000)] },
  ports: { type: 'integer', values: [-20, -3, 0, 3, 20, 100] },
  load_kg: { type: 'number', values: [-2.5, -0.1, 0, 0.1, 9, 10] },
  calibrated_on: { type: 'date', values: ['1999-12-31', '2026-01-01', '2026-10-02'] },
  insured: { type: 'boolean', values: [false, true] },
  grade: { type: 'choice', values: ['A', 'B', 'C'] },
} as const
type Name = keyof typeof kinds
const names = Object.keys(kinds) as Name[]

let items: Item[]
const valueOf = (item: Item, name: Name): string | number | boolean | undefined =>
  (item['fields'] as Record<string, string | number | boolean> | undefined)?.[name]

beforeAll(async () => {
  for (const name of names)
    await defineField(owner(), {
      name,
      type: kinds[name].type,
      filterable: true,
      ...(name === 'grade' && { choices: kinds.grade.values }),
    })
  await defineField(owner(), { name: 'plain' })
  items = []
  for (let index = 0; index < 60; index++) {
    const fields = Object.fromEntries(
      names.flatMap((name, at) =>
        (index + at) % 4 === 0 ? [] : [[name, kinds[name].values[(index * 7 + at) % kinds[name].values.length]]],
      ),
    )
    items.unshift(
      await suite.alice.createItem({
        status: index % 3 === 0 ? 'retired' : 'available',
        fields: { ...fields, plain: `p${index}` },
      }),
    )
  }
})

const compare = (a: string | number | boolean, b: string | number | boolean): number => {
  if (a === b) return 0
  return (typeof a === 'string' ? a.toLowerCase() : a) < (typeof b === 'string' ? b.toLowerCase() : b) ? -1 : 1
}
const isSame = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b

async function listAll(query: string): Promise<Item[]> {
  const found: Item[] = []
  for (let offset = 0; ; offset += 7) {
    const page = await suite.alice.get(`/gear?limit=7&offset=${offset}&${query}`)
    expect(page).toHaveStatus(200)
    found.push(...page.items())
    if (found.length >= page.pagination().total) return found
  }
}

const ids = (list: readonly Item[]): string[] => list.map(({ id }) => id)

describe('lists by own fields', () => {
  it.each(names.flatMap((name) => kinds[name].values.map((value) => [name, value] as const)))(
    'field.%s=%s finds the items with that value',
    async (name, value) => {
      const expected = items.filter((item) => isSame(valueOf(item, name), value))
      const query = `field.${name}=${encodeURIComponent(String(value))}`
      expect(ids(await listAll(query))).toEqual(ids(expected))
      expect(ids(await listAll(`${query}&status=retired`))).toEqual(
        ids(expected.filter(({ status }) => status === 'retired')),
      )
    },
  )

  it.each(names.flatMap((name) => [name, `-${name}`]))(
    'sort=field.%s: items without a value are last',
    async (sort) => {
      const isDescending = sort.startsWith('-')
      const name = sort.replace('-', '') as Name
      const key = `sort=${isDescending ? '-' : ''}field.${name}`
      const oldestFirst = items.toReversed()
      const withValue = oldestFirst
        .filter((item) => valueOf(item, name) !== undefined)
        .toSorted((a, b) => compare(valueOf(a, name) ?? '', valueOf(b, name) ?? '') || (a.id < b.id ? -1 : 1))
      const without = oldestFirst.filter((item) => valueOf(item, name) === undefined)
      const expected = isDescending ? [...withValue.toReversed(), ...without.toReversed()] : [...withValue, ...without]
      // Texts that differ in case only are equal, and in the order of their ids.
      expect(ids(await listAll(key))).toEqual(ids(expected))
      expect(ids(await listAll(`${key}&status=retired`))).toEqual(
        ids(expected.filter(({ status }) => status === 'retired')),
      )
      expect(ids(await listAll(`${key}&field.grade=A`))).toEqual(
        ids(expected.filter((item) => valueOf(item, 'grade') === 'A')),
      )
    },
  )

  it('filters by several fields together', async () => {
    const query = 'field.insured=true&field.grade=B&field.supplier=CALUMET'
    const expected = items.filter(
      (item) =>
        valueOf(item, 'insured') === true &&
        valueOf(item, 'grade') === 'B' &&
        isSame(valueOf(item, 'supplier'), 'calumet'),
    )
    expect(ids(await listAll(query))).toEqual(ids(expected))
  })

  it.each([
    ['field.plain=p1', 'field.plain invalid_value'],
    ['field.nothing=1', 'field.nothing invalid_value'],
    ['field.ports=many', 'field.ports invalid_type'],
    ['field.ports=1.5', 'field.ports invalid_type'],
    ['field.grade=D', 'field.grade invalid_value'],
    ['field.insured=yes', 'field.insured invalid_type'],
    ['field.calibrated_on=2026-02-30', 'field.calibrated_on invalid_value'],
    ['field.supplier=', 'field.supplier required'],
    ['sort=field.plain', 'sort invalid_value'],
    ['sort=field.', 'sort invalid_value'],
    ['sort=supplier', 'sort invalid_value'],
    ['fields=1', 'fields unknown_parameter'],
  ])('refuses %s', async (query, fault) => {
    const reply = await suite.alice.get(`/gear?${query}`)
    expect(reply).toHaveStatus(400)
    expect(reply.faults()).toEqual([fault])
  })

  it('search reads the texts of own fields, q does not', async () => {
    expect(ids(await listAll('search=teltec'))).toEqual(
      ids(items.filter((item) => valueOf(item, 'supplier') === 'Teltec')),
    )
    expect(ids(await listAll('search=allo'))).toEqual(ids(items.filter((item) => valueOf(item, 'supplier') === 'Ällö')))
    expect(ids(await listAll('search=p17'))).toHaveLength(1)
    expect(await listAll('q=teltec')).toEqual([])
  })
})
