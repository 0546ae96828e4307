import { isoTime, type Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import { writeAccount, type Write } from '../db/write.ts'
import { appendAudit, hasLink, type ChainEnd } from './chain.ts'
import type { AuditEntry } from './entry.ts'
import { createRefusalCounter } from './refusals.ts'

const FLUSH_AFTER_MS = 500
const FLUSH_AT_ROWS = 512
/** Rows kept while the database takes no writes; beyond it the oldest are dropped and the drop is logged. */
const MAX_WAITING = 100_000

export interface AuditBuffer {
  /**
   * Takes the entry of a request that wrote nothing. It is on disk within a second; a crash before loses it. A key's refusals beyond ten
   * within a minute are counted and written after it.
   * @param unless leaves it out if the chain has ended there: then the request did write, and its row came with the write
   */
  add(account: string, entry: AuditEntry, unless?: ChainEnd): void
  /** Rows that are not written yet. */
  waiting(): number
  /** Writes what is waiting. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Rows of one account. `end`: they may be written already, and then the chain has ended there. */
interface Batch {
  account: string
  entries: AuditEntry[]
  end: ChainEnd | undefined
}

/** After an outage very many rows may wait: none of their links is larger than others, so that checking and pruning one stays short. */
function inBatches(account: string, entries: AuditEntry[]): Batch[] {
  const batches: Batch[] = []
  for (let from = 0; from < entries.length; from += FLUSH_AT_ROWS)
    batches.push({ account, entries: entries.slice(from, from + FLUSH_AT_ROWS), end: undefined })
  return batches
}

/** Writes a batch. @returns the batch to try again, and why, if it was not written or if nobody knows */
async function writeBatch(db: Database, clock: Clock, batch: Batch, durable: boolean): Promise<{ again: Batch; error: unknown } | undefined> {
  let { end } = batch
  const job = async (write: Write): Promise<void> => {
    if (batch.end === undefined || !(await hasLink(write, batch.end))) await appendAudit(write, batch.entries)
  }
  const uncertain = ({ state }: Write): void => {
    end = { seq: state.audit_seq, hash: state.audit_hash }
  }
  try {
    await writeAccount(db, clock, batch.account, job, { durable, uncertain })
    return undefined
  } catch (error) {
    return { again: { ...batch, end }, error }
  }
}

interface WaitingRows {
  count(): number
  add(account: string, entry: AuditEntry): void
  /** Puts rows back before those that came later. */
  putBack(account: string, entries: readonly AuditEntry[]): void
  takeAll(): Batch[]
}

/** Rows that are to be written, by account. */
function createWaitingRows(): WaitingRows {
  let rows = new Map<string, AuditEntry[]>()
  let count = 0
  return {
    count: () => count,
    add(account, entry) {
      const entries = rows.get(account)
      if (entries) entries.push(entry)
      else rows.set(account, [entry])
      count += 1
    },
    putBack(account, entries) {
      rows.set(account, [...entries, ...(rows.get(account) ?? [])])
      count += entries.length
    },
    takeAll() {
      const batches = [...rows].flatMap(([account, entries]) => inBatches(account, entries))
      rows = new Map()
      count = 0
      return batches
    },
  }
}

/**
 * Collects audit rows of reads and refusals and writes them in batches, one link of the chain per batch and account.
 * Full batches do not wait for the disk; the timer's do, and take the earlier ones with them.
 */
export function createAuditBuffer(db: Database, clock: Clock, log: Logger): AuditBuffer {
  const refusals = createRefusalCounter()
  const waiting = createWaitingRows()
  let unsure: Batch[] = []
  let unsynced = false
  let flushing: Promise<void> = Promise.resolve()
  const keep = (account: string, entries: AuditEntry[], error: unknown): void => {
    log.warn({ err: error, rows: entries.length }, 'audit rows could not be written, trying again')
    if (waiting.count() + entries.length > MAX_WAITING) {
      log.error({ rows: entries.length }, 'audit rows dropped: the database has not taken writes for too long')
      return
    }
    waiting.putBack(account, entries)
  }
  const writeAll = async (batches: readonly Batch[], durable: boolean): Promise<void> => {
    for (const batch of batches) {
      const left = await writeBatch(db, clock, batch, durable)
      if (!left) unsynced = !durable
      else if (left.again.end) unsure.push(left.again)
      else keep(batch.account, batch.entries, left.error)
    }
  }
  const takeRefusals = (now?: string): void => {
    for (const { account, entries } of refusals.takeEnded(now)) for (const entry of entries) waiting.add(account, entry)
  }
  const flush = (durable: boolean): Promise<void> => {
    takeRefusals(isoTime(clock.nowMs()))
    if (waiting.count() > 0 || unsure.length > 0) {
      const batches = [...unsure, ...waiting.takeAll()]
      unsure = []
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
    add(account, entry, unless) {
      if (unless) return void unsure.push({ account, entries: [entry], end: unless })
      if (entry.status >= 400 && !refusals.add(account, entry)) return
      waiting.add(account, entry)
      if (waiting.count() % FLUSH_AT_ROWS === 0) void flush(false)
    },
    waiting: () => waiting.count() + refusals.waiting(),
    flush: () => flush(true),
    async close() {
      clearInterval(timer)
      takeRefusals()
      await flush(true)
    },
  }
}
