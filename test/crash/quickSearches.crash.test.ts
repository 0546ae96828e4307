import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { onReferenceMachine } from '../support/faults/minDelay.ts'
import { fillGear, fillShoots, HOSTILE_QUERY, HOSTILE_SHOOT } from '../support/hostileInventory.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../support/server.ts'
import { canMeasureLoopTime, measureLoopTimeMs, noLoopTimeSuffix } from '../support/loopTime.ts'

/**
 * On the reference machine: the number of items searched on the event loop is a constant, so a slower core needs longer
 * for them.
 */
const MAX_BLOCKED_MS = 50

describe.skipIf(!canMeasureLoopTime)(
  `the longest searches that run on the event loop of SQLite${noLoopTimeSuffix}`,
  () => {
    let folder: DataFolder
    let server: ChildServer
    beforeAll(async () => {
      folder = createDataFolder()
      server = await startServer(folder.dataDir)
    })
    afterAll(async () => {
      await server.stop()
      folder[Symbol.dispose]()
    })

    /** How long a search blocks the event loop, in its CPU time. */
    async function loopTimeMs(api: Api, path: string): Promise<number> {
      let offset = 0
      const blockedMs = await measureLoopTimeMs(server.pid, async () => {
        // A new offset each time, because replies are cached.
        expect((await api.get(`${path}&offset=${offset++}`)).status).toBe(200)
      })
      console.log(`${path.slice(0, 60)}: ${blockedMs.toFixed(0)} ms of the event loop`)
      return blockedMs
    }

    const longWord = (length: number): string => `${'a'.repeat(length - 1)}0`

    it.each([
      {
        items: 12_000,
        queries: [
          'q=z',
          'q=aa0',
          'q=a0',
          'q=a',
          'q=aaa',
          'q=a&type=camera',
          'q=a&status=available&type=camera',
          'serial_number=S',
        ],
      },
      { items: 12_000, queries: ['q=aaa0', 'q=a0+b'] },
      { items: 4800, queries: [`q=${longWord(10)}`, `q=${'a'.repeat(10)}`] },
      { items: 240, queries: [`q=${longWord(200)}`] },
    ])('block it for less than 50 ms: $items items', async ({ items, queries }) => {
      const account = await createAccount(folder.dataDir, `Gear${items}`)
      const api = createApi(server.url, account.api_key)
      await fillGear({ databaseFile: folder.databaseFile, account: account.account_id, api }, items)
      for (const query of queries) {
        const blockedMs = await loopTimeMs(api, `/gear?limit=200&${query}`)
        expect.soft(onReferenceMachine(blockedMs), query).toBeLessThanOrEqual(MAX_BLOCKED_MS)
      }
    })

    it.each([
      { shoots: 2000, queries: ['q=z', 'q=a'] },
      { shoots: 664, queries: ['q=aa0', 'q=aaa'] },
      { shoots: 496, queries: ['q=aaa0'] },
      { shoots: 1000, queries: [`q=${longWord(10)}`, `q=${longWord(200)}`] },
      { shoots: 49, queries: [`q=${encodeURIComponent(HOSTILE_QUERY)}`] },
    ])('block it for less than 50 ms: $shoots shoots with 20 long locations', async ({ shoots, queries }) => {
      const account = await createAccount(folder.dataDir, `Shoots${shoots}`)
      const api = createApi(server.url, account.api_key)
      await fillShoots({ databaseFile: folder.databaseFile, account: account.account_id, api }, shoots, HOSTILE_SHOOT)
      for (const query of queries) {
        const blockedMs = await loopTimeMs(api, `/shoots?limit=200&${query}`)
        expect.soft(onReferenceMachine(blockedMs), query).toBeLessThanOrEqual(MAX_BLOCKED_MS)
      }
    })
  },
)
