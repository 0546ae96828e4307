import { describe, expect, it } from 'vitest'
import { attacks, besideSlowClients } from '../server/http/corpus/flood.ts'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { fullOrSmall } from '../support/counts.ts'
import { canInjectFaults, noFaultsSuffix, prepareFaults, type Faults } from '../support/faults/faults.ts'
import { MAX_DELAY_MS, minDelayMs } from '../support/faults/minDelay.ts'
import { startServer, createDataFolder } from '../support/server.ts'
import { until } from '../support/wait.ts'

const ATTACKS = fullOrSmall(20_000, 1500)
const SLOW_CLIENTS = fullOrSmall(1000, 300)

async function withServer(work: (api: Api, faults: Faults) => Promise<void>): Promise<void> {
  using folder = createDataFolder()
  const faults = prepareFaults(folder.dataDir)
  await using server = await startServer(folder.dataDir, { env: faults.env })
  await work(createApi(server.url, (await createAccount(folder.dataDir, 'Hostile')).api_key), faults)
}

// Only Linux binds all of 127.0.0.0/8.
describe.skipIf(!canInjectFaults)(`hostile clients${noFaultsSuffix}`, () => {
  it(`do not block the event loop with ${ATTACKS} hostile requests, and the server goes on`, async () => {
    await withServer(async (api, faults) => {
      const blockedMs = await minDelayMs(faults, () => attacks(api, ATTACKS))
      console.log(`${ATTACKS} hostile requests: event loop held ${blockedMs.toFixed(0)} ms`)
      expect(blockedMs).toBeLessThanOrEqual(MAX_DELAY_MS)
      expect((await api.get('/gear?limit=1')).status).toBe(200)
    })
  })

  it(`do not block the event loop with ${SLOW_CLIENTS} slow connections, each of which is ended`, async () => {
    await withServer(async (api, faults) => {
      const blockedMs = await minDelayMs(faults, async () => {
        await using slow = besideSlowClients(api, SLOW_CLIENTS)
        // Each connection ends after the header timeout of ten seconds, and is opened again.
        await until('each slow connection is ended once', async () => {
          expect((await api.get('/gear?limit=20')).status).toBe(200)
          return slow.answers.length >= SLOW_CLIENTS
        })
        expect(new Set(slow.answers)).toEqual(new Set(['HTTP/1.1 408']))
      })
      console.log(`${SLOW_CLIENTS} slow connections: event loop held ${blockedMs.toFixed(0)} ms`)
      expect(blockedMs).toBeLessThanOrEqual(MAX_DELAY_MS)
    })
  })
})
