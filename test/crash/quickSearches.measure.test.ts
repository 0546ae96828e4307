import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { fillGear, fillShoots, HOSTILE_QUERY, HOSTILE_SHOOT } from '../support/hostileInventory.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../support/server.ts'
import { measureSlowness } from '../support/measureSlowness.ts'

/** 50 ms, or more on a slower machine, because the number of items searched on the event loop is a constant. */
const MAX_DELAY_MS = 50 * measureSlowness()
const TRY_COUNT = 5

describe('the longest searches that run on the event loop of SQLite', () => {
  let folder: DataFolder
  let server: ChildServer
  beforeAll(async () => {
    folder = createDataFolder()
    server = await startServer(folder.dataDir)
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    folder[Symbol.dispose]()
  })

  /** The minimum of several durations, because a busy machine delays only some. It bounds the time that the event loop is blocked. */
  async function minTimeMs(api: Api, path: string): Promise<number> {
    const times: number[] = []
    for (let tries = 0; tries < TRY_COUNT; tries++) {
      const startMs = performance.now()
      expect((await api.get(`${path}&offset=${tries}`)).status).toBe(200)
      times.push(performance.now() - startMs)
    }
    const tookMs = Math.min(...times)
    console.log(`${path.slice(0, 60)}: answered after ${tookMs.toFixed(0)} ms`)
    return tookMs
  }

  const longWord = (length: number): string => `${'a'.repeat(length - 1)}0`

  it.each([
    { items: 12_000, queries: ['q=z', 'q=aa0', 'q=a0', 'q=a', 'q=aaa', 'q=a&type=camera', 'q=a&status=available&type=camera', 'serial_number=S'] },
    { items: 12_000, queries: ['q=aaa0', 'q=a0+b'] },
    { items: 4800, queries: [`q=${longWord(10)}`, `q=${'a'.repeat(10)}`] },
    { items: 240, queries: [`q=${longWord(200)}`] },
  ])(
    'block it for less than 50 ms: $items items',
    async ({ items, queries }) => {
      const account = await createAccount(folder.dataDir, `Gear${items}`)
      const api = createApi(server.url, account.api_key)
      await fillGear({ databaseFile: folder.databaseFile, account: account.account_id, api }, items)
      for (const query of queries) {
        const tookMs = await minTimeMs(api, `/gear?limit=200&${query}`)
        expect.soft(tookMs, query).toBeLessThanOrEqual(MAX_DELAY_MS)
      }
    },
    60_000,
  )

  it.each([
    { shoots: 2000, queries: ['q=z', 'q=a'] },
    { shoots: 664, queries: ['q=aa0', 'q=aaa'] },
    { shoots: 496, queries: ['q=aaa0'] },
    { shoots: 1000, queries: [`q=${longWord(10)}`, `q=${longWord(200)}`] },
    { shoots: 49, queries: [`q=${encodeURIComponent(HOSTILE_QUERY)}`] },
  ])(
    'block it for less than 50 ms: $shoots shoots with 20 long locations',
    async ({ shoots, queries }) => {
      const account = await createAccount(folder.dataDir, `Shoots${shoots}`)
      const api = createApi(server.url, account.api_key)
      await fillShoots({ databaseFile: folder.databaseFile, account: account.account_id, api }, shoots, HOSTILE_SHOOT)
      for (const query of queries) {
        const tookMs = await minTimeMs(api, `/shoots?limit=200&${query}`)
        expect.soft(tookMs, query).toBeLessThanOrEqual(MAX_DELAY_MS)
      }
    },
    60_000,
  )
})
