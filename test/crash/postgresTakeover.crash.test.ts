import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { camera, createApi, type Api, type Reply } from '../support/api.ts'
import { runSql } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startMovableAddress, type MovableAddress } from '../support/movableAddress.ts'
import { newPgbouncer, startPgbouncer, withoutPgbouncer } from '../support/pgbouncer.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { createDataFolder, startServer, type ChildServer, type DataFolder } from '../support/server.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { checkItems, startWriteLoad, waitForProgress } from '../support/writeLoad.ts'
import { pause, until } from '../support/wait.ts'

const TERMINATIONS = 30

interface Way {
  name: string
  isSkipped: boolean
  open: (url: string) => Promise<{ url: string } & AsyncDisposable>
}

const ways: Way[] = [
  {
    name: `directly${withoutPostgres}`,
    isSkipped: !wantsPostgres,
    open: async (url) => ({ url, [Symbol.asyncDispose]: async () => undefined }),
  },
  {
    name: `through PgBouncer${withoutPostgres || withoutPgbouncer}`,
    isSkipped: !wantsPostgres || !newPgbouncer,
    open: (url) =>
      startPgbouncer(url, {
        settings: { pool_mode: 'transaction', max_prepared_statements: '200', server_login_retry: '1' },
      }),
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
      await pause(randomInt(10, 120), 'connections end at random moments')
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
        await pause(500, 'the database is away for a while')
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
    settings: {
      primary_conninfo: `host=127.0.0.1 port=${new URL(primary.url).port} user=kitroom`,
      wal_retrieve_retry_interval: '200ms',
    },
    prepare(dataFolder) {
      rmSync(dataFolder, { recursive: true })
      execFileSync('cp', ['-a', primary.dataFolder, dataFolder])
      writeFileSync(join(dataFolder, 'standby.signal'), '')
    },
  })
  await primary.start()
  return standby
}

interface Pair extends AsyncDisposable {
  primary: PostgresServer
  standby: PostgresServer
  address: MovableAddress
  api: Api
  /** Opens all connections of the API server's pool. */
  openConnections(): Promise<void>
  /** The primary lives on and takes no writes, so its connections stay open. */
  stopWrites(): Promise<void>
  /** Promotes the standby when it has all commits, and moves the address to it. */
  promote(): Promise<void>
}

async function startPair(): Promise<Pair> {
  const primary = await startPostgres()
  const standby = await startStandby(primary)
  const address = await startMovableAddress(primary.url)
  const folder = createDataFolder(address.url)
  const server = await startServer(folder.dataDir)
  const api = createApi(server.url, (await createAccount(folder.dataDir, 'Failover')).api_key)
  return {
    primary,
    standby,
    address,
    api,
    async openConnections() {
      // Each of these lists has a transaction of its own; those of gear would share a query.
      const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => api.get(`/shoots?limit=${index + 1}`)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    },
    async stopWrites() {
      await query(primary.url, 'alter system set default_transaction_read_only = on')
      await query(primary.url, 'select pg_reload_conf()')
    },
    async promote() {
      const [row] = await query<{ lsn: string }>(primary.url, 'select pg_current_wal_lsn()::text as lsn')
      const text = `select pg_last_wal_replay_lsn() >= '${row?.lsn}'::pg_lsn as done`
      await expect.poll(async () => (await query<{ done: boolean }>(standby.url, text))[0]?.done).toBe(true)
      await query(standby.url, 'select pg_promote()')
      address.moveTo(standby.url)
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await checkInvariants(standby.url)
      await address[Symbol.asyncDispose]()
      await Promise.all([primary.remove(), standby.remove()])
      folder[Symbol.dispose]()
    },
  }
}

describe.skipIf(!wantsPostgres)(`a server whose PostgreSQL fails over to a standby${withoutPostgres}`, () => {
  it('refuses writes while there is no primary, and writes to the new one without a restart', async () => {
    await using pair = await startPair()
    const { api } = pair
    const load = startWriteLoad([api], 'Failover', 8)
    await waitForProgress(load)
    await pair.stopWrites()
    await expect.poll(() => load.refusedCount()).toBeGreaterThan(0)
    await expect.poll(async () => (await api.get('//readyz')).status).toBe(503)
    await pair.openConnections()
    const countBefore = load.ids.length
    await pair.promote()
    expect(load.ids.length).toBe(countBefore)
    await waitForProgress(load, 50)
    await expect.poll(async () => (await api.get('//readyz')).status).toBe(200)
    await load.stop()
    console.log(`${load.ids.length} items, ${load.refusedCount()} refusals`)
    const stored = (await query<{ id: string }>(pair.standby.url, 'select id from gear')).map(({ id }) => id)
    expect(stored.toSorted()).toEqual([...load.ids].toSorted())
  })

  it('closes all connections to the old one after the first write', async () => {
    await using pair = await startPair()
    const { api, address, primary } = pair
    await api.createItem({ model: 'Before' })
    await pair.openConnections()
    expect(address.countConnections(primary.url)).toBeGreaterThan(4)
    await pair.stopWrites()
    await pair.promote()
    const send = (): Promise<Reply> => api.post('/gear', camera({ model: 'After' }), { 'idempotency-key': 'after' })
    // A write of the audit may have closed connections within the last second: then others are closed only after it.
    const item = await until('the new primary takes the write', async () => {
      const reply = await send()
      return reply.status === 201 ? reply.item() : undefined
    })
    await expect.poll(() => address.countConnections(primary.url)).toBe(0)
    expect((await api.get(`/gear/${item.id}`)).item()).toEqual(item)
    await pair.openConnections()
    expect(address.countConnections(primary.url)).toBe(0)
  })
})
