import { beforeAll, expect, it } from 'vitest'
import type { Item } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'

// On PostgreSQL, lists that wait together share a query.

const suite = useServer({ bob: true })
const ITEMS = 60
const TYPES = ['camera', 'lens', 'drone']
const STATUSES = ['available', 'in_use']
const REQUESTS = 100

const ACCOUNTS = ['alice', 'bob'] as const
type Account = (typeof ACCOUNTS)[number]

const newestFirst: Record<Account, Item[]> = { alice: [], bob: [] }

beforeAll(async () => {
  for (const account of ACCOUNTS) {
    for (let index = 0; index < ITEMS; index++)
      newestFirst[account].unshift(
        await suite[account].createItem({
          gear_type: TYPES[index % TYPES.length],
          status: STATUSES[index % STATUSES.length],
          notes: `${index} 📷 "${'ä'.repeat(index)}"`,
        }),
      )
  }
})

interface List {
  account: Account
  type?: string | undefined
  status?: string | undefined
  limit: number
  offset: number
}

const listOf = (index: number): List => ({
  account: index % 2 === 0 ? 'alice' : 'bob',
  type: [undefined, ...TYPES][index % 4],
  status: [undefined, ...STATUSES][index % 3],
  limit: 1 + (index % 30),
  offset: index % 7,
})

it('many different lists at once are those that each request asked for', async () => {
  const lists = Array.from({ length: REQUESTS }, (_, index) => listOf(index))
  const replies = await Promise.all(
    lists.map(({ account, type, status, limit, offset }) => {
      const filters = [
        ...(type === undefined ? [] : [`type=${type}`]),
        ...(status === undefined ? [] : [`status=${status}`]),
      ]
      return suite[account].get(`/gear?${[...filters, `limit=${limit}`, `offset=${offset}`].join('&')}`)
    }),
  )
  for (const [index, { account, type, status, limit, offset }] of lists.entries()) {
    const found = newestFirst[account].filter(
      (item) => (type ?? item['gear_type']) === item['gear_type'] && (status ?? item['status']) === item['status'],
    )
    expect(replies[index]?.items()).toEqual(found.slice(offset, offset + limit))
    expect(replies[index]?.pagination()).toMatchObject({ total: found.length, limit, offset })
  }
})
