import { beforeAll, describe, expect, it } from 'vitest'
import { gearSorts, type GearSort } from '../../../../contract/api/gearSort.ts'
import { gearConditions, gearStatuses, gearTypes } from '../../../../contract/api/gearFields.ts'
import { foldTag, foldText } from '../../../../platform/foldText.ts'
import type { Item } from '../../../support/api.ts'
import { fullOrSmall } from '../../../support/counts.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })
const ITEM_COUNT = fullOrSmall(420, 180)
const LIMIT = 37

let all: Item[] = []

const pick = <Value>(values: readonly Value[], index: number): Value | undefined => values[index % values.length]
const sometimes = <Value>(index: number, every: number, value: Value): Value | null =>
  index % every === 0 ? null : value

const newItem = (index: number): Record<string, unknown> => ({
  gear_type: pick(gearTypes, index * 7),
  status: pick(gearStatuses, index >> 1),
  condition: pick(gearConditions, index >> 2),
  brand: pick(['Canon', 'canon', 'Éclair', 'Zeiss', 'Ärri'], index >> 3),
  model: `M${(index * 31) % 40}`,
  asset_tag: sometimes(
    index,
    4,
    `${pick(['KR', 'kr', 'É', 'ß', '😀', '\uffee'], index)}-${(index * 13) % 97}-${index}`,
  ),
  serial_number: sometimes(index, 5, `${pick(['a', 'B', 'ö'], index)}${(index * 17) % 50}`),
  storage_location: sometimes(index, 3, pick(['Shelf 1', 'shelf 10', 'SHELF 2', 'Étagère', 'Vault'], index >> 1)),
  purchase_date: sometimes(index, 6, `20${10 + (index % 15)}-0${1 + (index % 9)}-11`),
  purchase_price: sometimes(index, 7, ((index * 97) % 500) + 0.07),
  replacement_value: sometimes(index, 2, (index * 53) % 60),
})

const text = (value: unknown, fold: (text: string) => string): Buffer | null =>
  typeof value === 'string' ? Buffer.from(fold(value)) : null

/** What each order compares before the ids. */
const values: Record<string, (item: Item) => string | number | Buffer | null> = {
  created_at: () => 0,
  name: (item) => Buffer.from(foldText(`${item.brand} ${item.model}`)),
  type: (item) => gearTypes.findIndex((type) => type === item.gear_type),
  status: (item) => gearStatuses.findIndex((status) => status === item.status),
  condition: (item) => gearConditions.findIndex((condition) => condition === item['condition']),
  asset_tag: (item) => text(item['asset_tag'], foldText),
  serial_number: (item) => text(item['serial_number'], foldText),
  storage_location: (item) => text(item['storage_location'], foldTag),
  purchase_date: (item) => item['purchase_date'] as string | null,
  purchase_price: (item) => item['purchase_price'] as number | null,
  replacement_value: (item) => item['replacement_value'] as number | null,
}

const compare = <Value extends string | number | Buffer>(a: Value, b: Value): number =>
  Buffer.isBuffer(a) && Buffer.isBuffer(b) ? Buffer.compare(a, b) : Number(a > b) - Number(a < b)

function sortItems(items: readonly Item[], sort: GearSort): Item[] {
  const valueOf = values[sort.replace('-', '')]
  if (!valueOf) throw new Error(`the model has no order ${sort}`)
  const way = sort.startsWith('-') ? -1 : 1
  return items.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if ((a === null) !== (b === null)) return a === null ? 1 : -1
    return way * ((a !== null && b !== null ? compare(a, b) : 0) || compare(one.id, other.id))
  })
}

async function walk(query: string): Promise<Item[]> {
  const found: Item[] = []
  let total = 1
  for (let offset = 0; offset < total; offset += LIMIT) {
    const reply = await suite.alice.get(`/gear?${query}&limit=${LIMIT}&offset=${offset}`)
    expect(reply).toHaveStatus(200)
    found.push(...reply.items())
    ;({ total } = reply.pagination())
  }
  expect(found).toHaveLength(total)
  return found
}

const ids = (items: readonly Item[]): string[] => items.map(({ id }) => id)

describe('GET /gear sorted', () => {
  beforeAll(async () => {
    await suite.bob.createItem({ brand: 'Aaa', storage_location: 'Aaa', purchase_price: 1 })
    for (let start = 0; start < ITEM_COUNT; start += 60)
      all.push(
        ...(await Promise.all(
          Array.from({ length: 60 }, (_, index) => suite.alice.createItem(newItem(start + index))),
        )),
      )
    all = all.toSorted((a, b) => compare(a.id, b.id))
  })

  it.each(gearSorts)('by %s: the pages together are the whole list, items without a value last', async (sort) => {
    expect(ids(await walk(`sort=${sort}`))).toEqual(ids(sortItems(all, sort)))
  })

  it.each(gearSorts)('by %s, with filters', async (sort) => {
    const lenses = all.filter((item) => item.gear_type === 'lens')
    expect(ids(await walk(`sort=${sort}&type=lens`))).toEqual(ids(sortItems(lenses, sort)))
    const inVault = all.filter((item) => item['storage_location'] === 'Vault' && item['condition'] === 'good')
    expect(ids(await walk(`sort=${sort}&storage_location=vault&condition=good`))).toEqual(ids(sortItems(inVault, sort)))
    const named = all.filter((item) => foldText(item.brand) === 'canon')
    expect(ids(await walk(`sort=${sort}&q=canon`))).toEqual(ids(sortItems(named, sort)))
    const tagged = all.filter((item) => `${item['asset_tag']}`.toLowerCase().includes('kr-'))
    expect(ids(await walk(`sort=${sort}&search=kr-`))).toEqual(ids(sortItems(tagged, sort)))
  })

  it.each(gearSorts)(
    'by %s, with filters: short pages at both ends and around the items without a value',
    async (sort) => {
      const filters: Record<string, (item: Item) => boolean> = {
        'type=lens': (item) => item.gear_type === 'lens',
        'status=in_use': (item) => item.status === 'in_use',
        'condition=good': (item) => item['condition'] === 'good',
        'q=canon': (item) => foldText(item.brand) === 'canon',
        'type=lens&status=ready': (item) => item.gear_type === 'lens' && item.status === 'ready',
      }
      for (const [query, matches] of Object.entries(filters)) {
        const expected = ids(sortItems(all.filter(matches), sort))
        expect(expected.length).toBeGreaterThan(5)
        const border = Math.floor(expected.length / 2)
        for (const offset of [0, 3, border, expected.length - 4]) {
          const page = await suite.alice.get(`/gear?sort=${sort}&${query}&limit=4&offset=${offset}`)
          expect(ids(page.items())).toEqual(expected.slice(offset, offset + 4))
        }
      }
    },
  )

  it('off the event loop too, and for one item', async () => {
    const item = all.find((one) => one['asset_tag'] !== null)
    const search = Array.from({ length: 12 }, () => 'canon').join(' '.repeat(6))
    const named = all.filter(({ brand }) => foldText(brand) === 'canon')
    for (const sort of ['-purchase_price', 'name', 'created_at'] as const) {
      expect(ids(await walk(`sort=${sort}&search=${encodeURIComponent(search)}`))).toEqual(ids(sortItems(named, sort)))
      expect(ids(await walk(`sort=${sort}&asset_tag=${encodeURIComponent(String(item?.['asset_tag']))}`))).toEqual([
        item?.id,
      ])
    }
  })

  it('follows changes', async () => {
    const [first] = await walk('sort=purchase_price')
    await suite.alice.patch(`/gear/${first?.id}`, { updates: { purchase_price: 99_999.99 } })
    expect((await suite.alice.get('/gear?sort=-purchase_price&limit=1')).items()[0]?.id).toBe(first?.id)
    await suite.alice.patch(`/gear/${first?.id}`, { updates: { purchase_price: null } })
    const last = sortItems(
      all.map((item) => (item.id === first?.id ? { ...item, purchase_price: null } : item)),
      '-purchase_price',
    )
    expect(ids(await walk('sort=-purchase_price'))).toEqual(ids(last))
  })

  it('echoes what it always did, and refuses an unknown order by name', async () => {
    const page = await suite.alice.get('/gear?sort=name&type=lens&limit=1')
    expect(Object.keys(page.pagination())).toEqual(['limit', 'offset', 'returned', 'total', 'type'])
    expect((await suite.alice.get('/gear?sort=-created_at&limit=3')).text).toBe(
      (await suite.alice.get('/gear?limit=3')).text,
    )
    const refused = await suite.alice.get('/gear?sort=updated_at')
    expect(refused).toHaveFaults(400, ['sort invalid_value'])
    for (const sort of ['', '--name', 'name,type', '+name', 'NAME'])
      expect((await suite.alice.get(`/gear?sort=${encodeURIComponent(sort)}`)).status).toBe(400)
  })
})
