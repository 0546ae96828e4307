import { toIsoTime, type Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { AccountWrite } from '../db/write.ts'
import { writeAccount } from '../db/writeAccount.ts'
import { appendAudit, hasLink, type ChainEnd } from './chain.ts'
import type { AuditEntry } from './entry.ts'
import { createRefusalMerger } from './refusalMerger.ts'

const FLUSH_AFTER_MS = 500
const FLUSH_AT_ROWS = 512
/**
 * Maximum number of rows to buffer while the database rejects writes. Beyond it, rows are dropped and the loss is
 * logged.
 */
const MAX_PENDING_ROWS = 100_000

export interface AuditBuffer {
  /**
   * Buffers the entry of a request that wrote nothing; it is on disk within a second. Refusals of a key beyond ten per
   * minute are merged.
   * @param uncertainEnd the chain's end if a commit with unknown outcome wrote the entry
   */
  add(account: string, entry: AuditEntry, uncertainEnd?: ChainEnd): void
  pending(): number
  flush(): Promise<void>
  close(): Promise<void>
}

/** Rows of one account. `end` is the end of the chain if an unconfirmed commit of these rows succeeded. */
interface Batch {
  account: string
  entries: AuditEntry[]
  end: ChainEnd | undefined
}

/** Splits rows into links of limited size, so that verifying and pruning a link stays short. */
function splitIntoBatches(account: string, entries: AuditEntry[]): Batch[] {
  const batches: Batch[] = []
  for (let from = 0; from < entries.length; from += FLUSH_AT_ROWS)
    batches.push({ account, entries: entries.slice(from, from + FLUSH_AT_ROWS), end: undefined })
  return batches
}

async function writeBatch(
  db: Database,
  clock: Clock,
  batch: Batch,
  durable: boolean,
): Promise<{ again: Batch; error: unknown } | undefined> {
  let { end } = batch
  const job = async (write: AccountWrite): Promise<void> => {
    if (batch.end === undefined || !(await hasLink(write, batch.end))) await appendAudit(write, batch.entries)
  }
  const onUncertain = ({ state }: AccountWrite): void => {
    end = { seq: state.audit_seq, hash: state.audit_hash }
  }
  try {
    await writeAccount(db, clock, batch.account, job, { durable, onUncertain })
    return undefined
  } catch (error) {
    return { again: { ...batch, end }, error }
  }
}

interface PendingRows {
  count(): number
  add(account: string, entry: AuditEntry): void
  prepend(account: string, entries: readonly AuditEntry[]): void
  drain(): Batch[]
}

function createPendingRows(): PendingRows {
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
    prepend(account, entries) {
      rows.set(account, [...entries, ...(rows.get(account) ?? [])])
      count += entries.length
    },
    drain() {
      const batches = [...rows].flatMap(([account, entries]) => splitIntoBatches(account, entries))
      rows = new Map()
      count = 0
      return batches
    },
  }
}

/**
 * Collects audit rows of reads and refusals and writes them in batches, one link per batch and account.
 * Full batches do not wait for the disk; the next batch of the timer flushes them.
 */
export function createAuditBuffer(db: Database, clock: Clock, log: Logger): AuditBuffer {
  const refusals = createRefusalMerger()
  const pendingRows = createPendingRows()
  let unconfirmed: Batch[] = []
  let hasUnsyncedRows = false
  let flushing: Promise<void> = Promise.resolve()
  const requeue = (account: string, entries: AuditEntry[], error: unknown): void => {
    log.warn({ err: error, rows: entries.length }, 'audit rows could not be written, trying again')
    if (pendingRows.count() + entries.length > MAX_PENDING_ROWS) {
      log.error({ rows: entries.length }, 'audit rows dropped: the database has not taken writes for too long')
      return
    }
    pendingRows.prepend(account, entries)
  }
  const writeAll = async (batches: readonly Batch[], durable: boolean): Promise<void> => {
    for (const batch of batches) {
      const failure = await writeBatch(db, clock, batch, durable)
      if (!failure) hasUnsyncedRows = !durable
      else if (failure.again.end) unconfirmed.push(failure.again)
      else requeue(batch.account, batch.entries, failure.error)
    }
  }
  const collectRefusals = (now?: string): void => {
    for (const { account, entries } of refusals.removeEnded(now))
      for (const entry of entries) pendingRows.add(account, entry)
  }
  const flush = (durable: boolean): Promise<void> => {
    collectRefusals(toIsoTime(clock.nowMs()))
    if (pendingRows.count() > 0 || unconfirmed.length > 0) {
      const batches = [...unconfirmed, ...pendingRows.drain()]
      unconfirmed = []
      flushing = flushing.then(() => writeAll(batches, durable))
    } else if (durable && hasUnsyncedRows) {
      hasUnsyncedRows = false
      flushing = flushing
        .then(() => db.write(() => Promise.resolve()))
        .catch((error: unknown) => {
          hasUnsyncedRows = true
          log.warn({ err: error }, 'audit rows are not on the disk yet, trying again')
        })
    }
    return flushing
  }
  const timer = setInterval(() => void flush(true), FLUSH_AFTER_MS)
  return {
    add(account, entry, uncertainEnd) {
      if (uncertainEnd) return void unconfirmed.push({ account, entries: [entry], end: uncertainEnd })
      if (entry.status >= 400 && !refusals.add(account, entry)) return
      pendingRows.add(account, entry)
      if (pendingRows.count() % FLUSH_AT_ROWS === 0) void flush(false)
    },
    pending: () => pendingRows.count() + refusals.pending(),
    flush: () => flush(true),
    async close() {
      clearInterval(timer)
      collectRefusals()
      await flush(true)
    },
  }
}
