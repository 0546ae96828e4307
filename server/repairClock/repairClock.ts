import { v7 } from 'uuid'
import type { Database } from '../../platform/sql/types.ts'
import { storeAccountState, lockAccountState } from '../db/accountState.ts'
import type { Schema } from '../db/schema.ts'
import { writeAccount } from '../db/writeAccount.ts'
import { auditOperator } from '../audit/operator.ts'
import { repairRecords } from './repairRecords.ts'
import { repairTimes } from './repairTimes.ts'

/** A clock that is ahead by less needs no repair, because real time soon reaches it. */
const TOLERATED_LEAD_MS = 60_000

export interface ClockRepairResult {
  /** Milliseconds by which the account's clock was ahead; 0 if it was not. */
  aheadMs: number
  records: number
}

/**
 * Resets the account's clock. Ids keep rising, so that lists keep their order.
 * @returns the milliseconds by which it was ahead
 */
const resetClock = (db: Database, account: string, nowMs: number): Promise<number> =>
  db.write(async (tx) => {
    const state = await lockAccountState(tx, account)
    const aheadMs = state.clock_ms - nowMs
    if (aheadMs < TOLERATED_LEAD_MS) return 0
    state.id_ms = Math.max(state.id_ms, state.clock_ms)
    state.clock_ms = nowMs
    storeAccountState(tx, state)
    return aheadMs
  })

/**
 * Repairs an account whose clock a server with a wrong clock has moved ahead. Future times become now; audit and events
 * stay. It can be repeated.
 * @param nowMs the right time
 * @returns `undefined` for an unknown account
 */
export async function repairClock(
  db: Database,
  account: string,
  nowMs: number,
): Promise<ClockRepairResult | undefined> {
  const known = await db.read((tx) =>
    tx.query(tx.builder<Schema>().selectFrom('account').select('id').where('id', '=', account)),
  )
  if (known.length === 0) return undefined
  const aheadMs = await resetClock(db, account, nowMs)
  const records = await writeAccount(db, { nowMs: () => nowMs }, account, async (write) => {
    await repairTimes(write)
    const requestId = v7({ msecs: nowMs })
    const repaired = await repairRecords(write, requestId)
    await auditOperator(write, '/account/repair-clock', requestId)
    return repaired
  })
  return { aheadMs, records }
}
