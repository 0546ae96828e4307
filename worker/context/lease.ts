import { randomUUID } from 'node:crypto'
import type { StateAndClock } from './context.ts'
import { readLeaseClockMs } from '../../state/hosts/leaseClock.ts'
import { releaseLease, acquireLease } from '../../state/hosts/leases.ts'

/** A lease that at most one worker of the account holds at a time. */
export interface Lease {
  /** Acquires the lease if it is free. It renews the lease after half its duration, so most calls need no query. */
  isHeld: () => Promise<boolean>
  /** Frees the lease for other workers immediately. */
  release: () => Promise<void>
}

/** @param durationMs time after which a dead worker's lease expires */
export function createLease({ state, clock }: StateAndClock, name: string, durationMs: number): Lease {
  const holderId = randomUUID()
  // End by this process's monotonic clock, which nothing sets.
  let expiresAtMs = 0
  let acquiring: Promise<unknown> = Promise.resolve()
  const acquire = async (): Promise<boolean> => {
    const begunAtMs = performance.now()
    const nowMs = await readLeaseClockMs(state, clock)
    const isAcquired = await state.write(
      (tx) => acquireLease(tx, { name, holder: holderId, nowMs, forMs: durationMs }),
      { durable: false },
    )
    expiresAtMs = isAcquired ? begunAtMs + durationMs : 0
    return isAcquired
  }
  return {
    isHeld: async () => {
      if (expiresAtMs - performance.now() > durationMs / 2) return true
      const acquired = acquire()
      acquiring = acquired.catch(() => undefined)
      return acquired
    },
    release: async () => {
      // A running renewal would store the lease again after its release.
      await acquiring
      expiresAtMs = 0
      await state.write((tx) => releaseLease(tx, name, holderId))
    },
  }
}
