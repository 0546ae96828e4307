import { randomUUID } from 'node:crypto'
import { say } from '../../contract/sentences/say.ts'
import { GoogleUnavailable } from '../../platform/google/refused.ts'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import type { GoogleHost, QuotaPermit } from '../../sheets/sources/source.ts'
import {
  insertRequest,
  listRequestTimes,
  lockQuota,
  moveRequest,
  removeRequests,
  type RequestKind,
} from '../../state/calendars/googleQuota.ts'
import type { GoogleAccounts } from './googleAccounts.ts'

/** Maximum per minute, below Google's 60 reads and 60 writes per user and minute. */
const REQUESTS_PER_MINUTE = 50
const MINUTE_MS = 60_000

interface Quota {
  credential: string
  kind: RequestKind
}

/**
 * Reserves requests, all or none. A reservation counts from now and, once its request is made, from then: no sliding
 * minute has more requests than allowed.
 */
async function reserve(tx: Tx, quota: Quota, count: number, clock: Clock): Promise<string[]> {
  const nowMs = await lockQuota(tx, clock, quota)
  const times = await listRequestTimes(tx, quota, toIsoTime(nowMs - MINUTE_MS))
  const excess = times.length + count - REQUESTS_PER_MINUTE
  if (excess > 0) {
    const freeMs = Date.parse(times[Math.min(excess, times.length) - 1] ?? toIsoTime(nowMs)) + MINUTE_MS
    throw new GoogleUnavailable(say(quota.kind === 'read' ? 'google_reads_used_up' : 'google_writes_used_up'), {
      retryAfterMs: Math.max(1000, freeMs - nowMs),
    })
  }
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const read_id of ids) await insertRequest(tx, { read_id, ...quota, at: toIsoTime(nowMs) })
  return ids
}

/**
 * Gives sources access to Google. Several workers may share a credential, so quotas are in the database and use its
 * clock.
 */
export function createGoogleHost(state: Database, clock: Clock, accounts: GoogleAccounts): GoogleHost {
  const reserveRequests = async (quota: Quota, count: number): Promise<QuotaPermit> => {
    const ids = await state.write((tx) => reserve(tx, quota, count, clock))
    return {
      take: async () => {
        const id = ids.shift()
        await state.write(async (tx) => {
          const nowMs = await lockQuota(tx, clock, quota)
          if (id !== undefined && (await moveRequest(tx, id, toIsoTime(nowMs))) > 0) return
          await reserve(tx, quota, 1, clock)
        })
      },
      release: async () => {
        const unused = ids.splice(0)
        if (unused.length > 0) await state.write((tx) => removeRequests(tx, unused))
      },
    }
  }
  return {
    clock,
    connect: (access) => accounts.connect('sheets', access),
    reserveReads: (credential, count) => reserveRequests({ credential, kind: 'read' }, count),
    reserveWrites: (credential, count) => reserveRequests({ credential, kind: 'write' }, count),
  }
}
