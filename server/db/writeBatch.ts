import type { Clock } from '../../platform/clock.ts'
import type { LookupKey } from '../../platform/sql/lookup.ts'
import type { Outcome, Tx, WriteOptions } from '../../platform/sql/types.ts'
import { AppError } from '../errors.ts'
import { lockAccountState, storeAccountState, type AccountState } from './accountState.ts'
import { addToSums, createWrite, type AccountWrite, type PendingSums } from './write.ts'

export interface AccountWriteOptions extends WriteOptions {
  /** Rows that the job will read. A batch on PostgreSQL reads those of all its writes together. */
  reads?: readonly LookupKey[]
  onCommitted?: (write: AccountWrite) => void
  /** Called when the commit's outcome is unknown; the promise is rejected. */
  onUncertain?: (write: AccountWrite) => void
}

/** A write that waits for its batch. */
export interface WaitingWrite {
  readonly clock: Clock
  readonly options: AccountWriteOptions
  /** Milliseconds of `performance.now()`. */
  readonly sinceMs: number
  readonly job: (write: AccountWrite) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Stores the additions of successful writes, each row once. */
function storeSums(tx: Tx, account: string, results: readonly WriteResult[]): void {
  const sums: PendingSums = new Map()
  for (const { write, outcome } of results)
    if ('value' in outcome)
      for (const [sum, rows] of write.sums) for (const [id, addends] of rows) addToSums(sums, sum, id, addends)
  for (const [{ add, removeUnused }, rows] of sums) {
    for (const [id, { by, subtracts }] of rows) {
      if (by !== 0) tx.send(add, { account, id, by })
      if (subtracts) tx.send(removeUnused, { account, id })
    }
  }
}

export interface WriteResult {
  readonly waiting: WaitingWrite
  readonly write: AccountWrite
  readonly outcome: Outcome<unknown>
}

const copyState = (state: AccountState): AccountState => ({ ...state, counters: { ...state.counters } })

/** An AppError before the first change belongs to the write alone; any other error ends the batch. */
async function runJob(tx: Tx, write: AccountWrite, { job }: WaitingWrite, isAlone: boolean): Promise<Outcome<unknown>> {
  if (isAlone) return tx.savepoint(() => job(write))
  const { changes } = tx
  try {
    return { value: await job(write) }
  } catch (error) {
    if (error instanceof AppError && tx.changes === changes) return { error }
    throw error
  }
}

/**
 * Runs the writes of one account one after another, each on its own copy of the state, which is dropped if it fails.
 * Locking the account's state row first and storing it last gives exact counters, rising times, ordered events and one
 * audit chain on all servers.
 * @param isAlone true if each failed write is undone alone, which costs round trips
 */
export async function runBatch(
  tx: Tx,
  account: string,
  batch: readonly WaitingWrite[],
  isAlone: boolean,
): Promise<WriteResult[]> {
  const changesBefore = tx.changes
  const reads = isAlone ? [] : batch.flatMap(({ options }) => options.reads ?? [])
  // Both are sent together. The rows are read once the lock is held.
  const [locked] = await Promise.all([lockAccountState(tx, account), tx.readAhead(account, reads)])
  let state = locked
  const results: WriteResult[] = []
  for (const waiting of batch) {
    const write = createWrite(tx, copyState(state), waiting.clock.nowMs())
    const outcome = await runJob(tx, write, waiting, isAlone)
    if ('value' in outcome) state = write.state
    results.push({ waiting, write, outcome })
  }
  if (tx.changes === changesBefore) return results
  storeSums(tx, account, results)
  storeAccountState(tx, state)
  return results
}
