import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_BASE } from '../../contract/api/operations.ts'
import { createAccount } from '../support/account.ts'
import { createApi, type Api, type Reply } from '../support/api.ts'
import { fullOrSmall } from '../support/counts.ts'
import { canInjectFaults, prepareFaults, noFaultsSuffix, type Faults } from '../support/faults/faults.ts'
import { minDelayMs, MAX_DELAY_MS } from '../support/faults/minDelay.ts'
import {
  fillGear,
  fillShoots,
  HOSTILE_NAME,
  HOSTILE_QUERY as HOSTILE,
  hostileWords,
} from '../support/hostileInventory.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../support/server.ts'

const ITEM_COUNT = fullOrSmall(100_000, 25_000)
/** Writes beside the slow search, of which each is read twice. */
const WRITES = fullOrSmall(5, 2)
/** Of 128 quick searches behind two slow ones, of which one runs, 99 may wait. */
const MIN_REFUSED = 29

describe.skipIf(!canInjectFaults)(`searches of ${ITEM_COUNT} items with hostile names${noFaultsSuffix}`, () => {
  let folder: DataFolder
  let server: ChildServer
  let faults: Faults
  let api: Api

  beforeAll(async () => {
    folder = createDataFolder()
    faults = prepareFaults(folder.dataDir)
    server = await startServer(folder.dataDir, { env: faults.env })
    const account = await createAccount(folder.dataDir, 'Search')
    api = createApi(server.url, account.api_key)
    const inventory = { databaseFile: folder.databaseFile, account: account.account_id, api }
    await fillGear(inventory, ITEM_COUNT)
    await fillShoots(inventory, ITEM_COUNT, HOSTILE_NAME)
  })
  afterAll(async () => {
    await server.stop()
    folder[Symbol.dispose]()
  })

  /** The minimum time that a search blocks the event loop, of several runs, in milliseconds. */
  function delayOf(path: string, total: number, fromOffset: number): Promise<number> {
    let offset = fromOffset
    return minDelayMs(faults, async () => {
      // A new offset each time, because replies are cached.
      const reply = await api.get(`${path}&offset=${offset++}`)
      expect(reply).toHaveStatus(200)
      expect(reply.pagination().total).toEqual(total)
    })
  }

  it.each([
    ['many words that match late', `/gear?q=${encodeURIComponent(HOSTILE)}`, ITEM_COUNT],
    ['a word that nearly matches', `/gear?q=${'a'.repeat(199)}0`, 0],
    ['the oldest item', '/gear?q=oldest', 1],
    ['everything, from its end', '/gear?limit=50&q=a', ITEM_COUNT, ITEM_COUNT - 60],
    ['everything of a type', '/gear?limit=200&type=camera&q=a', ITEM_COUNT],
    ['a serial number that all have', '/gear?limit=200&status=available&serial_number=S', ITEM_COUNT],
    ['shoots', `/shoots?q=${encodeURIComponent(HOSTILE)}`, ITEM_COUNT],
  ])('do not block the event loop: %s', async (_, path, total, fromOffset = 0) => {
    const blockedMs = await delayOf(path, total, fromOffset)
    console.log(`${path.slice(0, 60)}: event loop held ${blockedMs.toFixed(0)} ms`)
    expect(blockedMs).toBeLessThanOrEqual(MAX_DELAY_MS)
  })

  it('do not delay the visibility of writes to other reads', async () => {
    let slowReply: Reply | undefined
    const slowSearch = api
      .get(`/gear?limit=1&q=${encodeURIComponent(hostileWords.slice(1).join(' '))}`)
      .then((reply) => (slowReply = reply))
    for (let round = 0; round < WRITES; round++) {
      const madeItem = await api.createItem({ brand: 'Sony', model: `FX3 round${round}` })
      expect((await api.get(`/gear/${madeItem.id}`)).status).toBe(200)
      const list = await api.get('/gear?limit=1')
      expect({ id: list.items()[0]?.id, total: list.pagination().total }).toEqual({
        id: madeItem.id,
        total: ITEM_COUNT + round + 1,
      })
    }
    expect(slowReply, 'the search is still running after the writes').toBeUndefined()
    await slowSearch
    // Page and total come from the snapshot at its start.
    expect({ status: slowReply?.status, total: slowReply?.pagination().total }).toEqual({
      status: 200,
      total: ITEM_COUNT,
    })
    for (let round = 0; round < WRITES; round++)
      expect((await api.get(`/gear?q=round${round}`)).pagination().total).toBe(1)
  })

  it('fail with 503 when too many of one key wait, and nothing else fails', async () => {
    const toPath = (query: string, index: number): string =>
      `/gear?limit=1&q=${encodeURIComponent(query)}&offset=${index + 100}`
    // The slow ones hold the threads while the quick ones arrive. Their clients leave when enough were refused.
    const clients = new AbortController()
    const slowSearches = [0, 1].map((index) =>
      fetch(`${api.url}${API_BASE}${toPath(HOSTILE, index)}`, {
        headers: { authorization: `Bearer ${api.key}` },
        signal: clients.signal,
      }),
    )
    const slowEnds = Promise.allSettled(slowSearches)
    await api.get('//healthz')
    const searches = Array.from({ length: 128 }, (_, index) => api.get(toPath('oldest', index)))
    const enoughRefused = new Promise<void>((resolve) => {
      let refused = 0
      for (const search of searches)
        void search.then(({ status }) => status === 503 && ++refused === MIN_REFUSED && resolve())
    })
    const otherReplies = await Promise.all([
      api.get('/gear?limit=1'),
      api.get('//healthz'),
      api.post('/gear', { gear_type: 'camera', brand: 'A', model: 'B' }),
    ])
    expect(otherReplies.map((reply) => reply.status)).toEqual([200, 200, 201])
    await Promise.race([enoughRefused, Promise.all(searches)])
    clients.abort()
    await slowEnds
    const replies = await Promise.all(searches)
    const refusedReplies = replies.filter((reply) => reply.status === 503)
    expect(refusedReplies.length).toBeGreaterThanOrEqual(MIN_REFUSED)
    expect(refusedReplies[0]?.problem()).toMatchObject({
      code: 'overloaded',
      detail: 'The search took too long, or too many wait already. Search for fewer words, or try again in a moment.',
    })
    expect(replies.filter((reply) => reply.status === 200).length).toBeGreaterThan(0)
    expect(replies.every((reply) => [200, 503].includes(reply.status))).toBe(true)
  })
})
