import { schedule } from 'node-cron'
import { describe, expect, it } from 'vitest'
import { toIsoTime } from '../../../platform/clock.ts'
import { createSilentLog } from '../../../platform/log.ts'
import { DEFAULT_AUDIT_LIMITS } from '../../../server/audit/prune.ts'
import { createHousekeeping } from '../../../server/housekeeping/housekeeping.ts'
import { alwaysPrune } from '../../../server/housekeeping/pruneGuard.ts'
import { jobNames } from '../../../server/housekeeping/jobs.ts'
import { camera } from '../../support/api.ts'
import { openBrowser } from '../../support/console.ts'
import { openHousekeeper } from '../../support/housekeeping.ts'
import { createSettings } from '../../support/settings.ts'
import { useServer } from '../../support/suite.ts'
import { listAudit, verifyAudit, walkAudit } from '../settings/audit/support.ts'
import { until } from '../../support/wait.ts'

const suite = useServer({ fakeClock: true, bob: true })
const DAY_MS = 24 * 60 * 60 * 1000
const settings = () => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const count = async (table: string): Promise<number> =>
  Number((await suite.sql<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n)

describe('stored responses', () => {
  it('are deleted after 24 hours, in as many batches as needed', async () => {
    for (let index = 0; index < 5; index++)
      await suite.alice.post('/gear', camera(), { 'idempotency-key': `old-${index}` })
    const [one] = await suite.sql<{ fingerprint: string; at_ms: number }>('select * from idempotency')
    const values = Array.from(
      { length: 450 },
      (_, index) => `('${suite.aliceAccount.account_id}', 'bulk-${index}', 'f', '{}', ${Number(one?.at_ms) + index})`,
    )
    await suite.sql(`insert into idempotency (account_id, key, fingerprint, answer, at_ms) values ${values.join(', ')}`)
    await using otherHousekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    suite.clock.move(DAY_MS - 1)
    expect((await otherHousekeeper.housekeeping.run('answers')).counts).toEqual({ answers: 0 })
    const firstReply = await suite.alice.post('/gear', camera(), { 'idempotency-key': 'fresh' })
    suite.clock.move(500)
    expect((await otherHousekeeper.housekeeping.run('answers')).counts).toEqual({ answers: 455 })
    expect(await count('idempotency')).toBe(1)
    const secondReply = await suite.alice.post('/gear', camera(), { 'idempotency-key': 'fresh' })
    expect({ text: secondReply.text, 'idempotent-replayed': secondReply.headers['idempotent-replayed'] }).toEqual({
      text: firstReply.text,
      'idempotent-replayed': 'true',
    })
  })
})

describe('the retention of the audit log', () => {
  it('deletes rows older than the limit, those of writes too, and the chain still verifies', async () => {
    const { id } = await suite.alice.createItem()
    for (let index = 0; index < 20; index++) await suite.alice.get(`/gear/${id}`)
    await suite.bob.createItem()
    await suite.flushAudit()
    const chainBefore = await verifyAudit(settings())
    const oldCount = (await walkAudit(settings(), 'limit=200')).length
    await using otherHousekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock, { days: 10 })
    expect((await otherHousekeeper.housekeeping.run('audit')).counts).toEqual({ rows: 0, links: 0, merged: 0 })
    suite.clock.move(11 * DAY_MS)
    await suite.alice.patch(`/gear/${id}`, { updates: { notes: 'young' } })
    await suite.flushAudit()
    const youngCount = (
      await walkAudit(settings(), `limit=200&from=${new Date(suite.clock.nowMs() - DAY_MS).toISOString()}`)
    ).length
    const { counts } = await otherHousekeeper.housekeeping.run('audit')
    expect(counts?.['rows']).toBeGreaterThanOrEqual(oldCount)
    const chainAfter = await verifyAudit(settings(), chainBefore.head)
    expect(chainAfter).toMatchObject({ ok: true, fault: null, head_found: true })
    expect(chainAfter.pruned_rows).toBeGreaterThanOrEqual(chainBefore.rows)
    expect(chainAfter.pruned_links).toBeGreaterThan(0)
    expect(String(chainAfter.pruned_until) < new Date(suite.clock.nowMs() - 10 * DAY_MS).toISOString()).toBe(true)
    expect(chainAfter.rows).toBeGreaterThanOrEqual(youngCount)
    const remainingEntries = await walkAudit(settings(), 'limit=200')
    expect(remainingEntries.every((entry) => Date.parse(entry.at) > suite.clock.nowMs() - DAY_MS)).toBe(true)
    expect(remainingEntries.some((entry) => entry.method === 'PATCH' && entry.object_id === id)).toBe(true)
    expect(await count(`audit where account_id = '${suite.bobAccount.account_id}'`)).toBe(0)
    expect((await verifyAudit(createSettings(suite.server.url, suite.bobAccount.owner_key))).ok).toBe(true)
  })

  it('by size merges the oldest reads and refusals, deletes them after thirty days, and rows of writes last', async () => {
    const items = await Promise.all([1, 2, 3].map(() => suite.alice.createItem()))
    for (let index = 0; index < 30; index++) await suite.alice.get('/gear?limit=1')
    await suite.flushAudit()
    const size = async (): Promise<number> =>
      Number((await suite.sql<{ n: number }>('select sum(audit_bytes) as n from account_state'))[0]?.n)
    const writes = async (): Promise<number> => (await walkAudit(settings(), 'limit=200&status=2xx&method=POST')).length
    const [total, writtenRows] = [await size(), await writes()]
    // The server that ran the job last still holds its lease.
    suite.clock.move(60_000)
    expect(writtenRows).toBeGreaterThanOrEqual(items.length)
    {
      await using sizeHousekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock, {
        maxBytes: total - 10_000,
      })
      const { counts } = await sizeHousekeeper.housekeeping.run('audit')
      expect(counts).toMatchObject({ rows: 0, merged: expect.any(Number) })
      expect(counts?.['merged']).toBeGreaterThan(0)
    }
    suite.clock.move(60_000)
    expect(await size()).toBeLessThanOrEqual(total)
    expect(await writes()).toBe(writtenRows)
    // The requests above for the audit log also add audit rows.
    await suite.flushAudit()
    const prune = async (): Promise<void> => {
      await using all = await openHousekeeper(suite.folder.databaseFile, suite.clock, { maxBytes: 0 })
      await all.housekeeping.run('audit')
    }
    await prune()
    expect(await writes()).toBe(0)
    expect(await count('audit')).toBeGreaterThan(0)
    await suite.flushAudit()
    suite.clock.move(31 * DAY_MS)
    await prune()
    expect(await size()).toBe(0)
    expect(await count('audit')).toBe(0)
    expect(await verifyAudit(settings())).toMatchObject({ ok: true, rows: 0 })
  })
})

describe('housekeeping', () => {
  it('runs each job while requests are served', async () => {
    await using otherHousekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    suite.clock.move(60_000)
    const requests = Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? suite.alice.createItem() : suite.alice.get('/gear'))),
    )
    for (const job of jobNames)
      expect(await otherHousekeeper.housekeeping.run(job)).toMatchObject({
        job,
        counts: expect.any(Object),
        durationMs: expect.any(Number),
      })
    await requests
    expect((await listAudit(settings(), 'limit=1')).data).toHaveLength(1)
  })

  it('leaves a job to the server with the lease, and takes over when the lease expires', async () => {
    await using one = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    await using secondHousekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    suite.clock.move(DAY_MS)
    expect((await one.housekeeping.run('answers')).counts).toBeDefined()
    expect((await secondHousekeeper.housekeeping.run('answers')).counts).toBeUndefined()
    suite.clock.move(21_000)
    expect((await secondHousekeeper.housekeeping.run('answers')).counts).toBeDefined()
    await suite.sql(
      `update housekeeping_lease set holder = 'dead', until_ms = ? where job = 'answers'`,
      suite.clock.nowMs() + 1000,
    )
    expect((await one.housekeeping.run('answers')).counts).toBeUndefined()
    suite.clock.move(1001)
    expect((await one.housekeeping.run('answers')).counts).toBeDefined()
  })

  it('runs jobs on schedule, one run at a time, and stops', async () => {
    const { db } = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    let [runningCount, maxRunning, runs, seconds] = [0, 0, 0, 0]
    const firstRunMayEnd = Promise.withResolvers<void>()
    const everySecond = schedule('* * * * * *', () => void (seconds += 1))
    const untilDueTwice = async (): Promise<void> => {
      const secondsBefore = seconds
      await until('the schedule is due twice', () => seconds >= secondsBefore + 2)
    }
    const slowDatabase: typeof db = {
      ...db,
      read: (job, options) => db.read(job, options),
      foreignCommits: () => db.foreignCommits(),
      close: () => db.close(),
      write: (job, options) => db.write(job, options),
      async maintain() {
        runs += 1
        maxRunning = Math.max(maxRunning, (runningCount += 1))
        await firstRunMayEnd.promise
        runningCount -= 1
        return {}
      },
    }
    const housekeeping = createHousekeeping(
      {
        db: slowDatabase,
        clock: suite.clock,
        log: createSilentLog(),
        auditLimits: DEFAULT_AUDIT_LIMITS,
        eventDays: 90,
        guard: alwaysPrune,
      },
      { checkpoint: '* * * * * *' },
    )
    housekeeping.start()
    await until('the first run begins', () => runs === 1)
    await untilDueTwice()
    expect(runs, 'none begins while one runs').toBe(1)
    firstRunMayEnd.resolve()
    await until('the next run begins', () => runs >= 2)
    await Promise.all([housekeeping.run('checkpoint'), housekeeping.run('checkpoint')])
    await housekeeping.stop()
    const atEnd = runs
    expect({ maxRunning, runningCount }).toEqual({ maxRunning: 1, runningCount: 0 })
    expect(atEnd).toBeGreaterThanOrEqual(2)
    await untilDueTwice()
    expect(runs).toBe(atEnd)
    await everySecond.destroy()
    await db.close()
  })
})

describe('sessions of the console', () => {
  it('are deleted 30 days after their end, with codes and signing keys that are too old', async () => {
    const signIn = async (): Promise<void> =>
      expect((await openBrowser(suite.server.url).signIn({ api_key: suite.aliceAccount.api_key })).status).toBe(201)
    await signIn()
    await suite.alice.post('//console/api/codes', {})
    const key = { id: 'key', public_key: 'x', created_at: '', expires_at: toIsoTime(suite.clock.nowMs() + 2 * DAY_MS) }
    await suite.sql('insert into signing_key values (?, ?, ?, ?)', ...Object.values(key))
    await using housekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    suite.clock.move(DAY_MS)
    await signIn()
    const run = async (): Promise<unknown> => (await housekeeper.housekeeping.run('sessions')).counts
    expect(await run()).toEqual({ sessions: 0, codes: 1, signing_keys: 0 })
    suite.clock.move(29 * DAY_MS + 1)
    expect(await run()).toEqual({ sessions: 1, codes: 0, signing_keys: 1 })
    expect(await count('console_session')).toBe(1)
    expect(await count('console_code')).toBe(0)
  })
})
