import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'

/**
 * Reads the clock that decides leases and claims: the database server's, which all hosts share; on SQLite this host's.
 * Read it before the transaction: an earlier time only makes a lease shorter.
 */
export const readLeaseClockMs = async (state: Database, clock: Clock): Promise<number> =>
  (await state.clockMs()) ?? clock.nowMs()

/** Reads the clock of leases inside a transaction, for example after a wait for a lock. */
export const readLeaseClockMsIn = async (tx: Tx, clock: Clock): Promise<number> => (await tx.clockMs()) ?? clock.nowMs()
