import { describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { camera, createApi, type Api, type Reply } from '../support/api.ts'
import { canInjectFaults, prepareFaults, noFaultsSuffix, type Faults } from '../support/faults/faults.ts'
import { minDelayMs, MAX_DELAY_MS } from '../support/faults/minDelay.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startServer, createDataFolder, type ChildServer } from '../support/server.ts'
import { startSilentProxy, type SilentProxy } from '../support/silentProxy.ts'
import {
  runAdminStatement,
  databaseUrl,
  dropDatabase,
  hasPostgres,
  newDatabaseUrl,
  withoutPostgres,
} from '../support/testDatabase.ts'
import { until } from '../support/wait.ts'

interface Studio extends AsyncDisposable {
  /** The URL of the database without the proxy. */
  database: string
  proxy: SilentProxy
  server: ChildServer
  api: Api
  faults: Faults
}

async function startStudio(): Promise<Studio> {
  const direct = await databaseUrl(newDatabaseUrl())
  const proxy = await startSilentProxy(direct)
  const folder = createDataFolder(proxy.url)
  const faults = prepareFaults(folder.dataDir)
  const server = await startServer(folder.dataDir, { env: faults.env })
  const { api_key: key } = await createAccount(folder.dataDir, 'Silent')
  return {
    database: direct,
    proxy,
    server,
    api: createApi(server.url, key),
    faults,
    async [Symbol.asyncDispose]() {
      proxy.setSilent(false)
      await server.stop()
      await proxy[Symbol.asyncDispose]()
      await checkInvariants(direct)
      await dropDatabase(direct)
      folder[Symbol.dispose]()
    },
  }
}

const readyStatus = async (api: Api): Promise<number> => (await api.get('//readyz')).status

describe.skipIf(!canInjectFaults || !hasPostgres)(
  `a PostgreSQL that goes silent${noFaultsSuffix || withoutPostgres}`,
  () => {
    it('makes requests and /readyz fail with 503, but not /healthz, and the server recovers automatically', async () => {
      await using studio = await startStudio()
      const { api, proxy, faults } = studio
      const itemBefore = await api.createItem({ model: 'Before' })
      expect(await readyStatus(api)).toBe(200)
      const untilStatus = (send: () => Promise<Reply>, status: number): Promise<Reply> =>
        until(`the answer is ${status}`, async () => {
          const reply = await send()
          return reply.status === status ? reply : undefined
        })
      let round = 0
      const delayMs = await minDelayMs(faults, async () => {
        proxy.setSilent(true)
        const key = { 'idempotency-key': `silent-${(round += 1)}` }
        const refusals = Promise.all([
          api.get(`/gear/${itemBefore.id}`),
          api.get('/gear?limit=1'),
          api.post('/gear', camera({ model: 'Silent' }), key),
          ...Array.from({ length: 30 }, () => api.get('/profile')),
        ])
        await expect.poll(() => readyStatus(api)).toBe(503)
        expect((await api.get('//healthz')).status).toBe(200)
        // They end while PostgreSQL is still silent.
        const refusedReplies = await refusals
        expect(
          new Set(
            refusedReplies.map((reply) => `${reply.status} ${reply.problem().code} ${reply.headers['retry-after']}`),
          ),
        ).toEqual(new Set(['503 overloaded 2']))
        proxy.setSilent(false)
        expect((await untilStatus(() => api.get(`/gear/${itemBefore.id}`), 200)).item()).toEqual(itemBefore)
        await untilStatus(() => api.post('/gear', camera({ model: 'Silent' }), key), 201)
        expect((await api.get('/gear?q=silent')).pagination().total).toBe(round)
        await expect.poll(() => readyStatus(api)).toBe(200)
      })
      expect(delayMs).toBeLessThanOrEqual(MAX_DELAY_MS)
    })

    it('does not keep the server from stopping on SIGTERM, with requests in progress and audit rows pending', async () => {
      await using studio = await startStudio()
      const { api, proxy, server } = studio
      await api.createItem()
      proxy.setSilent(true)
      const inProgress = [api.get('/gear'), api.post('/gear', camera())].map((request) =>
        request.catch((error: Error) => error),
      )
      await until('PostgreSQL is asked', () => proxy.dropped() > 0)
      process.kill(server.pid, 'SIGTERM')
      // It ends while PostgreSQL is still silent.
      expect(await server.exited).toBe(0)
      await Promise.all(inProgress)
    })
  },
)

describe.skipIf(!canInjectFaults || !hasPostgres)(
  `a PostgreSQL that is read-only${noFaultsSuffix || withoutPostgres}`,
  () => {
    it('makes writes and /readyz fail with 503, serves reads, and the server recovers automatically', async () => {
      await using studio = await startStudio()
      const { api, database, faults } = studio
      const itemBefore = await api.createItem({ model: 'Before' })
      const name = database.slice(database.lastIndexOf('/') + 1)
      const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
        await runAdminStatement(`alter database ${name} set default_transaction_read_only = ${value}`)
        await runAdminStatement(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
      }
      expect(await readyStatus(api)).toBe(200)
      const delayMs = await minDelayMs(faults, async () => {
        await setReadOnly('on')
        await expect.poll(() => readyStatus(api)).toBe(503)
        const refusedReply = await api.post('/gear', camera())
        expect(refusedReply).toHaveStatus(503)
        expect(refusedReply.problem().detail).toBe(
          'The database takes no writes right now. Nothing was changed; try again in a moment.',
        )
        expect((await api.get(`/gear/${itemBefore.id}`)).item()).toEqual(itemBefore)
        await setReadOnly('off')
        await expect.poll(() => readyStatus(api)).toBe(200)
        await expect.poll(async () => (await api.post('/gear', camera())).status).toBe(201)
      })
      expect(delayMs).toBeLessThanOrEqual(MAX_DELAY_MS)
    })
  },
)
