import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { createKeyedMutex } from '../../platform/keyedMutex.ts'
import { DatabaseUnavailable, type Database, type Tx } from '../../platform/sql/types.ts'
import { readLeaseClockMs } from './leaseClock.ts'
import { acquireLease, findLeaseHolder, lockHeldLease, releaseLease, renewLease } from './leases.ts'

// Runs work with the same name one at a time, on all hosts. Work queues inside this process; a lease row decides between processes.

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

/** Another process has acquired the lock, because this one did not renew it in time. Nothing was written. */
class LockLost extends DatabaseUnavailable {
  override name = 'LockLost'
}

/** Identifies this process, so that the locks of a dead process on this host are acquired immediately. */
const PROCESS_ID = randomUUID()

/** Creates a unique holder per acquisition. Its last part is the fence that every write of the work checks. */
const createHolder = (): string => [hostname(), process.pid, PROCESS_ID, randomUUID()].join('#')

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True for a process of this host that has ended. A container's next process may have the same pid. */
function isDead(holder: string): boolean {
  const [host, pidText, processId] = holder.split('#')
  const pid = Number(pidText)
  if (host !== hostname() || !Number.isInteger(pid)) return false
  return pid === process.pid ? processId !== PROCESS_ID : !isProcessAlive(pid)
}

/** Wraps the database so that its writes fail once the lock is lost. */
function fenceWrites(state: Database, name: string, holder: string): Database {
  const requireLock = async (tx: Tx): Promise<void> => {
    if (!(await lockHeldLease(tx, name, holder)))
      throw new LockLost(`The lock ${name} was lost: this process was paused for too long.`)
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
  const renew = async (name: string, holder: string): Promise<void> => {
    const nowMs = await readLeaseClockMs(state, clock)
    await state.write((tx) => renewLease(tx, { name, holder, nowMs, forMs: LOCK_MS }), { durable: false })
  }
  const release = (name: string, holder: string): Promise<unknown> =>
    state.write((tx) => releaseLease(tx, name, holder), { durable: false })
  return (name, work, base = state) =>
    mutex(name, async () => {
      const holder = createHolder()
      while (!(await tryAcquire(name, holder))) await delay(POLL_INTERVAL_MS)
      // A failed renewal or release is not reported: the lease expires, and writes check the fence.
      const timer = setInterval(() => void renew(name, holder).catch(() => undefined), RENEW_INTERVAL_MS)
      try {
        return await work(fenceWrites(base, name, holder))
      } finally {
        clearInterval(timer)
        await release(name, holder).catch(() => undefined)
      }
    })
}
