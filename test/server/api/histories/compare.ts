import { expect } from 'vitest'
import { comparePage, expectedOf, isAllowed, lists, type Filter } from './lists.ts'
import { figuresOf, type Studio } from './studio.ts'

export async function compareFigures(studio: Studio): Promise<void> {
  const { generated_at: _, ...figures } = (await studio.api.get('/analytics')).item()
  expect(figures).toEqual(figuresOf(studio))
}

/** Compares a random page of each list. */
export async function compareSomePages(studio: Studio): Promise<void> {
  const { random } = studio
  for (const [name, list] of Object.entries(lists)) {
    const filter: Record<string, string> = {}
    for (const [parameter, values] of Object.entries(list.values(studio)))
      if (values.length > 0 && random.chance(0.25)) filter[parameter] = random.pick(values)
    if (!isAllowed(filter)) continue
    await comparePage(
      studio,
      name,
      filter,
      random.pick([1, 3, 50, 200]),
      random.int(expectedOf(studio, name, filter).length + 3),
    )
  }
}

/**
 * Each filter with each of its values, and each pair of filters: every value of one with a random value of the other.
 */
function filtersOf(studio: Studio, name: string): Filter[] {
  const { random } = studio
  const values = Object.entries(lists[name]?.values(studio) ?? {}).filter(([, list]) => list.length > 0)
  const singleFilters = values.flatMap(([parameter, list]) => list.map((value) => ({ [parameter]: value })))
  const pairs = values.flatMap(([firstParameter, valuesOfFirst], index) =>
    values
      .slice(index + 1)
      .flatMap(([secondParameter, valuesOfSecond]) =>
        valuesOfFirst.map((value) => ({ [firstParameter]: value, [secondParameter]: random.pick(valuesOfSecond) })),
      ),
  )
  return [{}, ...singleFilters, ...pairs].filter(isAllowed)
}

/** Compares every page of every list, for every filter. @returns the number of pages */
export async function compareAllPages(studio: Studio): Promise<number> {
  let pages = 0
  for (const name of Object.keys(lists))
    for (const filter of filtersOf(studio, name)) {
      const limit = studio.random.pick([5, 17, 50])
      const total = expectedOf(studio, name, filter).length
      for (let offset = 0; offset <= total; offset += limit) {
        await comparePage(studio, name, filter, limit, offset)
        pages += 1
      }
    }
  return pages
}

export async function compareRecords(studio: Studio): Promise<void> {
  for (const name of Object.keys(lists))
    for (const record of expectedOf(studio, name, {}))
      expect((await studio.api.get(`/${name}/${record.id}`)).item()).toEqual(record)
}
