import { LRUCache } from 'lru-cache'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { Actor } from './keyCache.ts'
import { recordKeyUse, type KeyUse } from './keyStore.ts'

const UPDATE_INTERVAL_MS = 60_000
const FLUSH_AFTER_MS = 2000
/** Maximum keys whose last record is cached. An evicted key is recorded slightly more often. */
const MAX_KEYS = 10_000

export interface LastUseRecorder {
  /** Records a use at most once a minute. Asynchronous: a crash within seconds loses it. */
  record(actor: Actor, ip: string): void
  close(): Promise<void>
}

/** Writes last uses in batches, without locking accounts. */
export function createLastUseRecorder(db: Database, clock: Clock, log: Logger): LastUseRecorder {
  const recordedAtMs = new LRUCache<string, number>({ max: MAX_KEYS })
  let pendingUses = new Map<string, KeyUse>()
  let flushing: Promise<void> = Promise.resolve()
  const write = async (uses: readonly KeyUse[]): Promise<void> => {
    try {
      await db.write(
        async (tx) => {
          for (const use of uses) await recordKeyUse(tx, use)
        },
        { durable: false },
      )
    } catch (error) {
      log.warn({ err: error, keys: uses.length }, 'the last uses of keys could not be written; trying again')
      for (const use of uses) if (!pendingUses.has(use.id)) pendingUses.set(use.id, use)
    }
  }
  const flush = (): Promise<void> => {
    if (pendingUses.size > 0) {
      // A fixed order avoids deadlocks between servers.
      const uses = [...pendingUses.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
      pendingUses = new Map()
      flushing = flushing.then(() => write(uses))
    }
    return flushing
  }
  const timer = setInterval(() => void flush(), FLUSH_AFTER_MS)
  return {
    record(actor, ip) {
      const nowMs = clock.nowMs()
      const previousMs = recordedAtMs.get(actor.keyId)
      if (previousMs !== undefined && nowMs >= previousMs && nowMs - previousMs < UPDATE_INTERVAL_MS) return
      recordedAtMs.set(actor.keyId, nowMs)
      pendingUses.set(actor.keyId, { account: actor.account, id: actor.keyId, at: toIsoTime(nowMs), ip })
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
