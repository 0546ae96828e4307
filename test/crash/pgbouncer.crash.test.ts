import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_BASE } from '../../contract/api/operations.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { createAccount, runOperatorCommand, type TestAccount } from '../support/account.ts'
import { camera, createApi, type Api } from '../support/api.ts'
import { createAuthority, type Authority } from '../support/certificates.ts'
import { runSql } from '../support/database.ts'
import { fillShoots, HOSTILE_QUERY, HOSTILE_SHOOT } from '../support/hostileInventory.ts'
import { checkInvariants } from '../support/invariants.ts'
import {
  newPgbouncer,
  oldPgbouncer,
  startPgbouncer,
  withoutOldPgbouncer,
  withoutPgbouncer,
  type Pgbouncer,
} from '../support/pgbouncer.ts'
import { startPostgres, type PostgresServer } from '../support/postgresServer.ts'
import { createDataFolder, startServer, type ChildServer, type DataFolder } from '../support/server.ts'
import { readStartFailure } from '../support/startFailure.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { pause } from '../support/wait.ts'

const TRANSACTION_MODE = { pool_mode: 'transaction', max_prepared_statements: '200' }
/** PgBouncer up to 1.25 loses the rest of a TLS record that exceeds its buffer. */
const TLS_BUFFERS = { pkt_buf: '65536', sbuf_loopcnt: '0' }
const LAST_VERSION_WITH_LOSS = 25
/** Fewer server connections than two API servers have. */
const POOL_SIZE = 6
const SHOOT_COUNT = 60_000

const connectDirectly = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

describe.skipIf(!wantsPostgres || !newPgbouncer)(
  `servers behind PgBouncer in transaction mode${withoutPostgres || withoutPgbouncer}`,
  () => {
    let authority: Authority
    let postgres: PostgresServer
    let pooler: Pgbouncer
    let folders: DataFolder[]
    let servers: ChildServer[]
    let account: TestAccount
    let apis: [Api, Api]
    let direct: Client
    let url: string

    beforeAll(async () => {
      authority = createAuthority()
      postgres = await startPostgres({ relaxed: true })
      direct = await connectDirectly(postgres.url)
      const settings = { ...TRANSACTION_MODE, ...TLS_BUFFERS, default_pool_size: String(POOL_SIZE) }
      pooler = await startPgbouncer(postgres.url, { settings, tls: authority.issue('pooler', ['DNS:localhost']) })
      url = `${pooler.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full&sslrootcert=${authority.certificate}`
      folders = [createDataFolder(url), createDataFolder(url)]
      // They start together on an empty database: one migrates, the other waits for its lock.
      servers = await Promise.all(folders.map(({ dataDir }) => startServer(dataDir)))
      account = await createAccount(folders[0]?.dataDir ?? '', 'Pooled')
      apis = servers.map((server) => createApi(server.url, account.api_key)) as [Api, Api]
    })
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await checkInvariants(postgres.url)
      await pooler[Symbol.asyncDispose]()
      await direct.end()
      await postgres.remove()
      for (const folder of folders) folder[Symbol.dispose]()
      authority[Symbol.dispose]()
    })

    /** The timeouts of every server connection of the pool, outside a transaction of Kitroom. */
    async function listTimeouts(): Promise<unknown[]> {
      const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => connectDirectly(url)))
      const text = `select pg_backend_pid() as pid, pg_sleep(0.5)::text, current_setting('statement_timeout') || ' ' || current_setting('lock_timeout')
      || ' ' || current_setting('idle_in_transaction_session_timeout') as timeouts`
      const results = await Promise.all(clients.map((client) => client.query<{ pid: number; timeouts: string }>(text)))
      await Promise.all(clients.map((client) => client.end()))
      const rows = results.flatMap((result) => result.rows)
      expect(new Set(rows.map(({ pid }) => pid)).size).toBe(POOL_SIZE)
      return [...new Set(rows.map(({ timeouts }) => timeouts))]
    }

    it('write and read at the same time, and repeat no request', async () => {
      const [first, second] = apis
      const send = (index: number): Promise<number[]> => {
        const key = { 'idempotency-key': `pooled-${index}` }
        return Promise.all(
          apis.map(async (api) => (await api.post('/gear', camera({ model: `Pooled ${index}` }), key)).status),
        )
      }
      const statuses = await Promise.all([
        ...Array.from({ length: 60 }, (_, index) => send(index)),
        ...Array.from({ length: 60 }, async (_, index) => [
          (await (index % 2 ? first : second).get(`/gear?limit=${index + 1}`)).status,
        ]),
      ])
      expect(new Set(statuses.flat().filter((status) => status !== 409))).toEqual(new Set([200, 201]))
      for (const api of apis) expect((await api.get('/gear?q=pooled')).pagination().total).toBe(60)
    })

    it('have the timeouts of their transactions, and leave none on the connections of others', async () => {
      await direct.query('begin')
      await direct.query('select from account_state where account_id = $1 for update', [account.account_id])
      const reply = await apis[0].post('/gear', camera())
      await direct.query('rollback')
      expect(reply).toBeProblem(503, 'overloaded')
      const log = JSON.stringify(servers[0]?.log)
      expect(log).toContain('canceling statement due to lock timeout')
      expect(log, 'the time limit for a server that does not answer').not.toContain('Query read timeout')
      const database = await openDatabase(url)
      await database.maintain('statistics')
      await database.close()
      expect(await listTimeouts()).toEqual(['0 0 0'])
    })

    it('go on after statements that the database refuses', async () => {
      await direct.query(`create function refuse() returns trigger language plpgsql as $$ begin
      if new.record like '%Poison%' then raise exception 'refused'; end if; return new; end $$`)
      await direct.query('create trigger refuse before insert on gear for each row execute function refuse()')
      for (let round = 0; round < 3; round++) {
        const replies = await Promise.all(
          Array.from({ length: 30 }, (_, index) =>
            apis[0].post('/gear', camera({ model: index % 10 === 3 ? 'Poison' : 'Sound' })),
          ),
        )
        expect(replies.map(({ status }) => status)).toEqual(replies.map((_, index) => (index % 10 === 3 ? 500 : 201)))
      }
      await direct.query('drop trigger refuse on gear')
    })

    it('go on after another version has changed a table', async () => {
      const use = async (): Promise<number[]> => {
        const replies = await Promise.all(
          apis.flatMap((api) => [api.get('/profile'), api.get('/gear?limit=1'), api.post('/gear', camera())]),
        )
        return [...new Set(replies.map(({ status }) => status))].toSorted((a, b) => a - b)
      }
      for (let round = 0; round < 5; round++) expect(await use()).toEqual([200, 201])
      await direct.query('alter table account_state add column later text')
      for (let round = 0; round < 5; round++) expect(await use()).toEqual([200, 201])
      await direct.query('alter table account_state drop column later')
      for (let round = 0; round < 5; round++) expect(await use()).toEqual([200, 201])
    })

    it('cancel the search of a client that disconnects', async () => {
      const [api] = apis
      const { rows } = await direct.query<{ counters: string }>('select counters from account_state')
      await fillShoots({ databaseFile: postgres.url, account: account.account_id, api }, SHOOT_COUNT, HOSTILE_SHOOT)
      const running = async (): Promise<number> => {
        const text = `select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%replace(%' and pid <> pg_backend_pid()
        and backend_type = 'client backend'`
        return (await direct.query<{ n: number }>(text)).rows[0]?.n ?? 0
      }
      const disconnect = new AbortController()
      const path = `${API_BASE}/shoots?limit=1&q=${encodeURIComponent(HOSTILE_QUERY)}`
      // A search that nobody abandons goes on until its time limit.
      let hasControlEnded = false
      const control = api
        .get(`/shoots?limit=1&offset=1&q=${encodeURIComponent(HOSTILE_QUERY)}`)
        .finally(() => (hasControlEnded = true))
      const request = fetch(api.url + path, {
        headers: { Authorization: `Bearer ${api.key}` },
        signal: disconnect.signal,
      })
      const failure = request.then(
        () => 'answered',
        (error: Error) => error.message,
      )
      await expect.poll(running).toBe(2)
      await pause(200, 'the search is under way')
      disconnect.abort()
      expect(await failure).toMatch(/abort/)
      await expect.poll(running).toBe(1)
      expect(hasControlEnded).toBe(false)
      await control
      expect((await api.get('/profile')).status).toBe(200)
      await direct.query('delete from shoot')
      await direct.query('update account_state set counters = $1', [rows[0]?.counters])
    })

    it('are backed up and restored through it', async () => {
      const [folder] = folders as [DataFolder]
      const backup = join(folder.dataDir, 'copy')
      await runOperatorCommand(folder.dataDir, 'backup', '--only', 'api', '--out', backup)
      await direct.query('create database copy')
      using copy = createDataFolder(url.replace('/postgres?', '/copy?'))
      await runOperatorCommand(copy.dataDir, 'restore', '--only', 'api', '--from', backup)
      const copiedItems = await runSql(postgres.urlOf('copy'), 'select id from gear order by id')
      expect(copiedItems).toEqual((await direct.query('select id from gear order by id')).rows)
      await checkInvariants(postgres.urlOf('copy'))
    })
  },
)

describe.skipIf(!wantsPostgres)(`a pooler that cannot be used${withoutPostgres}`, () => {
  let postgres: PostgresServer
  let folder: DataFolder
  beforeAll(async () => {
    postgres = await startPostgres({ relaxed: true })
    folder = createDataFolder(postgres.url)
  })
  afterAll(async () => {
    await postgres.remove()
    folder[Symbol.dispose]()
  })

  /** What each of two starts prints. */
  async function refuse(
    settings: Record<string, string>,
    binary: typeof newPgbouncer,
    parameters = '',
  ): Promise<string[]> {
    await using pooler = await startPgbouncer(postgres.url, { settings, binary })
    const failures: string[] = []
    // The second start finds what the first one left on the server's connections.
    for (let start = 0; start < 2; start++)
      failures.push(await readStartFailure(folder.dataDir, { KITROOM_DATABASE_URL: pooler.url + parameters }))
    expect(failures.join('')).not.toContain('pass-word-unseen')
    return failures
  }

  it.skipIf(!oldPgbouncer)(`is refused at start by name: an old PgBouncer${withoutOldPgbouncer}`, async () => {
    for (const output of await refuse({ pool_mode: 'transaction' }, oldPgbouncer))
      expect(output).toMatch(
        /does not keep prepared statements. It is PgBouncer older than 1\.20.*\n.*PgBouncer 1\.21 or newer with max_prepared_statements above 0/,
      )
  })

  it.skipIf(!oldPgbouncer)(`is accepted: an old PgBouncer in session mode${withoutOldPgbouncer}`, async () => {
    await using pooler = await startPgbouncer(postgres.url, {
      settings: { pool_mode: 'session' },
      binary: oldPgbouncer,
    })
    await using server = await startServer(folder.dataDir, { env: { KITROOM_DATABASE_URL: pooler.url } })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  const isFixed = newPgbouncer !== undefined && newPgbouncer.minorVersion > LAST_VERSION_WITH_LOSS
  const fixedNote = isFixed ? ' (skipped: this version reads all of a TLS record)' : ''
  it.skipIf(!newPgbouncer || isFixed)(
    `is refused: PgBouncer with TLS and a small buffer${withoutPgbouncer || fixedNote}`,
    async () => {
      using authority = createAuthority()
      await using pooler = await startPgbouncer(postgres.url, {
        settings: TRANSACTION_MODE,
        tls: authority.issue('pooler', ['IP:127.0.0.1']),
      })
      const url = `${pooler.url}?sslmode=verify-full&sslrootcert=${authority.certificate}`
      expect(await readStartFailure(folder.dataDir, { KITROOM_DATABASE_URL: url })).toMatch(
        /over TLS. Set pkt_buf = 65536 and sbuf_loopcnt = 0/,
      )
    },
  )

  it.skipIf(!newPgbouncer).each([
    [
      'that keeps no prepared statements',
      { ...TRANSACTION_MODE, max_prepared_statements: '0' },
      '',
      /It is PgBouncer with max_prepared_statements = 0/,
    ],
    [
      'with one connection',
      { ...TRANSACTION_MODE, max_prepared_statements: '0', default_pool_size: '1' },
      '',
      /max_prepared_statements = 0/,
    ],
    ['in statement mode', { pool_mode: 'statement' }, '', /allows no transactions. Set pool_mode = transaction/],
    [
      'that refuses a search path',
      TRANSACTION_MODE,
      '?options=-c%20search_path%3Dstudio',
      /Remove them, and set search_path with .*alter role/,
    ],
    [
      'that ignores a search path',
      { ...TRANSACTION_MODE, ignore_startup_parameters: 'options' },
      '?options=-c%20search_path%3Dstudio',
      /ignores the search_path.*\n?.*alter role <user> in database <database> set search_path = studio/,
    ],
  ])(`is refused: PgBouncer %s${withoutPgbouncer}`, async (_, settings, parameters, message) => {
    for (const output of await refuse(settings, newPgbouncer, parameters)) expect(output).toMatch(message)
  })
})
