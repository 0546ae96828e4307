import { describe, expect, it } from 'vitest'
import { camera, type Reply } from '../../support/api.ts'
import { fullOrSmall } from '../../support/counts.ts'
import { useServer } from '../../support/suite.ts'

const suite = useServer({ ownProcess: true })
const WRITER_COUNT = 8
const ROUNDS = fullOrSmall(30, 9)
/** Pairs of equal requests, all at once. */
const PAIRS = fullOrSmall(1000, 200)

describe('concurrent clients', () => {
  it('read their own writes with the next request, by id, by filter and by search', async () => {
    const { alice } = suite
    const writerState = { over: false }
    const reader = async (): Promise<number> => {
      let lists = 0
      for (; !writerState.over; lists++) {
        const reply = await alice.get('/gear?limit=200')
        const ids = reply.items().map((item) => item.id)
        // The page and its total come from one snapshot.
        expect(ids).toHaveLength(reply.pagination().total)
        expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
      }
      return lists
    }
    const writer = async (name: number): Promise<void> => {
      for (let round = 0; round < ROUNDS; round++) {
        const tag = `W${name}-${round}`
        const item = await alice.createItem({ asset_tag: tag, brand: `Writer${name}`, model: `Round${round}` })
        const path = `/gear/${item.id}`
        expect((await alice.get(path)).item()).toEqual(item)
        expect((await alice.get(`/gear?asset_tag=${tag}`)).items()).toEqual([item])
        const changedItem = (await alice.patch(path, { updates: { status: 'retired', notes: tag } })).item()
        expect((await alice.get(path)).item()).toEqual(changedItem)
        expect((await alice.get(`/gear?q=writer${name}+round${round}&status=retired`)).items()).toContainEqual(
          changedItem,
        )
        expect((await alice.get('/gear?limit=200')).items()).toContainEqual(changedItem)
        if (round % 3 === 0) continue
        await alice.delete(path)
        expect((await alice.get(path)).status).toBe(404)
        expect((await alice.get(`/gear?asset_tag=${tag}`)).items()).toEqual([])
      }
    }
    const readers = Array.from({ length: 2 }, reader)
    await Promise.all(Array.from({ length: WRITER_COUNT }, (_, name) => writer(name)))
    writerState.over = true
    for (const lists of await Promise.all(readers)) expect(lists).toBeGreaterThan(10)
    expect((await alice.get('/gear')).pagination().total).toBe(WRITER_COUNT * Math.ceil(ROUNDS / 3))
  })

  it(`create one item by two equal requests with one Idempotency-Key, ${PAIRS} times`, async () => {
    const totalBefore = (await suite.alice.get('/gear')).pagination().total
    const post = (index: number): Promise<Reply> =>
      suite.alice.post('/gear', camera({ model: `Pair ${index}` }), { 'idempotency-key': `pair-${index}` })
    const pairs = Array.from({ length: PAIRS }, (_, index) => Promise.all([post(index), post(index)]))
    for (const [firstReply, secondReply] of await Promise.all(pairs)) {
      expect({ status: firstReply.status, text: firstReply.text }).toEqual({ status: 201, text: secondReply.text })
      expect(
        [firstReply.headers['idempotent-replayed'], secondReply.headers['idempotent-replayed']].filter(Boolean),
      ).toEqual(['true'])
    }
    expect((await suite.alice.get('/gear')).pagination().total).toBe(totalBefore + PAIRS)
    expect((await suite.alice.get('/gear?q=pair')).pagination().total).toBe(PAIRS)
  })
})
