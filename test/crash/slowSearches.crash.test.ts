import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_BASE } from '../../contract/api/operations.ts'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { fullOrSmall, isLongRun, longOnlySuffix } from '../support/counts.ts'
import { canInjectFaults, prepareFaults, noFaultsSuffix, type Faults } from '../support/faults/faults.ts'
import { minDelayMs, MAX_DELAY_MS } from '../support/faults/minDelay.ts'
import { fillGear, fillShoots, HOSTILE_QUERY, HOSTILE_SHOOT } from '../support/hostileInventory.ts'
import { startServer, createDataFolder, type ChildServer, type DataFolder } from '../support/server.ts'
import { databaseUrl, dropDatabase, hasPostgres, newDatabaseUrl, withoutPostgres } from '../support/testDatabase.ts'
import { pause, startTimer, until } from '../support/wait.ts'

/** The searches burn CPU until their time limit, so a quarter of its 12 seconds is enough. */
const LIMIT_SCALE = 0.25
/** A bit less than the limit: a timer of the server may end before one that was started here. */
const MIN_SEARCH_MS = 2900
/** Enough for a few searches to exceed their time limit. */
const SHOOT_COUNT = 15_000
/** So many that they would outlast the time that a server gives to requests when it stops. */
const SEARCHES_AT_STOP = 40
const ITEM_COUNT = fullOrSmall(100_000, 20_000)
/** The sentence of a search that was ended by it. */
const TOO_LONG = 'The search took too long'
const SLOW_SEARCH = `/shoots?limit=1&q=${encodeURIComponent(HOSTILE_QUERY)}`
/** Scans the same number of rows, but fast. */
const QUICK_SEARCH = '/shoots?limit=1&q=zz'

async function abandonSearch(api: Api, path: string): Promise<void> {
  const disconnect = new AbortController()
  const request = fetch(`${api.url}${API_BASE}${path}`, {
    headers: { Authorization: `Bearer ${api.key}` },
    signal: disconnect.signal,
  })
  await pause(200, 'a client gives up after a while')
  disconnect.abort()
  await expect(request).rejects.toThrow(/abort/)
}

interface Studio {
  folder: DataFolder
  faults: Faults
  server: ChildServer
  api: Api
  /** A client of another account, which has the same number of shoots but fast searches. */
  other: Api
  /** A client of a third account, whose searches are as slow. */
  control: Api
}

async function startStudio(folder: DataFolder): Promise<Studio> {
  const faults = prepareFaults(folder.dataDir)
  const env = { ...faults.env, KITROOM_TIME_LIMIT_SCALE: String(LIMIT_SCALE) }
  const server = await startServer(folder.dataDir, { env })
  const [hostileAccount, quietAccount, controlAccount] = [
    await createAccount(folder.dataDir, 'Hostile'),
    await createAccount(folder.dataDir, 'Quiet'),
    await createAccount(folder.dataDir, 'Control'),
  ]
  const [api, otherApi, control] = [hostileAccount, quietAccount, controlAccount].map((account) =>
    createApi(server.url, account.api_key),
  ) as [Api, Api, Api]
  const { databaseFile } = folder
  await fillShoots({ databaseFile, account: hostileAccount.account_id, api }, SHOOT_COUNT, HOSTILE_SHOOT)
  await fillShoots(
    { databaseFile, account: quietAccount.account_id, api: otherApi },
    SHOOT_COUNT,
    'wedding on the lake',
  )
  await fillShoots({ databaseFile, account: controlAccount.account_id, api: control }, SHOOT_COUNT, HOSTILE_SHOOT)
  return { folder, faults, server, api, other: otherApi, control }
}

for (const [database, isThere, description] of [
  ['SQLite', canInjectFaults, noFaultsSuffix],
  ['PostgreSQL', canInjectFaults && hasPostgres, noFaultsSuffix || withoutPostgres],
] as const)
  describe.skipIf(!isThere)(`searches that take too long, on ${database}${description}`, () => {
    let studio: Studio
    beforeAll(async () => {
      studio = await startStudio(
        createDataFolder(database === 'SQLite' ? undefined : await databaseUrl(newDatabaseUrl())),
      )
    })
    afterAll(async () => {
      await studio.server.kill()
      await dropDatabase(studio.folder.databaseFile)
      studio.folder[Symbol.dispose]()
    })

    async function countRunning(): Promise<number> {
      if (database === 'SQLite') return 0
      const client = new Client({ connectionString: studio.folder.databaseFile })
      await client.connect()
      const { rows } = await client.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'active' and query like '%replace(%'
         and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      await client.end()
      return (rows[0] as { n: number }).n
    }

    it('end when their client disconnects', async () => {
      let offset = 0
      await until('the account searches again before the search of another account ends', async () => {
        offset += 1
        const isLimitOver = startTimer(MIN_SEARCH_MS)
        let hasControlEnded = false
        const control = studio.control.get(`${SLOW_SEARCH}&offset=${offset}`).finally(() => (hasControlEnded = true))
        await Promise.all(Array.from({ length: 8 }, () => abandonSearch(studio.api, SLOW_SEARCH)))
        await until('only the other account searches', async () => (await countRunning()) <= 1)
        const { status } = await studio.api.get(`${QUICK_SEARCH}&offset=${offset}`)
        const outcome = { status, hasControlEnded }
        const isInTime = !isLimitOver()
        await control
        if (!isInTime) return false
        expect(outcome, 'a search that nobody abandons goes on').toEqual({ status: 200, hasControlEnded: false })
        return true
      })
    })

    /**
     * Runs twenty slow searches of one account beside requests of another. Offsets are new each time, because replies
     * are cached.
     * @returns false if a busy machine answered the other account only after the time limit of the searches
     */
    async function searchBesideOthers(fromOffset: number): Promise<boolean> {
      const { api, other: otherApi } = studio
      const isLate = startTimer(MIN_SEARCH_MS)
      let ended = 0
      const slowRequests = Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          api.get(`${SLOW_SEARCH}&offset=${fromOffset + index}`).finally(() => (ended += 1)),
        ),
      )
      await pause(200, 'the slow searches are under way')
      for (const path of [`${QUICK_SEARCH}&offset=${fromOffset + 1}`, '/shoots?limit=1', '/gear?limit=1']) {
        const { status } = await otherApi.get(path)
        if (isLate()) break
        expect({ path, status, ended }, 'before any slow search').toEqual({ path, status: 200, ended: 0 })
      }
      const isInTime = !isLate()
      const replies = await slowRequests
      expect(isLate(), 'the last of them ends at its time limit').toBe(true)
      const refusedReplies = replies.filter((reply) => reply.status === 503)
      // On a fast machine the first searches may succeed.
      expect(replies.filter((reply) => reply.status === 200).length + refusedReplies.length).toBe(replies.length)
      expect(refusedReplies.length).toBeGreaterThan(15)
      for (const reply of refusedReplies)
        expect(reply.problem()).toMatchObject({ code: 'overloaded', detail: expect.stringContaining(TOO_LONG) })
      await expect.poll(countRunning).toBe(0)
      await expect.poll(async () => (await api.get(`${QUICK_SEARCH}&offset=${fromOffset + 2}`)).status).toBe(200)
      return isInTime
    }

    it('delay neither other accounts nor the event loop, and end at their time limit', async () => {
      await studio.other.get(QUICK_SEARCH)
      let fromOffset = 0
      const blockedMs = await minDelayMs(studio.faults, async () => {
        await until('the others are answered before the searches end', () => searchBesideOthers((fromOffset += 1000)))
      })
      console.log(`${database}: event loop held ${blockedMs.toFixed(0)} ms`)
      expect(blockedMs).toBeLessThanOrEqual(MAX_DELAY_MS)
    })

    const isSkipped = database === 'PostgreSQL' && !isLongRun
    it.skipIf(isSkipped)(
      `do not keep the server from stopping: it ends them before their time limit does${isSkipped ? longOnlySuffix : ''}`,
      async () => {
        const { folder, server, api } = studio
        await server.stop()
        studio.server = await startServer(folder.dataDir)
        const restarted = createApi(studio.server.url, api.key)
        const texts = Array.from({ length: SEARCHES_AT_STOP }, (_, index) =>
          restarted.get(`${SLOW_SEARCH}&offset=${100 + index}`).then(
            ({ text }) => text,
            (error: Error) => error.message,
          ),
        )
        await pause(500, 'the searches are under way')
        await studio.server.stop()
        const last = (await Promise.all(texts)).at(-1)
        expect(last).not.toContain(TOO_LONG)
        expect(last, 'it would have taken longer').not.toContain('"data"')
      },
    )
  })

it.skipIf(!canInjectFaults || !hasPostgres)(
  `searches that succeed on ${ITEM_COUNT} hostile names do not block the event loop, on PostgreSQL${noFaultsSuffix || withoutPostgres}`,
  async () => {
    using folder = createDataFolder(await databaseUrl(newDatabaseUrl()))
    const { databaseFile } = folder
    const faults = prepareFaults(folder.dataDir)
    await using server = await startServer(folder.dataDir, { env: faults.env })
    const { account_id: account, api_key: key } = await createAccount(folder.dataDir, 'Hostile')
    const api = createApi(server.url, key)
    await fillGear({ databaseFile, account, api }, ITEM_COUNT)
    let offset = 0
    const blockedMs = await minDelayMs(faults, async () => {
      offset += 1
      for (const q of [HOSTILE_QUERY, `${'a'.repeat(199)}0`, 'oldest', 'a'])
        expect((await api.get(`/gear?limit=50&offset=${offset}&q=${encodeURIComponent(q)}`)).status).toBe(200)
    })
    console.log(`PostgreSQL: event loop held ${blockedMs.toFixed(0)} ms`)
    expect(blockedMs).toBeLessThanOrEqual(MAX_DELAY_MS)
    await server.kill()
    await dropDatabase(databaseFile)
  },
)
