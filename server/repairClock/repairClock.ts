import { v7 } from 'uuid'
import type { Database } from '../../platform/sql/types.ts'
import { storeAccountState, lockAccountState } from '../db/accountState.ts'
import type { Schema } from '../db/schema.ts'
import { writeAccount } from '../db/write.ts'
import { auditOperator } from '../audit/operator.ts'
import { repairRecords } from './repairRecords.ts'
import { repairTimes } from './repairTimes.ts'

/** An account's clock ahead by less than this is no damage: it is right again by itself. */
const TOLERATED_MS = 60_000

export interface Repaired {
  /** How far the account's clock was ahead; 0: it was not. */
  aheadMs: number
  /** How many records had times in the future. */
  records: number
}

/** Puts the account's clock back. Ids go on rising from where they are, so that lists keep their order. @returns how far it was ahead */
const putBack = (db: Database, account: string, nowMs: number): Promise<number> =>
  db.write(
    async (tx) => {
      const state = await lockAccountState(tx, account)
      const aheadMs = state.clock_ms - nowMs
      if (aheadMs < TOLERATED_MS) return 0
      state.id_ms = Math.max(state.id_ms, state.clock_ms)
      state.clock_ms = nowMs
      storeAccountState(tx, state)
      return aheadMs
    },
    { lane: account },
  )

/**
 * Mends an account whose clock a server with a wrong clock has moved ahead: times in the future become now. What the audit and the events
 * say of that time stays. May be run again after it was interrupted.
 * @param nowMs the right time @returns `undefined` when there is no such account
 */
export async function repairClock(db: Database, account: string, nowMs: number): Promise<Repaired | undefined> {
  const known = await db.read((tx) => tx.query(tx.builder<Schema>().selectFrom('account').select('id').where('id', '=', account)))
  if (known.length === 0) return undefined
  const aheadMs = await putBack(db, account, nowMs)
  const records = await writeAccount(db, { nowMs: () => nowMs }, account, async (write) => {
    await repairTimes(write)
    const requestId = v7({ msecs: nowMs })
    const repaired = await repairRecords(write, requestId)
    await auditOperator(write, '/account/repair-clock', requestId)
    return repaired
  })
  return { aheadMs, records }
}
