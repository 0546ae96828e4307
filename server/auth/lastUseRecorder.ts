import { LRUCache } from 'lru-cache'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'

const UPDATE_INTERVAL_MS = 60_000
const FLUSH_AFTER_MS = 2000
/** Maximum number of keys or sessions whose last record is cached. An evicted one is recorded slightly more often. */
const MAX_CACHED = 10_000

/** A use of a key or of a session. */
export interface Use {
  account: string
  id: string
  at: string
  ip: string
}

export interface LastUseRecorder {
  /** Records a use at most once a minute. Asynchronous: a crash within seconds loses it. */
  record(account: string, id: string, ip: string): void
  close(): Promise<void>
}

interface RecorderDeps {
  db: Database
  clock: Clock
  log: Logger
}

/**
 * Writes last uses in batches, without locking accounts.
 * @param store writes one use
 * @param things name of the used things, for the log
 */
export function createLastUseRecorder(
  { db, clock, log }: RecorderDeps,
  store: (tx: Tx, use: Use) => Promise<unknown>,
  things: 'keys' | 'sessions',
): LastUseRecorder {
  const recordedAtMs = new LRUCache<string, number>({ max: MAX_CACHED })
  let pendingUses = new Map<string, Use>()
  let flushing: Promise<void> = Promise.resolve()
  const write = async (uses: readonly Use[]): Promise<void> => {
    try {
      await db.write(
        async (tx) => {
          for (const use of uses) await store(tx, use)
        },
        { durable: false },
      )
    } catch (error) {
      log.warn({ err: error, count: uses.length }, `the last uses of ${things} could not be written; trying again`)
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
    record(account, id, ip) {
      const nowMs = clock.nowMs()
      const previousMs = recordedAtMs.get(id)
      if (previousMs !== undefined && nowMs >= previousMs && nowMs - previousMs < UPDATE_INTERVAL_MS) return
      recordedAtMs.set(id, nowMs)
      pendingUses.set(id, { account, id, at: toIsoTime(nowMs), ip })
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
