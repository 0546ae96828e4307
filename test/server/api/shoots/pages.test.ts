import { beforeAll, describe, expect, it } from 'vitest'
import type { Shoot } from '../../../../contract/api/shoots.ts'
import { fullOrSmall } from '../../../support/counts.ts'
import { useServer } from '../../../support/suite.ts'
import { byStart, makeShoot, shootOf, shootsOf } from './support.ts'

const suite = useServer()
const SHOOT_COUNT = fullOrSmall(900, 500)

/** All shoots in the order of lists. */
let all: Shoot[] = []

const matchingShoots = (query: string): Shoot[] => {
  const parameters = new URLSearchParams(query)
  const words = (parameters.get('q') ?? '').toLowerCase().split(' ').filter(Boolean)
  return all.filter(
    (shoot) =>
      (parameters.get('status') ?? shoot.status) === shoot.status &&
      (parameters.get('fromDate') ?? shoot.shoot_date) <= shoot.shoot_date &&
      (parameters.get('toDate') ?? shoot.shoot_date) >= shoot.shoot_date &&
      words.every((word) =>
        `${shoot.title} ${shoot.client_name ?? ''} ${shoot.locations.join(' ')}`.toLowerCase().includes(word),
      ),
  )
}

async function walk(query: string, limit: number): Promise<Shoot[]> {
  const found: Shoot[] = []
  const total = matchingShoots(query).length
  for (let offset = 0; ; offset += limit) {
    const reply = await suite.alice.get(`/shoots?${query}&limit=${limit}&offset=${offset}`)
    expect(reply.pagination()).toEqual({ limit, offset, returned: reply.items().length, total })
    found.push(...shootsOf(reply))
    if (reply.items().length < limit) return found
  }
}

const queries = [
  '',
  'status=planning',
  'status=confirmed',
  'fromDate=2026-03-01',
  'toDate=2026-02-10',
  'fromDate=2026-02-01&toDate=2026-02-28',
  'fromDate=2026-02-01&toDate=2026-02-28&status=planning',
  'q=shoot',
  'q=shoot+7',
  'q=client3+hall',
  'q=nobody',
  'q=hall&status=planning',
  'q=hall&fromDate=2026-02-14&toDate=2026-02-14',
  'q=client1&fromDate=2026-01-10&status=planning',
]

describe('pages of shoots', () => {
  beforeAll(async () => {
    const madeShoots: Shoot[] = []
    for (let start = 0; start < SHOOT_COUNT; start += 100) {
      const burst = Array.from({ length: 100 }, async (_, index) => {
        const n = start + index
        const shoot = await makeShoot(suite.alice, {
          title: `Shoot ${n}`,
          client_name: n % 4 === 0 ? null : `Client${n % 6}`,
          shoot_date: `2026-0${1 + ((n * 7) % 3)}-${String(1 + ((n * 13) % 28)).padStart(2, '0')}`,
          shoot_time: n % 3 === 0 ? null : `${String((n * 5) % 24).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`,
          locations: n % 5 === 0 ? ['Beach', 'Hall'] : ['Studio'],
        })
        return n % 8 === 0
          ? shootOf(await suite.alice.patch(`/shoots/${shoot.id}`, { updates: { status: 'confirmed' } }))
          : shoot
      })
      madeShoots.push(...(await Promise.all(burst)))
    }
    all = madeShoots.toSorted(byStart)
  })

  it.each(queries)('together make the whole sorted list for "%s"', async (query) => {
    expect(await walk(query, 83)).toEqual(matchingShoots(query))
  })

  it('are correct at any offset', async () => {
    for (const query of queries) {
      const expectedShoots = matchingShoots(query)
      for (const limit of [1, 7, 200])
        for (const offset of [
          0,
          1,
          Math.floor(expectedShoots.length / 2),
          expectedShoots.length - 8,
          expectedShoots.length - 1,
          expectedShoots.length,
        ].filter((one) => one >= 0)) {
          const reply = await suite.alice.get(`/shoots?${query}&limit=${limit}&offset=${offset}`)
          const expectedPage = expectedShoots.slice(offset, offset + limit)
          expect({
            query,
            limit,
            offset,
            total: reply.pagination().total,
            shoots: shootsOf(reply).map(({ id }) => id),
          }).toEqual({
            query,
            limit,
            offset,
            total: expectedShoots.length,
            shoots: expectedPage.map(({ id }) => id),
          })
        }
    }
  })

  it('come from one snapshot while others write', async () => {
    const writerState = { writing: true }
    const writer = (async () => {
      for (let n = 0; n < 60; n++) {
        const shoot = await makeShoot(suite.alice, { title: 'Passing', shoot_date: '2026-01-01', shoot_time: '00:00' })
        await suite.alice.delete(`/shoots/${shoot.id}`)
      }
      writerState.writing = false
    })()
    let pages = 0
    while (writerState.writing || pages < 20) {
      const reply = await suite.alice.get('/shoots?q=passing')
      const wholeList = await suite.alice.get('/shoots?limit=200&toDate=2026-01-01')
      expect(reply.pagination().total).toBe(reply.items().length)
      expect(wholeList.pagination().total).toBe(wholeList.items().length)
      pages += 1
    }
    await writer
    expect(await walk('', 200)).toEqual(all)
  })
})
