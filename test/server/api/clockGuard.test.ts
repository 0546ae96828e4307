import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSilentLog } from '../../../platform/log.ts'
import { createGuardedClock, MAX_DRIFT_MS, MAX_JUMP_MS, type GuardedClock } from '../../../platform/guardedClock.ts'
import { openDatabase } from '../../../platform/sql/open.ts'
import { createPruneGuard, type PruneGuard } from '../../../server/housekeeping/pruneGuard.ts'
import { createAccount, type TestAccount } from '../../support/account.ts'
import { camera, createApi, type Api } from '../../support/api.ts'
import { openHousekeeper } from '../../support/housekeeping.ts'
import { checkInvariants } from '../../support/invariants.ts'
import { startInProcessServer, createDataFolder, type DataFolder, type InProcessServer } from '../../support/server.ts'
import { databaseUrl, dropDatabase } from '../../support/testDatabase.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The clocks of a machine, set by the test. The machine was started a day before. */
function createMachine(startMs = Date.now()) {
  const now = { wallMs: startMs, steadyMs: DAY_MS, bootMs: DAY_MS }
  return {
    sources: { wallMs: () => now.wallMs, steadyMs: () => now.steadyMs, bootMs: () => now.bootMs },
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

describe('the guarded clock', () => {
  const guardClock = (machine: ReturnType<typeof createMachine>): { clock: GuardedClock; alarms: boolean[] } => {
    const alarms: boolean[] = []
    return { clock: createGuardedClock(machine.sources, (aheadMs) => void alarms.push(aheadMs !== 0)), alarms }
  }

  it('ignores a jump far ahead, counts on from the time before it, and follows again once the clock is corrected', () => {
    const machine = createMachine()
    const { clock, alarms } = guardClock(machine)
    const startMs = machine.wallMs()
    machine.run(5000)
    machine.setClock(200 * DAY_MS)
    expect(clock.nowMs()).toBe(startMs + 5000)
    machine.run(HOUR_MS)
    expect({ nowMs: clock.nowMs(), aheadMs: clock.aheadMs(), alarms }).toEqual({
      nowMs: startMs + 5000 + HOUR_MS,
      aheadMs: 200 * DAY_MS,
      alarms: [true],
    })
    machine.setClock(-200 * DAY_MS)
    expect({ nowMs: clock.nowMs(), aheadMs: clock.aheadMs(), alarms }).toEqual({
      nowMs: machine.wallMs(),
      aheadMs: 0,
      alarms: [true, false],
    })
  })

  it('follows sleep, small corrections and jumps backwards without an alarm', () => {
    const machine = createMachine()
    const { clock, alarms } = guardClock(machine)
    machine.sleep(60 * DAY_MS)
    expect(clock.nowMs()).toBe(machine.wallMs())
    for (const ms of [HOUR_MS, -HOUR_MS, 900, MAX_JUMP_MS, -200 * DAY_MS, 200 * DAY_MS]) {
      machine.setClock(ms)
      expect(clock.nowMs()).toBe(machine.wallMs())
      machine.run(60_000)
    }
    expect(alarms).toEqual([])
  })

  it('trusts a clock that is set soon after the machine started', () => {
    const machine = createMachine()
    const { clock, alarms } = guardClock({ ...machine, sources: { ...machine.sources, bootMs: () => 30_000 } })
    machine.setClock(90 * DAY_MS)
    expect({ nowMs: clock.nowMs(), alarms }).toEqual({ nowMs: machine.wallMs(), alarms: [] })
  })

  it('follows the clock of the database when the two differ, unless the database clock jumps', () => {
    const machine = createMachine()
    const { clock, alarms } = guardClock(machine)
    const databaseMs = machine.wallMs()
    clock.compareWith(databaseMs + 30_000)
    expect({ nowMs: clock.nowMs(), alarms }).toEqual({ nowMs: databaseMs, alarms: [] })
    for (const ms of [HOUR_MS, -HOUR_MS, 200 * DAY_MS]) {
      machine.setClock(ms)
      clock.compareWith(databaseMs)
      expect({ nowMs: clock.nowMs(), aheadMs: clock.aheadMs() }).toEqual({ nowMs: databaseMs, aheadMs: ms })
      machine.setClock(-ms)
      expect({ nowMs: clock.nowMs(), aheadMs: clock.aheadMs() }).toEqual({ nowMs: databaseMs, aheadMs: 0 })
    }
    machine.setClock(200 * DAY_MS)
    clock.compareWith(databaseMs + 200 * DAY_MS)
    expect(clock.nowMs()).toBe(databaseMs)
    expect(MAX_DRIFT_MS).toBeLessThan(HOUR_MS)
  })

  it('knows the time that servers of one database share, whatever its own clock says', () => {
    const machine = createMachine()
    const { clock } = guardClock(machine)
    expect(clock.sharedMs(), 'without a database').toBe(machine.wallMs())
    const databaseMs = machine.wallMs() - 90_000
    clock.compareWith(databaseMs)
    expect({ sharedMs: clock.sharedMs(), nowMs: clock.nowMs() }).toEqual({
      sharedMs: databaseMs,
      nowMs: databaseMs + 90_000,
    })
    machine.run(5000)
    machine.setClock(60_000)
    expect(clock.sharedMs()).toBe(databaseMs + 5000)
  })
})

describe('data with a retention time', () => {
  let folder: DataFolder
  let account: TestAccount
  beforeAll(async () => {
    folder = createDataFolder()
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
    /** Deletes by age. @returns the number of deleted rows */
    prune(): Promise<number>
  }

  async function start(machine: ReturnType<typeof createMachine>): Promise<Running> {
    const clock = createGuardedClock(machine.sources, () => undefined)
    const db = await openDatabase(await databaseUrl(folder.databaseFile))
    const guard = createPruneGuard(db, clock, () => clock.aheadMs() === 0, createSilentLog(), machine.sources.steadyMs)
    await guard.mayPrune()
    const server = await startInProcessServer(folder.databaseFile, clock)
    const housekeeper = await openHousekeeper(folder.databaseFile, clock, {}, guard)
    return {
      api: createApi(server.url, account.api_key),
      clock,
      guard,
      server,
      async prune() {
        const answers = (await housekeeper.housekeeping.run('answers')).counts?.['answers'] ?? 0
        return answers + ((await housekeeper.housekeeping.run('audit')).counts?.['rows'] ?? 0)
      },
      async [Symbol.asyncDispose]() {
        await housekeeper[Symbol.asyncDispose]()
        await server.stop()
        await db.close()
      },
    }
  }

  it('is kept when the clock of a running server jumps, and timestamps do not jump', async () => {
    const machine = createMachine()
    await using runningServer = await start(machine)
    const { api } = runningServer
    const key = { 'idempotency-key': 'kept' }
    const firstReply = await api.post('/gear', camera({ model: 'Kept' }), key)
    machine.setClock(200 * DAY_MS)
    const itemDuring = await api.createItem({ model: 'During' })
    expect(Date.parse(itemDuring.created_at) - Date.parse(firstReply.item().created_at)).toBeLessThan(HOUR_MS)
    expect(await runningServer.prune()).toBe(0)
    expect((await api.post('/gear', camera({ model: 'Kept' }), key)).headers['idempotent-replayed']).toBe('true')
    machine.setClock(-200 * DAY_MS)
    machine.run(1000)
    expect(Date.parse((await api.createItem({ model: 'After' })).created_at)).toBeLessThanOrEqual(machine.wallMs())
  })

  it('is deleted when it is old, on a machine that ran or slept meanwhile', async () => {
    const machine = createMachine()
    await using runningServer = await start(machine)
    await runningServer.api.post('/gear', camera(), { 'idempotency-key': 'old' })
    machine.sleep(2 * DAY_MS)
    expect(await runningServer.prune()).toBeGreaterThan(0)
    expect(runningServer.guard.waitMs()).toBe(0)
  })

  it('is kept after three months without a server until servers have run for 24 hours, then deleted', async () => {
    const startMs = Date.now() + 10 * DAY_MS
    {
      await using serverBefore = await start(createMachine(startMs))
      await serverBefore.api.post('/gear', camera(), { 'idempotency-key': 'rested' })
    }
    const machine = createMachine(startMs + 90 * DAY_MS)
    for (let day = 0; day < 3; day++) {
      await using runningServer = await start(machine)
      expect({ aheadMs: runningServer.clock.aheadMs(), pruned: await runningServer.prune() }).toEqual({
        aheadMs: 0,
        pruned: 0,
      })
      machine.run(8 * HOUR_MS)
      expect((await runningServer.prune()) > 0).toBe(day === 2)
      expect(runningServer.guard.waitMs()).toBe((2 - day) * 8 * HOUR_MS)
      machine.sleep(16 * HOUR_MS)
    }
    await using running = await start(machine)
    await running.api.post('/gear', camera(), { 'idempotency-key': 'later' })
    machine.run(2 * DAY_MS)
    expect(await running.prune()).toBeGreaterThan(0)
  })
})
