import { beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../../support/api.ts'
import { fullOrSmall } from '../../../support/counts.ts'
import { useServer } from '../../../support/suite.ts'
import { sendPipelined } from '../../../support/wire.ts'

const suite = useServer()
/** Orders are cached in blocks of 512. */
const ITEM_COUNT = fullOrSmall(2600, 1700)
const types = ['camera', 'lens', 'accessory', 'filter', 'drone']
const statuses = ['available', 'ready', 'in_use', 'maintenance', 'retired']

/** Newest first, as lists are. */
let all: Item[] = []

const matchingItems = (query: string): Item[] => {
  const parameters = new URLSearchParams(query)
  const words = (parameters.get('q') ?? '').toLowerCase().split(' ').filter(Boolean)
  return all.filter(
    (item) =>
      (parameters.get('type') ?? item.gear_type) === item.gear_type &&
      (parameters.get('status') ?? item.status) === item.status &&
      words.every((word) => `${item.brand} ${item.model}`.toLowerCase().includes(word)),
  )
}

async function walk(query: string, limit: number): Promise<Item[]> {
  const found: Item[] = []
  const expectedTotal = matchingItems(query).length
  for (let offset = 0; ; offset += limit) {
    const reply = await suite.alice.get(`/gear?${query}&limit=${limit}&offset=${offset}`)
    expect(reply.pagination()).toMatchObject({ limit, offset, returned: reply.items().length, total: expectedTotal })
    found.push(...reply.items())
    if (reply.items().length < limit) return found
  }
}

/** Requests pages. @returns a description of each wrong page */
async function wrongPages(
  queries: readonly string[],
  limits: readonly number[],
  offsets: readonly number[],
): Promise<string[]> {
  const wrongQueries: string[] = []
  for (const query of queries)
    for (const offset of offsets)
      for (const limit of limits) {
        const reply = await suite.alice.get(`/gear?${query}&limit=${limit}&offset=${offset}`)
        const expectedItems = matchingItems(query)
        const ids = (items: Item[]): string => items.map((item) => item.id).join(' ')
        const isRight =
          reply.pagination().total === expectedItems.length &&
          ids(reply.items()) === ids(expectedItems.slice(offset, offset + limit))
        if (!isRight) wrongQueries.push(`${query} limit ${limit} offset ${offset} of ${expectedItems.length}`)
      }
  return wrongQueries
}

const deepQueries = ['', 'type=camera', 'status=available', 'type=camera&status=available']

describe('pages of gear', () => {
  beforeAll(async () => {
    const madeItems: Item[] = []
    for (let start = 0; start < ITEM_COUNT; start += 100) {
      const burst = Array.from({ length: 100 }, (_, index) => {
        const n = start + index
        // Most items are available cameras, so that filtered lists are long too.
        const isCommon = n % 3 !== 0
        const gear_type = isCommon ? 'camera' : types[n % 5]
        return suite.alice.createItem({
          gear_type,
          status: isCommon ? 'available' : statuses[(n >> 2) % 5],
          brand: `Brand${n % 7}`,
          model: `Model ${n % 300}`,
        })
      })
      madeItems.push(...(await Promise.all(burst)))
    }
    all = madeItems.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  })

  it.each([
    '',
    'type=camera',
    'status=available',
    'type=camera&status=available',
    'type=lens&status=ready',
    'q=brand3',
    'q=model+1&type=camera',
  ])('together make the whole sorted list for "%s"', async (query) => {
    const found = await walk(query, 173)
    expect(found).toEqual(matchingItems(query))
  })

  it('are correct at any offset, requested once and again', async () => {
    expect(await wrongPages(deepQueries, [1, 7, 200], [511, 512, 513, 767, 768, 1023, 1024, 1025, 1300, 1500])).toEqual(
      [],
    )
    expect(
      await wrongPages(
        [''],
        [200],
        [-201, -200, -199, -2, -1, 0].map((offset) => ITEM_COUNT + offset),
      ),
    ).toEqual([])
  })

  it('stay correct while items are created, changed and deleted', async () => {
    const readDeepPages = (): Promise<string[]> => wrongPages(deepQueries, [3], [600, 900, 1200, 1400])
    expect(await readDeepPages()).toEqual([])
    for (const index of [ITEM_COUNT - 100, 1300, 1290, 700, 5]) {
      const [removedItem] = all.splice(index, 1)
      await suite.alice.delete(`/gear/${removedItem?.id}`)
      expect(await readDeepPages()).toEqual([])
    }
    for (const index of [ITEM_COUNT - 200, 1201, 900, 3]) {
      const item = all[index]
      if (!item) throw new Error('no item')
      item.status = item.status === 'available' ? 'retired' : 'available'
      await suite.alice.patch(`/gear/${item.id}`, { updates: { status: item.status } })
      expect(await readDeepPages()).toEqual([])
    }
    for (let count = 0; count < 5; count++) {
      all.unshift(await suite.alice.createItem({ brand: 'Late', model: `${count}` }))
      expect(await readDeepPages()).toEqual([])
    }
  })

  it('are correct when requested in one packet', async () => {
    // A change clears the cached order, so all these requests find an empty cache at the same time.
    await suite.alice.delete(`/gear/${all.splice(40, 1)[0]?.id}`)
    const offsets = Array.from({ length: 12 }, (_, index) => ITEM_COUNT / 2 + index * 13)
    const replies = await sendPipelined(
      suite.server.url,
      offsets.map((offset) => ({ path: `/api/v1/gear?type=camera&limit=5&offset=${offset}`, key: suite.alice.key })),
    )
    const expectedItems = matchingItems('type=camera')
    replies.forEach((reply, index) => {
      const offset = offsets[index] ?? 0
      const ids = (JSON.parse(reply.text) as { data: Item[] }).data.map((item) => item.id)
      expect(ids).toEqual(expectedItems.slice(offset, offset + 5).map((item) => item.id))
    })
    expect(await wrongPages(['type=camera'], [2], [520, 800, 1101, 1300, 1600])).toEqual([])
    // The cached order must stay correct when the list grows.
    const newItems = await Promise.all(
      Array.from({ length: 700 }, (_, index) => suite.alice.createItem({ brand: 'Grown', model: `${index}` })),
    )
    all = [...newItems.toSorted((a, b) => (a.id < b.id ? 1 : -1)), ...all]
    expect(await wrongPages(['type=camera'], [2], [512, 520, 600, 680, 800, 1101, 1500, 2100])).toEqual([])
  })
})
