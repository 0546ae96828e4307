// Queues writes per account. They would otherwise block each other at the account's state row. Waiting writes share a
// transaction.
import type { Clock } from '../../platform/clock.ts'
import { DatabaseUnavailable, WritesStopped, type Database } from '../../platform/sql/types.ts'
import type { AccountWrite } from './write.ts'
import { runBatch, type AccountWriteOptions, type WaitingWrite, type WriteResult } from './writeBatch.ts'

/** A write that waits longer for its batch fails. */
const QUEUE_TIMEOUT_MS = 10_000

interface Queue {
  readonly waiting: WaitingWrite[]
  timer: NodeJS.Timeout | undefined
  /** Start of the present batch, by `performance.now()`. */
  batchSinceMs: number
}

interface Queues {
  readonly byAccount: Map<string, Queue>
  writes: number
}

const queuesByDatabase = new WeakMap<Database, Queues>()

function queuesOf(db: Database): Queues {
  const known = queuesByDatabase.get(db)
  if (known) return known
  const queues: Queues = { byAccount: new Map(), writes: 0 }
  queuesByDatabase.set(db, queues)
  return queues
}

/** Finds the accounts whose present batch has run for at least `minimumMs`, such as behind a lock of another server. */
export function findSlowAccounts(db: Database, minimumMs: number): { accounts: number; longestMs: number } {
  const nowMs = performance.now()
  const durationsMs = [...queuesOf(db).byAccount.values()].map(({ batchSinceMs }) => nowMs - batchSinceMs)
  const slow = durationsMs.filter((ms) => ms >= minimumMs)
  return { accounts: slow.length, longestMs: Math.max(0, ...slow) }
}

/** Number of writes that have not ended. */
export const countAccountWrites = (db: Database): number => queuesOf(db).writes

function rejectExpired(queue: Queue): void {
  const nowMs = performance.now()
  while (queue.waiting[0] && nowMs - queue.waiting[0].sinceMs >= QUEUE_TIMEOUT_MS)
    queue.waiting.shift()?.reject(new WritesStopped('too many writes wait for the database'))
  queue.timer = undefined
  watchFirst(queue)
}

function watchFirst(queue: Queue): void {
  const [first] = queue.waiting
  if (first && !queue.timer)
    queue.timer = setTimeout(() => rejectExpired(queue), QUEUE_TIMEOUT_MS - (performance.now() - first.sinceMs))
}

const isDurable = ({ options }: WaitingWrite): boolean => options.durable ?? true

/** Takes the writes that can share a commit with the first one. */
function takeBatch({ waiting }: Queue, maxBatch: number, durable: boolean): WaitingWrite[] {
  const end = waiting.findIndex((one) => isDurable(one) !== durable)
  return waiting.splice(0, Math.min(end < 0 ? waiting.length : end, maxBatch))
}

function reportCommitted({ waiting, write, outcome }: WriteResult): void {
  if ('error' in outcome) return waiting.reject(outcome.error)
  try {
    waiting.options.onCommitted?.(write)
    waiting.resolve(outcome.value)
  } catch (error) {
    waiting.reject(error)
  }
}

function reportFailed(batch: readonly WaitingWrite[], results: readonly WriteResult[], error: unknown): void {
  if (error instanceof WritesStopped && error.uncertain)
    for (const { waiting, write, outcome } of results) if ('value' in outcome) waiting.options.onUncertain?.(write)
  for (const { reject } of batch) reject(error)
}

/**
 * Commits the waiting writes. If one fails in the database, or the connection is lost before the commit, all run again,
 * each in its own savepoint.
 */
async function writeNextBatch(db: Database, account: string, queue: Queue): Promise<void> {
  const durable = queue.waiting[0] === undefined || isDurable(queue.waiting[0])
  let batch: WaitingWrite[] | undefined
  let results: WriteResult[] = []
  const write = (isAlone: boolean): Promise<void> =>
    db.write(
      async (tx) => {
        // The batch is taken late, so that writes that arrive before the transaction begins join it.
        batch ??= takeBatch(queue, db.maxBatch, durable)
        results = await runBatch(tx, account, batch, isAlone)
      },
      { durable },
    )
  const isRepeatable = (error: unknown): boolean =>
    batch !== undefined &&
    (error instanceof DatabaseUnavailable ? error instanceof WritesStopped && error.isConnectionLost : batch.length > 1)
  try {
    await write(false).catch((error: unknown) => {
      if (isRepeatable(error)) return write(!(error instanceof DatabaseUnavailable))
      throw error
    })
  } catch (error) {
    return reportFailed(batch ?? takeBatch(queue, db.maxBatch, durable), results, error)
  }
  results.forEach(reportCommitted)
}

async function runQueue(db: Database, account: string, queue: Queue): Promise<void> {
  while (queue.waiting.length > 0) {
    queue.batchSinceMs = performance.now()
    await writeNextBatch(db, account, queue)
  }
  clearTimeout(queue.timer)
  queuesOf(db).byAccount.delete(account)
}

/**
 * Runs one write of an account. It resolves when the commit is durable. A job may run again after a rollback, so it
 * must carry no state between runs.
 * @throws WritesStopped when the database cannot be written; the job's own error after a rollback
 */
export async function writeAccount<T>(
  db: Database,
  clock: Clock,
  account: string,
  job: (write: AccountWrite) => Promise<T>,
  options: AccountWriteOptions = {},
): Promise<T> {
  const queues = queuesOf(db)
  queues.writes += 1
  try {
    return await new Promise<T>((resolve, reject) => {
      const waiting: WaitingWrite = {
        clock,
        options,
        sinceMs: performance.now(),
        job,
        resolve: resolve as (value: unknown) => void,
        reject,
      }
      const queue = queues.byAccount.get(account)
      if (queue) {
        queue.waiting.push(waiting)
        return watchFirst(queue)
      }
      const created: Queue = { waiting: [waiting], timer: undefined, batchSinceMs: performance.now() }
      queues.byAccount.set(account, created)
      void runQueue(db, account, created)
    })
  } finally {
    queues.writes -= 1
  }
}
