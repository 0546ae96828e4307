import { randomUUID } from 'node:crypto'
import type { WorkerContext } from './context.ts'
import { releaseLease, acquireLease } from '../state/leases.ts'

/** A lease that one worker of the account holds while it lives. */
export interface Lease {
  /** Acquires the lease if it is free. Renews it at half time, so most calls cost nothing. */
  isHeld: () => Promise<boolean>
  release: () => Promise<void>
}

/** @param forMs time after which a dead worker's lease expires */
export function createLease({ state, clock }: Pick<WorkerContext, 'state' | 'clock'>, name: string, forMs: number): Lease {
  const holder = randomUUID()
  let until = 0
  const isHeld = async (): Promise<boolean> => {
    const nowMs = clock.nowMs()
    if (until - nowMs > forMs / 2) return true
    const has = await state.write((tx) => acquireLease(tx, { name, holder, nowMs, forMs }), { durable: false })
    until = has ? nowMs + forMs : 0
    return has
  }
  return { isHeld, release: async () => void (await state.write((tx) => releaseLease(tx, name, holder))) }
}
