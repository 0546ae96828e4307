import { LRUCache } from 'lru-cache'
import { isoTime, type Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { Actor } from './keys.ts'
import { markUsed, type KeyUse } from './keyStore.ts'

const NOTED_EVERY_MS = 60_000
const FLUSH_AFTER_MS = 2000
/** Keys whose last note is remembered; one that is forgotten is noted a little more often. */
const MAX_KEYS = 10_000

export interface LastUsed {
  /** Notes that a key was used now, at most once a minute. No request waits for it; a crash within seconds loses it. */
  note(actor: Actor, ip: string): void
  close(): Promise<void>
}

/** Collects when and whence keys were used and writes that in batches, without the account's state row. */
export function createLastUsed(db: Database, clock: Clock, log: Logger): LastUsed {
  const notedMs = new LRUCache<string, number>({ max: MAX_KEYS })
  let waiting = new Map<string, KeyUse>()
  let flushing: Promise<void> = Promise.resolve()
  const write = async (uses: readonly KeyUse[]): Promise<void> => {
    try {
      await db.write(
        async (tx) => {
          for (const use of uses) await markUsed(tx, use)
        },
        { durable: false },
      )
    } catch (error) {
      log.warn({ err: error, keys: uses.length }, 'when keys were last used could not be written, trying again')
      for (const use of uses) if (!waiting.has(use.id)) waiting.set(use.id, use)
    }
  }
  const flush = (): Promise<void> => {
    if (waiting.size > 0) {
      // Always in one order: two servers must not wait for each other's rows.
      const uses = [...waiting.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
      waiting = new Map()
      flushing = flushing.then(() => write(uses))
    }
    return flushing
  }
  const timer = setInterval(() => void flush(), FLUSH_AFTER_MS)
  return {
    note(actor, ip) {
      const nowMs = clock.nowMs()
      const before = notedMs.get(actor.keyId)
      if (before !== undefined && nowMs >= before && nowMs - before < NOTED_EVERY_MS) return
      notedMs.set(actor.keyId, nowMs)
      waiting.set(actor.keyId, { account: actor.account, id: actor.keyId, at: isoTime(nowMs), ip })
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
