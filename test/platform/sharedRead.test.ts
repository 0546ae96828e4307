import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSharedRead } from '../../platform/sql/sharedRead.ts'
import { DatabaseUnavailable } from '../../platform/sql/types.ts'

interface Query {
  keys: readonly string[]
  answer: (values: Record<string, string>) => void
  fail: (error: Error) => void
}

/** A database whose queries the test answers. */
function openReads({
  timeoutMs = 10_000,
  ...limits
}: { timeoutMs?: number; maxQueries?: number; maxKeys?: number } = {}) {
  const queries: Query[] = []
  const reads = createSharedRead<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        queries.push({ keys, answer: (values) => resolve(new Map(Object.entries(values))), fail: reject })
      }),
    { timeoutMs, ...limits },
  )
  const waitForQuery = async (index: number): Promise<Query> => {
    await expect.poll(() => queries.length).toBeGreaterThan(index)
    return queries[index] as Query
  }
  return { queries, reads, waitForQuery }
}

it('reads of one turn share a query, and each key is asked once', async () => {
  const { queries, reads, waitForQuery } = openReads()
  const found = Promise.all([reads.find('a'), reads.find('b'), reads.find('a'), reads.find('unknown')])
  const query = await waitForQuery(0)
  expect(query.keys).toEqual(['a', 'b', 'unknown'])
  query.answer({ a: '1', b: '2' })
  expect(await found).toEqual(['1', '2', '1', undefined])
  expect(queries).toHaveLength(1)
})

it('whoever comes while a query runs gets the answer of the next one, which begins after it', async () => {
  const { queries, reads, waitForQuery } = openReads()
  const early = reads.find('a')
  const first = await waitForQuery(0)
  const late = [reads.find('a'), reads.find('b')]
  await turn()
  expect(queries).toHaveLength(1)
  first.answer({ a: 'old' })
  const second = await waitForQuery(1)
  expect(second.keys).toEqual(['a', 'b'])
  second.answer({ a: 'new', b: '2' })
  expect({ early: await early, firstLate: await late[0], secondLate: await late[1] }).toEqual({
    early: 'old',
    firstLate: 'new',
    secondLate: '2',
  })
})

it('a query that fails fails those that waited for it, and no others', async () => {
  const { reads, waitForQuery } = openReads()
  const early = reads.find('a')
  const first = await waitForQuery(0)
  const late = reads.find('a')
  first.fail(new DatabaseUnavailable('gone'))
  await expect(early).rejects.toThrow('gone')
  ;(await waitForQuery(1)).answer({ a: '1' })
  expect(await late).toBe('1')
})

it('a query without an answer fails after its time, and the next one does not wait for it', async () => {
  const { reads, waitForQuery } = openReads({ timeoutMs: 50 })
  const early = reads.find('a')
  await waitForQuery(0)
  const late = reads.find('b')
  await expect(early).rejects.toThrow(DatabaseUnavailable)
  ;(await waitForQuery(1)).answer({ b: '2' })
  expect(await late).toBe('2')
})

it('a query has so many keys at most, and so many queries run at a time', async () => {
  const { queries, reads, waitForQuery } = openReads({ maxQueries: 2, maxKeys: 2 })
  const found = Promise.all(['a', 'b', 'c', 'a', 'd', 'e', 'f'].map((key) => reads.find(key)))
  const [first, second] = [await waitForQuery(0), await waitForQuery(1)]
  await turn()
  expect(queries.map(({ keys }) => keys)).toEqual([
    ['a', 'b'],
    ['c', 'a'],
  ])
  second.answer({ a: 'later', c: '3' })
  const third = await waitForQuery(2)
  expect(third.keys).toEqual(['d', 'e'])
  third.answer({ d: '4', e: '5' })
  ;(await waitForQuery(3)).answer({ f: '6' })
  first.answer({ a: '1', b: '2' })
  expect(await found).toEqual(['1', '2', '3', 'later', '4', '5', '6'])
})
