import { randomUUID } from 'node:crypto'
import { GoogleUnavailable } from '../google/refused.ts'
import { toIsoTime, type Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/sql/types.ts'
import type { GoogleHost, ReadPermit } from '../sources/source.ts'
import { insertRead, listReadTimes, moveRead } from '../state/googleReads.ts'
import type { GoogleAccounts } from './googleAccounts.ts'

/** Below Google's 60 reads per user and minute. */
const READS_PER_MINUTE = 50
const MINUTE_MS = 60_000

/**
 * Reserves reads, all or none. A reservation counts from now on and, once its read is made, from then on: no sliding minute has more reads than
 * allowed.
 */
async function reserve(tx: Tx, credential: string, count: number, nowMs: number): Promise<string[]> {
  const times = await listReadTimes(tx, credential, toIsoTime(nowMs - MINUTE_MS))
  const excess = times.length + count - READS_PER_MINUTE
  if (excess > 0) {
    const freeMs = Date.parse(times[Math.min(excess, times.length) - 1] ?? toIsoTime(nowMs)) + MINUTE_MS
    throw new GoogleUnavailable('Other sheets use up the reads that Google allows in a minute.', Math.max(1000, freeMs - nowMs))
  }
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const read_id of ids) await insertRead(tx, { read_id, credential, at: toIsoTime(nowMs) })
  return ids
}

/** How sources reach Google. The quota is kept in its database, because several workers may share a credential. */
export function createGoogleHost(state: Database, clock: Clock, accounts: GoogleAccounts): GoogleHost {
  const reserveReads = async (credential: string, count: number): Promise<ReadPermit> => {
    const ids = await state.write((tx) => reserve(tx, credential, count, clock.nowMs()))
    return {
      take: () =>
        state.write(async (tx) => {
          const id = ids.shift()
          const nowMs = clock.nowMs()
          if (id !== undefined && (await moveRead(tx, id, toIsoTime(nowMs))) > 0) return
          await reserve(tx, credential, 1, nowMs)
        }),
    }
  }
  return { clock, connect: () => accounts.connect('sheets'), reserveReads }
}
