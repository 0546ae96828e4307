import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { createGuardedClock, MAX_DRIFT_MS, MAX_JUMP_MS, type GuardedClock } from '../../platform/guardedClock.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { createPruneGuard, type PruneGuard } from '../../server/housekeeping/pruneGuard.ts'
import { createAccount, type TestAccount } from '../support/account.ts'
import { camera, createApi, type Api } from '../support/api.ts'
import { openHousekeeper } from '../support/housekeeping.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startInProcess, tempFolder, type DataFolder, type InProcessServer } from '../support/server.ts'
import { databaseUrl, dropDatabase } from '../support/testDatabase.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The clocks of a machine, which the test owns. The machine was started a day before. */
function machine(startMs = Date.now()) {
  const now = { wallMs: startMs, steadyMs: DAY_MS, bootMs: DAY_MS }
  return {
    sources: { wallMs: () => now.wallMs, steadyMs: () => now.steadyMs, bootMs: () => now.bootMs },
    /** Time passes while it runs. */
    run(ms: number) {
      now.wallMs += ms
      now.steadyMs += ms
      now.bootMs += ms
    },
    sleep(ms: number) {
      now.wallMs += ms
      now.bootMs += ms
    },
    setClock: (ms: number) => void (now.wallMs += ms),
    wallMs: () => now.wallMs,
  }
}

describe('a clock that is guarded', () => {
  const runActivity = (made: ReturnType<typeof machine>): { clock: GuardedClock; news: boolean[] } => {
    const news: boolean[] = []
    return { clock: createGuardedClock(made.sources, (aheadMs) => void news.push(aheadMs !== 0)), news }
  }

  it('does not follow a jump far ahead, goes on from before it, and follows again when it is set right', () => {
    const made = machine()
    const { clock, news } = runActivity(made)
    const startMs = made.wallMs()
    made.run(5000)
    made.setClock(200 * DAY_MS)
    expect(clock.nowMs()).toBe(startMs + 5000)
    made.run(HOUR_MS)
    expect([clock.nowMs(), clock.aheadMs(), news]).toEqual([startMs + 5000 + HOUR_MS, 200 * DAY_MS, [true]])
    made.setClock(-200 * DAY_MS)
    expect([clock.nowMs(), clock.aheadMs(), news]).toEqual([made.wallMs(), 0, [true, false]])
  })

  it('follows a laptop that slept, small corrections, and jumps backwards, without alarm', () => {
    const made = machine()
    const { clock, news } = runActivity(made)
    made.sleep(60 * DAY_MS)
    expect(clock.nowMs()).toBe(made.wallMs())
    for (const ms of [HOUR_MS, -HOUR_MS, 900, MAX_JUMP_MS, -200 * DAY_MS, 200 * DAY_MS]) {
      made.setClock(ms)
      expect(clock.nowMs()).toBe(made.wallMs())
      made.run(60_000)
    }
    expect(news).toEqual([])
  })

  it('takes a clock that is set soon after the machine has started for right', () => {
    const made = machine()
    const { clock, news } = runActivity({ ...made, sources: { ...made.sources, bootMs: () => 30_000 } })
    made.setClock(90 * DAY_MS)
    expect([clock.nowMs(), news]).toEqual([made.wallMs(), []])
  })

  it('follows the clock of the database where they are apart, ahead or behind, and not when that one jumps', () => {
    const made = machine()
    const { clock, news } = runActivity(made)
    const databaseMs = made.wallMs()
    clock.compareWith(databaseMs + 30_000)
    expect([clock.nowMs(), news]).toEqual([databaseMs, []])
    for (const ms of [HOUR_MS, -HOUR_MS, 200 * DAY_MS]) {
      made.setClock(ms)
      clock.compareWith(databaseMs)
      expect([clock.nowMs(), clock.aheadMs()]).toEqual([databaseMs, ms])
      made.setClock(-ms)
      expect([clock.nowMs(), clock.aheadMs()]).toEqual([databaseMs, 0])
    }
    made.setClock(200 * DAY_MS)
    clock.compareWith(databaseMs + 200 * DAY_MS)
    expect(clock.nowMs()).toBe(databaseMs)
    expect(MAX_DRIFT_MS).toBeLessThan(HOUR_MS)
  })
})

describe('what is kept for days', () => {
  let folder: DataFolder
  let account: TestAccount
  beforeAll(async () => {
    folder = tempFolder()
    account = await createAccount(folder.dataDir, 'Alice')
  })
  afterAll(async () => {
    await checkInvariants(folder.databaseFile)
    await dropDatabase(folder.databaseFile)
    folder[Symbol.dispose]()
  })

  interface Running extends AsyncDisposable {
    api: Api
    clock: GuardedClock
    guard: PruneGuard
    server: InProcessServer
    /** Runs what deletes by age. @returns how many rows went */
    prune(): Promise<number>
  }

  /** A server and its housekeeping, from one start to its stop. */
  async function start(made: ReturnType<typeof machine>): Promise<Running> {
    const clock = createGuardedClock(made.sources, () => undefined)
    const db = await openDatabase(await databaseUrl(folder.databaseFile))
    const guard = createPruneGuard(db, clock, () => clock.aheadMs() === 0, silentLog(), made.sources.steadyMs)
    await guard.mayPrune()
    const server = await startInProcess(folder.databaseFile, clock)
    const keeper = await openHousekeeper(folder.databaseFile, clock, {}, guard)
    return {
      api: createApi(server.url, account.api_key),
      clock,
      guard,
      server,
      async prune() {
        const answers = (await keeper.housekeeping.run('answers')).counts?.['answers'] ?? 0
        return answers + ((await keeper.housekeeping.run('audit')).counts?.['rows'] ?? 0)
      },
      async [Symbol.asyncDispose]() {
        await keeper[Symbol.asyncDispose]()
        await server.stop()
        await db.close()
      },
    }
  }

  it('stays when the clock of a running server jumps, and the account’s clock does not move', async () => {
    const made = machine()
    await using running = await start(made)
    const { api } = running
    const key = { 'idempotency-key': 'kept' }
    const first = await api.post('/gear', camera({ model: 'Kept' }), key)
    made.setClock(200 * DAY_MS)
    const during = await api.make({ model: 'During' })
    expect(Date.parse(during.created_at) - Date.parse(first.item().created_at)).toBeLessThan(HOUR_MS)
    expect(await running.prune()).toBe(0)
    expect((await api.post('/gear', camera({ model: 'Kept' }), key)).headers['idempotent-replayed']).toBe('true')
    made.setClock(-200 * DAY_MS)
    made.run(1000)
    expect(Date.parse((await api.make({ model: 'After' })).created_at)).toBeLessThanOrEqual(made.wallMs())
  })

  it('goes when it is old on a machine that has run all the time, or slept', async () => {
    const made = machine()
    await using running = await start(made)
    await running.api.post('/gear', camera(), { 'idempotency-key': 'old' })
    made.sleep(2 * DAY_MS)
    expect(await running.prune()).toBeGreaterThan(0)
    expect(running.guard.waitMs()).toBe(0)
  })

  it('stays after a rest of three months until servers have run for 24 hours, over restarts, and then goes', async () => {
    const startMs = Date.now() + 10 * DAY_MS
    {
      await using before = await start(machine(startMs))
      await before.api.post('/gear', camera(), { 'idempotency-key': 'rested' })
    }
    const made = machine(startMs + 90 * DAY_MS)
    for (let day = 0; day < 3; day++) {
      await using running = await start(made)
      expect([running.clock.aheadMs(), await running.prune()]).toEqual([0, 0])
      made.run(8 * HOUR_MS)
      expect((await running.prune()) > 0).toBe(day === 2)
      expect(running.guard.waitMs()).toBe((2 - day) * 8 * HOUR_MS)
      // Closed for the night.
      made.sleep(16 * HOUR_MS)
    }
    await using running = await start(made)
    await running.api.post('/gear', camera(), { 'idempotency-key': 'later' })
    made.run(2 * DAY_MS)
    expect(await running.prune()).toBeGreaterThan(0)
  })
})
