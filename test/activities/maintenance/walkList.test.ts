import { expect, it } from 'vitest'
import { visitAllRecords } from '../../../activities/shared/walkList.ts'
import { createSeededRandom } from '../../support/random.ts'

interface Thing {
  id: string
}

/** A list read by offset, like those of the API. `changeBetween` may change it before each page. */
function listOf(things: Thing[], changeBetween: (page: number) => void = () => {}) {
  let pages = 0
  return async ({ limit, offset }: { limit: number; offset: number }) => {
    changeBetween(++pages)
    return { data: things.slice(offset, offset + limit), pagination: { total: things.length } }
  }
}

const makeThings = (count: number): Thing[] => Array.from({ length: count }, (_, index) => ({ id: `thing-${index}` }))

async function walked(readPage: ReturnType<typeof listOf>): Promise<{ ids: string[]; largest: number }> {
  const ids: string[] = []
  let largest = 0
  await visitAllRecords('things', readPage, async (page) => {
    largest = Math.max(largest, page.length)
    ids.push(...page.map(({ id }) => id))
  })
  return { ids, largest }
}

it.each([0, 1, 199, 200, 201, 1000])('each of %d records is visited once, a page at a time', async (count) => {
  const { ids, largest } = await walked(listOf(makeThings(count)))
  expect(ids).toEqual(makeThings(count).map(({ id }) => id))
  expect(largest).toBeLessThanOrEqual(200)
})

it('records that stay are visited once while others are added and removed, for 60 seeds', async () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = createSeededRandom(seed)
    const things = makeThings(300 + random.int(500))
    const removed = new Set<string>()
    const change = (page: number): void => {
      if (page > 12) return
      if (random.chance(0.4)) things.unshift({ id: `new-${page}` })
      if (random.chance(0.4))
        for (const { id } of things.splice(random.int(things.length), 1 + random.int(3))) removed.add(id)
    }
    const { ids } = await walked(listOf(things, change))
    expect(new Set(ids).size).toBe(ids.length)
    expect(things.filter(({ id }) => id.startsWith('thing-') && !ids.includes(id))).toEqual([])
    expect(ids.filter((id) => !things.some((thing) => thing.id === id)).every((id) => removed.has(id))).toBe(true)
  }
})

it('a list that changes before every page gives a retryable error', async () => {
  const things = makeThings(300)
  const walkResult = walked(listOf(things, (page) => void things.push({ id: `more-${page}` })))
  await expect(walkResult).rejects.toMatchObject({ type: 'inventory_moving', nonRetryable: false })
})
