import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import { writeAccount } from '../db/write.ts'
import { appendAudit } from './chain.ts'
import type { AuditEntry } from './entry.ts'

const FLUSH_AFTER_MS = 500
const FLUSH_AT_ROWS = 512
/** Rows kept while the database takes no writes; beyond it the oldest are dropped and the drop is logged. */
const MAX_WAITING = 100_000

export interface AuditBuffer {
  /** Takes the entry of a request that wrote nothing. It is on disk within a second; a crash before loses it. */
  add(account: string, entry: AuditEntry): void
  /** Rows that are not written yet. */
  waiting(): number
  /** Writes what is waiting. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * Collects audit rows of reads and refusals and writes them in batches, one link of the chain per batch and account.
 * Full batches do not wait for the disk; the timer's do, and take the earlier ones with them.
 */
export function createAuditBuffer(db: Database, clock: Clock, log: Logger): AuditBuffer {
  let waiting = new Map<string, AuditEntry[]>()
  let count = 0
  let unsynced = false
  let flushing: Promise<void> = Promise.resolve()
  const keep = (account: string, entries: AuditEntry[], error: unknown): void => {
    log.warn({ err: error, rows: entries.length }, 'audit rows could not be written, trying again')
    if (count + entries.length > MAX_WAITING) {
      log.error({ rows: entries.length }, 'audit rows dropped: the database has not taken writes for too long')
      return
    }
    waiting.set(account, [...entries, ...(waiting.get(account) ?? [])])
    count += entries.length
  }
  const writeAll = async (batches: Map<string, AuditEntry[]>, durable: boolean): Promise<void> => {
    for (const [account, entries] of batches) {
      try {
        await writeAccount(db, clock, account, (write) => appendAudit(write, entries), { durable })
        unsynced = !durable
      } catch (error) {
        keep(account, entries, error)
      }
    }
  }
  const flush = (durable: boolean): Promise<void> => {
    if (count > 0) {
      const batches = waiting
      waiting = new Map()
      count = 0
      flushing = flushing.then(() => writeAll(batches, durable))
    } else if (durable && unsynced) {
      unsynced = false
      flushing = flushing
        .then(() => db.write(() => Promise.resolve()))
        .catch((error: unknown) => {
          unsynced = true
          log.warn({ err: error }, 'audit rows are not on the disk yet, trying again')
        })
    }
    return flushing
  }
  const timer = setInterval(() => void flush(true), FLUSH_AFTER_MS)
  return {
    add(account, entry) {
      const entries = waiting.get(account)
      if (entries) entries.push(entry)
      else waiting.set(account, [entry])
      if (++count % FLUSH_AT_ROWS === 0) void flush(false)
    },
    waiting: () => count,
    flush: () => flush(true),
    async close() {
      clearInterval(timer)
      await flush(true)
    },
  }
}
