import { describe, expect, it } from 'vitest'
import { attacks, measureBesideSlowClients, canMeasure, percentile, rssBytes } from '../server/http/corpus/flood.ts'
import { createAccount } from '../support/account.ts'
import { createApi } from '../support/api.ts'
import { startServer, createDataFolder } from '../support/server.ts'
import { fullOrSmall } from '../support/counts.ts'

const ROUNDS = fullOrSmall(10, 3)
const REQUESTS_PER_ROUND = 10_000
const RSS_BUDGET_MIB = 40
const SLOW_CLIENTS = 1000
const SLOW_MS = fullOrSmall(60_000, 25_000)

const linuxOnly = canMeasure ? '' : ' (NOT RUN: the memory of another process is read from /proc, which needs Linux)'

describe.skipIf(!canMeasure)(`a hundred thousand hostile requests${linuxOnly}`, () => {
  it('do not grow the memory of a warm server', async () => {
    using folder = createDataFolder()
    await using server = await startServer(folder.dataDir)
    const api = createApi(server.url, (await createAccount(folder.dataDir, 'Hostile')).api_key)
    const rssMiB: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await attacks(api, REQUESTS_PER_ROUND)
      rssMiB.push(Math.round(rssBytes(server.pid) / 2 ** 20))
    }
    console.log(`memory after each ${REQUESTS_PER_ROUND} hostile requests: ${rssMiB.join(', ')} MiB`)
    const [, , thirdMiB = 0] = rssMiB
    expect(Math.max(...rssMiB.slice(3)) - thirdMiB).toBeLessThan(RSS_BUDGET_MIB)
    expect((await api.get('/gear?limit=1')).status).toBe(200)
  })
})

// Only Linux binds all of 127.0.0.0/8.
describe.skipIf(!canMeasure)(`a thousand slow clients${linuxOnly}`, () => {
  it('do not delay other clients', async () => {
    using folder = createDataFolder()
    await using server = await startServer(folder.dataDir)
    const api = createApi(server.url, (await createAccount(folder.dataDir, 'Slow')).api_key)
    const aloneMs = percentile((await measureBesideSlowClients(api, 0, 5000)).tookMs, 0.99)
    const { tookMs, statuses, slowAnswers } = await measureBesideSlowClients(api, SLOW_CLIENTS, SLOW_MS)
    const besideMs = percentile(tookMs, 0.99)
    console.log(
      `p50 ${percentile(tookMs, 0.5).toFixed(1)} ms, p99 ${besideMs.toFixed(1)} ms (alone ${aloneMs.toFixed(1)} ms), ${slowAnswers.length} slow connections ended`,
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(besideMs).toBeLessThan(Math.max(100, 10 * aloneMs))
    // Each connection ends after the header timeout of ten seconds, and is opened again.
    expect(slowAnswers.length).toBeGreaterThan(SLOW_CLIENTS * Math.floor(SLOW_MS / 15_000))
    expect(new Set(slowAnswers)).toEqual(new Set(['HTTP/1.1 408']))
  })
})
