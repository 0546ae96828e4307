import { randomUUID } from 'node:crypto'
import type { WorkerContext } from './context.ts'
import { releaseLease, takeLease } from '../state/leases.ts'

/** What one worker of the account does, as long as it lives. */
export interface Hold {
  /** Whether this worker has the lease now; takes it when it is free. Renewed at half time, so that most calls cost nothing. */
  isHeld: () => Promise<boolean>
  release: () => Promise<void>
}

/** @param forMs a worker that died makes way for another after this time */
export function createHold({ state, clock }: Pick<WorkerContext, 'state' | 'clock'>, name: string, forMs: number): Hold {
  const holder = randomUUID()
  let until = 0
  const isHeld = async (): Promise<boolean> => {
    const nowMs = clock.nowMs()
    if (until - nowMs > forMs / 2) return true
    const has = await state.write((tx) => takeLease(tx, { name, holder, nowMs, forMs }), { durable: false })
    until = has ? nowMs + forMs : 0
    return has
  }
  return { isHeld, release: async () => void (await state.write((tx) => releaseLease(tx, name, holder))) }
}
