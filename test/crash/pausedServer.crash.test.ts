import { Client } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { createAccount } from '../support/account.ts'
import { camera, createApi, type Api } from '../support/api.ts'
import { checkInvariants } from '../support/invariants.ts'
import { newPgbouncer, startPgbouncer, withoutPgbouncer } from '../support/pgbouncer.ts'
import { startPostgres } from '../support/postgresServer.ts'
import { createDataFolder, startServer, type ChildServer } from '../support/server.ts'
import { wantsPostgres, withoutPostgres } from '../support/testDatabase.ts'
import { until } from '../support/wait.ts'

// A server that is stopped while it holds the row of an account. The database itself must free the row.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

/** The limits of a process in use, which tests usually stretch. */
const REAL_LIMITS = { KITROOM_TIME_LIMIT_SCALE: '1' }

interface TwoServers {
  servers: [ChildServer, ChildServer]
  apis: [Api, Api]
  account: string
  direct: Client
}

async function startTwo(isPooled: boolean): Promise<TwoServers> {
  const postgres = await startPostgres({ relaxed: true })
  closers.push(() => postgres.remove())
  let { url } = postgres
  if (isPooled) {
    const settings = { pool_mode: 'transaction', max_prepared_statements: '200', default_pool_size: '20' }
    const pooler = await startPgbouncer(postgres.url, { settings })
    closers.push(() => pooler[Symbol.asyncDispose]())
    url = pooler.url
  }
  const direct = new Client({ connectionString: postgres.url })
  await direct.connect()
  closers.push(() => direct.end())
  closers.push(() => checkInvariants(postgres.url))
  const start = async (): Promise<ChildServer> => {
    const folder = createDataFolder(url)
    closers.push(() => folder[Symbol.dispose]())
    const server = await startServer(folder.dataDir, { env: REAL_LIMITS })
    closers.push(() => server.stop())
    return server
  }
  const servers: [ChildServer, ChildServer] = [await start(), await start()]
  const folder = createDataFolder(url)
  closers.push(() => folder[Symbol.dispose]())
  const { account_id: account, api_key: key } = await createAccount(folder.dataDir, 'Paused')
  const apis = servers.map((server) => createApi(server.url, key)) as [Api, Api]
  return { servers, apis, account, direct }
}

/** Number of sessions that wait for the row, or that have it and wait for their process. */
async function countSessions(direct: Client, condition: string): Promise<number> {
  const text = `select count(*)::int as n from pg_stat_activity where ${condition} and pid <> pg_backend_pid()`
  return (await direct.query<{ n: number }>(text)).rows[0]?.n ?? 0
}

/** Stops the server in the moment in which its transaction gets the row of the account. @returns its answer */
async function pauseWithRow({ servers, apis, account, direct }: TwoServers): Promise<() => Promise<number>> {
  await direct.query('begin')
  await direct.query('select from account_state where account_id = $1 for update', [account])
  const write = apis[0].post('/gear', camera({ model: 'Paused' }))
  await until('its write waits for the row', async () => (await countSessions(direct, `wait_event_type = 'Lock'`)) > 0)
  process.kill(servers[0].pid, 'SIGSTOP')
  closers.push(() => process.kill(servers[0].pid, 'SIGCONT'))
  await direct.query('rollback')
  // Another server's transaction waits for its process for less than that.
  const isIdle = `state = 'idle in transaction' and state_change < clock_timestamp() - interval '500 ms'`
  await until('its transaction has the row', async () => (await countSessions(direct, isIdle)) > 0)
  return async () => {
    process.kill(servers[0].pid, 'SIGCONT')
    return (await write).status
  }
}

/**
 * Pauses a server, and resumes it.
 * @returns the statuses of writes at the other server meanwhile, and at this one afterwards
 */
async function observePause(isPooled: boolean): Promise<{ other: number; resumed: number }> {
  const two = await startTwo(isPooled)
  const [first, second] = two.apis
  for (const api of two.apis) expect(await api.post('/gear', camera())).toHaveStatus(201)
  const resume = await pauseWithRow(two)
  const waiting = second.post('/gear', camera({ model: 'Other server' }))
  const ready = await until('/readyz names the wait', async () => {
    const reply = await second.get('//readyz')
    return reply.text.includes('waiting_accounts') ? reply : undefined
  })
  expect(ready).toHaveStatus(200)
  expect(JSON.parse(ready.text)).toEqual({ status: 'ready', waiting_accounts: 1, waiting_s: expect.any(Number) })
  const { status: other } = await waiting
  const status = await resume()
  const { total } = (await second.get('/gear?q=paused')).pagination()
  expect({ status, total }, 'the paused write is made again or not at all').toBeOneOf([
    { status: 503, total: 0 },
    { status: 201, total: 1 },
  ])
  const { status: resumed } = await first.post('/gear', camera({ model: 'Resumed' }))
  expect((await second.get('//readyz')).text).toBe('{"status":"ready"}')
  return { other, resumed }
}

describe.skipIf(!wantsPostgres)(
  `a paused server frees the row of an account within the wait of one write${withoutPostgres}`,
  () => {
    it('reached directly', async () => {
      expect(await observePause(false)).toEqual({ other: 201, resumed: 201 })
    })
    it.skipIf(!newPgbouncer)(`behind PgBouncer${withoutPgbouncer}`, async () => {
      expect(await observePause(true)).toEqual({ other: 201, resumed: 201 })
    })
  },
)
