import { v7 } from 'uuid'
import { isoTime, type Clock } from '../../platform/clock.ts'
import { randomForId } from '../../platform/random.ts'
import { WritesStopped, type Database, type Tx, type WriteOptions } from '../../platform/sql/types.ts'
import { storeAccountState, lockAccountState, type AccountState, type Versioned } from './accountState.ts'
import { addToCounter } from './counters.ts'

/** One write of one account: its transaction, its moment, and the state row that it holds. */
export interface Write {
  readonly tx: Tx
  readonly state: AccountState
  readonly account: string
  /** The write's moment, milliseconds since 1970; never earlier than that of the write before. */
  readonly atMs: number
  readonly at: string
  /** The server's clock at the write: for moments that are compared with a server's clock later, such as when a key expires. */
  readonly nowMs: number
  readonly now: string
  /** True once something was changed that must not be committed if the write fails. */
  changed: boolean
  /** Ids of the records that were created, changed or deleted. */
  readonly changedIds: string[]
  /** True once a key has changed: what is known of keys must be read anew. */
  keysChanged: boolean
  /** True once a webhook endpoint, or what waits for one, has changed. */
  webhooksChanged: boolean
  /** Id for a new record: UUIDv7 of the write's moment, greater than every id made before in this account. */
  newId(): string
  /** Notes that a resource's content has changed: its lists and their ETags are new. */
  touch(resource: Versioned): void
  /** Adds to one of the account's counters. */
  count(key: string, amount: number): void
}

function beginWrite(tx: Tx, state: AccountState, nowMs: number): Write {
  // A clock that jumps back must not make ids or times that sort before earlier ones.
  if (nowMs > state.clock_ms) {
    state.clock_ms = nowMs
    // Ids of a moment that was put back go on behind those of before.
    if (nowMs > state.id_ms) {
      state.id_ms = nowMs
      state.clock_seq = 0
    }
  }
  const atMs = state.clock_ms
  const write: Write = {
    tx,
    state,
    account: state.account_id,
    atMs,
    at: isoTime(atMs),
    nowMs,
    now: isoTime(nowMs),
    changed: false,
    changedIds: [],
    keysChanged: false,
    webhooksChanged: false,
    newId: () => v7({ msecs: Math.max(atMs, state.id_ms), seq: state.clock_seq++, random: randomForId() }),
    touch(resource) {
      write.changed = true
      state[`${resource}_version`] += 1
    },
    count(key, amount) {
      write.changed = true
      addToCounter(state.counters, key, amount)
    },
  }
  return write
}

export interface AccountWriteOptions extends Omit<WriteOptions, 'lane'> {
  /** Takes what the write needs beside its account, before it waits for the account's row. It throws where another write has it. */
  claim?: (tx: Tx) => Promise<void>
  /** Called once the write is on disk, before the promise resolves. */
  committed?: (write: Write) => void
  /** Called when nobody knows whether the write is on disk; the promise is rejected. */
  uncertain?: (write: Write) => void
}

/**
 * Runs one write of an account. The account's state row is taken first and stored last, in the same transaction as everything between:
 * this gives exact counters, rising times, events in commit order and one audit chain, on any number of servers.
 */
export async function writeAccount<T>(
  db: Database,
  clock: Clock,
  account: string,
  job: (write: Write) => Promise<T>,
  options: AccountWriteOptions = {},
): Promise<T> {
  let write: Write | undefined
  const run = async (tx: Tx): Promise<T> => {
    await options.claim?.(tx)
    const state = await lockAccountState(tx, account)
    write = beginWrite(tx, state, clock.nowMs())
    const value = await job(write)
    storeAccountState(tx, state)
    return value
  }
  try {
    const value = await db.write(run, { ...options, lane: account })
    if (write) options.committed?.(write)
    return value
  } catch (error) {
    if (write && error instanceof WritesStopped && error.uncertain) options.uncertain?.(write)
    throw error
  }
}
