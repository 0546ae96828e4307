import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { attacks, besideSlowClients, percentile } from '../server/http/corpus/flood.ts'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { fullOrSmall } from '../support/counts.ts'
import { measure } from '../support/measure.ts'
import { canMeasureMemory, noMemorySuffix, readResidentMb } from '../support/peakMemory.ts'
import { startServer, createDataFolder } from '../support/server.ts'

const ROUNDS = fullOrSmall(10, 4)
const REQUESTS_PER_ROUND = 10_000
const MAX_GROWTH_MB = 40
const SLOW_CLIENTS = 1000
const ALONE_MS = 5000
const SLOW_MS = fullOrSmall(60_000, 25_000)
const MAX_P99_MS = 100

/** Sends requests one after another. @returns their p99 in milliseconds */
async function measureP99(api: Api, forMs: number): Promise<number> {
  const tookMs: number[] = []
  for (const endMs = performance.now() + forMs; performance.now() < endMs; await wait(10)) {
    const startedAtMs = performance.now()
    expect((await api.get('/gear?limit=20')).status).toBe(200)
    tookMs.push(performance.now() - startedAtMs)
  }
  return percentile(tookMs, 0.99)
}

describe.skipIf(!canMeasureMemory)(`hostile clients${noMemorySuffix}`, () => {
  it(`do not grow the memory of a warm server with ${ROUNDS * REQUESTS_PER_ROUND} requests`, async () => {
    const missed = await measure('hostile requests', { grownMb: MAX_GROWTH_MB }, async () => {
      using folder = createDataFolder()
      await using server = await startServer(folder.dataDir)
      const api = createApi(server.url, (await createAccount(folder.dataDir, 'Hostile')).api_key)
      const residentMb: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        await attacks(api, REQUESTS_PER_ROUND)
        residentMb.push(readResidentMb(server.pid))
      }
      const [, , thirdMb = 0] = residentMb
      return { thirdMb, grownMb: Math.max(...residentMb.slice(3)) - thirdMb }
    })
    expect(missed).toEqual([])
  })

  it(`do not delay others with ${SLOW_CLIENTS} slow connections`, async () => {
    const missed = await measure('beside slow clients', { p99Ms: MAX_P99_MS }, async () => {
      using folder = createDataFolder()
      await using server = await startServer(folder.dataDir)
      const api = createApi(server.url, (await createAccount(folder.dataDir, 'Slow')).api_key)
      const aloneMs = await measureP99(api, ALONE_MS)
      await using _slow = besideSlowClients(api, SLOW_CLIENTS)
      return { aloneMs, p99Ms: await measureP99(api, SLOW_MS) }
    })
    expect(missed).toEqual([])
  })
})
