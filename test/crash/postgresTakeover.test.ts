import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startMovableAddress, type MovableAddress } from '../support/movableAddress.ts'
import { newPgbouncer, startPgbouncer, withoutPgbouncer } from '../support/pgbouncer.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { createDataFolder, startServer, type ChildServer, type DataFolder } from '../support/server.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { checkItems, startWriteLoad, waitForProgress } from '../support/writeLoad.ts'

const TERMINATIONS = 30
const WAIT = { timeout: 20_000, interval: 100 }

interface Way {
  name: string
  isSkipped: boolean
  open: (url: string) => Promise<{ url: string } & AsyncDisposable>
}

const ways: Way[] = [
  { name: `directly${withoutPostgres}`, isSkipped: !wantsPostgres, open: async (url) => ({ url, [Symbol.asyncDispose]: async () => undefined }) },
  {
    name: `through PgBouncer${withoutPostgres || withoutPgbouncer}`,
    isSkipped: !wantsPostgres || !newPgbouncer,
    open: (url) => startPgbouncer(url, { settings: { pool_mode: 'transaction', max_prepared_statements: '200', server_login_retry: '1' } }),
  },
]

describe.each(ways)('two servers that reach PostgreSQL $name', ({ isSkipped, open }) => {
  let postgres: PostgresServer
  let way: Awaited<ReturnType<Way['open']>>
  let folders: DataFolder[] = []
  let servers: ChildServer[] = []
  let apis: Api[]

  beforeAll(async () => {
    if (isSkipped) return
    postgres = await startPostgres()
    way = await open(postgres.url)
    folders = [createDataFolder(way.url), createDataFolder(way.url)]
    servers = await Promise.all(folders.map(({ dataDir }) => startServer(dataDir)))
    const { api_key: key } = await createAccount(folders[0]?.dataDir ?? '', 'Load')
    apis = servers.map((server) => createApi(server.url, key))
  })
  afterAll(async () => {
    if (isSkipped) return
    await Promise.all(servers.map((server) => server.stop()))
    await checkInvariants(postgres.url)
    await way[Symbol.asyncDispose]()
    await postgres.remove()
    for (const folder of folders) folder[Symbol.dispose]()
  })

  it.skipIf(isSkipped)('lose no acknowledged write and repeat none when their connections are terminated', async () => {
    const load = startWriteLoad(apis, 'Terminated')
    await waitForProgress(load)
    for (let count = 0; count < TERMINATIONS; count++) {
      await runSql(
        postgres.url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'kitroom' and pid <> pg_backend_pid() order by random() limit ?`,
        randomInt(1, 8),
      )
      await wait(randomInt(10, 120))
    }
    await waitForProgress(load)
    await load.stop()
    console.log(`${load.ids.length} items, ${load.refusedCount()} refusals`)
    expect(load.refusedCount()).toBeGreaterThan(0)
    await checkItems(postgres.url, 'Terminated', load)
  })

  it.skipIf(isSkipped).each(['fast', 'immediate'] as const)(
    'lose no acknowledged write and repeat none when PostgreSQL restarts (%s)',
    async (how) => {
      const model = `Restarted ${how}`
      const load = startWriteLoad(apis, model)
      for (let round = 0; round < 2; round++) {
        await waitForProgress(load)
        await postgres.stop(how)
        await wait(500)
        await postgres.start()
      }
      await waitForProgress(load)
      await load.stop()
      console.log(`${load.ids.length} items, ${load.refusedCount()} refusals`)
      expect(load.refusedCount()).toBeGreaterThan(0)
      await checkItems(postgres.url, model, load)
      for (const api of apis) expect((await api.get('//readyz')).status).toBe(200)
    },
  )
})

/** Runs one statement outside a transaction. */
async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts a server that follows another one, from a copy of its files. */
async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  await primary.stop()
  const standby = await startPostgres({
    settings: { primary_conninfo: `host=127.0.0.1 port=${new URL(primary.url).port} user=kitroom`, wal_retrieve_retry_interval: '200ms' },
    prepare(dataFolder) {
      rmSync(dataFolder, { recursive: true })
      execFileSync('cp', ['-a', primary.dataFolder, dataFolder])
      writeFileSync(join(dataFolder, 'standby.signal'), '')
    },
  })
  await primary.start()
  return standby
}

describe.skipIf(!wantsPostgres)(`a server whose PostgreSQL fails over to a standby${withoutPostgres}`, () => {
  let primary: PostgresServer
  let standby: PostgresServer
  let address: MovableAddress
  let folder: DataFolder
  let server: ChildServer
  let api: Api

  beforeAll(async () => {
    primary = await startPostgres()
    standby = await startStandby(primary)
    address = await startMovableAddress(primary.url)
    folder = createDataFolder(address.url)
    server = await startServer(folder.dataDir)
    api = createApi(server.url, (await createAccount(folder.dataDir, 'Failover')).api_key)
  })
  afterAll(async () => {
    await server.stop()
    await checkInvariants(standby.url)
    await address[Symbol.asyncDispose]()
    await Promise.all([primary.remove(), standby.remove()])
    folder[Symbol.dispose]()
  })

  const hasReplayed = async (lsn: string): Promise<boolean> =>
    (await query<{ done: boolean }>(standby.url, `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as done`))[0]?.done ?? false

  it('writes to the new server without a restart, and closes its connections to the old one', async () => {
    const load = startWriteLoad([api], 'Failover', 8)
    await waitForProgress(load)
    const openConnections = async (): Promise<void> => {
      const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => api.get(`/gear?limit=${index + 1}`)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    }
    await openConnections()
    expect(address.countConnections(primary.url)).toBeGreaterThan(4)

    // The old server lives on and takes no writes, so its connections stay open.
    await query(primary.url, 'alter system set default_transaction_read_only = on')
    await query(primary.url, 'select pg_reload_conf()')
    await expect.poll(() => load.refusedCount(), WAIT).toBeGreaterThan(0)
    await expect.poll(async () => (await api.get('//readyz')).status, WAIT).toBe(503)
    await openConnections()
    const countBefore = load.ids.length
    const [row] = await query<{ lsn: string }>(primary.url, 'select pg_current_wal_lsn()::text as lsn')
    await expect.poll(() => hasReplayed(row?.lsn ?? ''), WAIT).toBe(true)
    expect(load.ids.length).toBe(countBefore)

    await query(standby.url, 'select pg_promote()')
    address.moveTo(standby.url)
    const refusedBefore = load.refusedCount()
    await waitForProgress(load, 50)
    expect(address.countConnections(primary.url)).toBe(0)
    await expect.poll(async () => (await api.get('//readyz')).status, WAIT).toBe(200)
    await load.stop()
    console.log(`${load.ids.length} items, ${load.refusedCount()} refusals, ${load.refusedCount() - refusedBefore} of them after the failover`)
    const stored = new Set((await query<{ id: string }>(standby.url, 'select id from gear')).map(({ id }) => id))
    expect(stored).toEqual(new Set(load.ids))
    expect(stored.size).toBe(load.ids.length)
  })
})
