import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { createKeyedMutex } from '../../platform/keyedMutex.ts'
import { readProcessSpace } from '../../platform/processSpace.ts'
import { DatabaseUnavailable, type Database, type Tx } from '../../platform/sql/types.ts'
import { readLeaseClockMs } from './leaseClock.ts'
import { acquireLease, findLeaseHolder, lockHeldLease, releaseLease, renewLease } from './leases.ts'

// Runs work with the same name one at a time, on all hosts. Work queues inside this process; a lease row decides
// between processes.

/** Time after which a lock is free if its process does not renew it. */
const LOCK_MS = 20_000
const RENEW_INTERVAL_MS = LOCK_MS / 4
const POLL_INTERVAL_MS = 200

/**
 * Runs `work` while no other work with the name runs. Its `state` refuses to write after the lock was lost, for example
 * in a paused process.
 * @param name `source:<id>`, `schedule:<id>`, `gear:<id>`, `calendars:<kind>` or `plan:<run>`
 * @param base the state of an outer lock; default: without one
 * @throws LockLost from writes of `state`
 */
export type WithLock = <T>(name: string, work: (state: Database) => Promise<T>, base?: Database) => Promise<T>

/** The lock is no longer this process's, for example because it was not renewed in time. Nothing was written. */
class LockLost extends DatabaseUnavailable {
  override name = 'LockLost'
}

/** Identifies this process, so that the locks of a dead process on this host are acquired immediately. */
const PROCESS_ID = randomUUID()

/**
 * Creates a unique holder per acquisition. Its last part is the fence that every write of the work checks. The name of
 * the host is for people: two hosts may have one.
 */
const createHolder = (): string =>
  [hostname(), process.pid, PROCESS_ID, readProcessSpace() ?? '', randomUUID()].join('#')

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * True for a process that has ended and whose number this process would see. Of others only the end of the lease
 * counts.
 */
function isDead(holder: string): boolean {
  const [, pidText, processId, space] = holder.split('#')
  const pid = Number(pidText)
  if (!space || space !== readProcessSpace() || !Number.isInteger(pid)) return false
  return pid === process.pid ? processId !== PROCESS_ID : !isProcessAlive(pid)
}

/** Describes the process of a holder. */
function describeHolder(holder: string | undefined): string {
  if (holder === undefined) return 'nobody has it now'
  const [host, pid] = holder.split('#')
  return `process ${pid} of the host ${host} has it now`
}

interface HeldLock {
  holder: string
  /** Time of the last renewal that succeeded, by `performance.now()`. */
  renewedAtMs: () => number
}

/** Wraps the database so that its writes fail once the lock is lost. */
function fenceWrites(state: Database, name: string, { holder, renewedAtMs }: HeldLock): Database {
  const requireLock = async (tx: Tx): Promise<void> => {
    if (await lockHeldLease(tx, name, holder)) return
    const current = describeHolder(await findLeaseHolder(tx, name))
    const ageS = Math.round((performance.now() - renewedAtMs()) / 1000)
    throw new LockLost(`The lock ${name} was lost: ${current}, and this process last renewed it ${ageS} s ago.`)
  }
  return {
    maxBatch: state.maxBatch,
    write: (job, options) =>
      state.write(async (tx) => {
        await requireLock(tx)
        return job(tx)
      }, options),
    read: (job, options) => state.read(job, options),
    runSlowRead: (read) => state.runSlowRead(read),
    foreignCommits: () => state.foreignCommits(),
    maintain: (task) => state.maintain(task),
    clockMs: () => state.clockMs(),
    close: () => state.close(),
  }
}

/** @param state the database of the locks */
export function createWithLock(state: Database, clock: Clock): WithLock {
  const mutex = createKeyedMutex()
  const tryAcquire = async (name: string, holder: string): Promise<boolean> => {
    const nowMs = await readLeaseClockMs(state, clock)
    return state.write(
      async (tx) => {
        const current = await findLeaseHolder(tx, name)
        if (current !== undefined && isDead(current)) await releaseLease(tx, name, current)
        return acquireLease(tx, { name, holder, nowMs, forMs: LOCK_MS })
      },
      { durable: false },
    )
  }
  const renew = async (name: string, holder: string): Promise<number> => {
    const nowMs = await readLeaseClockMs(state, clock)
    return state.write((tx) => renewLease(tx, { name, holder, nowMs, forMs: LOCK_MS }), { durable: false })
  }
  const release = (name: string, holder: string): Promise<unknown> =>
    state.write((tx) => releaseLease(tx, name, holder), { durable: false })
  return (name, work, base = state) =>
    mutex(name, async () => {
      const holder = createHolder()
      while (!(await tryAcquire(name, holder))) await delay(POLL_INTERVAL_MS)
      let renewedAtMs = performance.now()
      const renewOnce = async (): Promise<void> => {
        const begunAtMs = performance.now()
        if ((await renew(name, holder)) > 0) renewedAtMs = begunAtMs
      }
      // A failed renewal or release is not reported: the lease expires, and writes check the fence.
      const timer = setInterval(() => void renewOnce().catch(() => undefined), RENEW_INTERVAL_MS)
      try {
        return await work(fenceWrites(base, name, { holder, renewedAtMs: () => renewedAtMs }))
      } finally {
        clearInterval(timer)
        await release(name, holder).catch(() => undefined)
      }
    })
}
