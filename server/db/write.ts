import { v7 } from 'uuid'
import type { EventActor } from '../../contract/events.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { takeRandomIdBytes } from '../../platform/randomIdBytes.ts'
import type { Statement, Tx } from '../../platform/sql/types.ts'
import type { AccountState, VersionedResource } from './accountState.ts'
import { addToCounter } from './counters.ts'

/**
 * A column to which writes add. A batch adds once per row, so that many writes do not update one row one after another.
 */
export interface Sum {
  readonly add: Statement<{ account: string; id: number; by: number }, unknown>
  /** Runs after the addition to a row from which a write has subtracted. */
  readonly removeUnused: Statement<{ account: string; id: number }, unknown>
}

/** Amounts that writes add to the rows of a sum, by id. */
export interface Addends {
  by: number
  subtracts: boolean
}

export type PendingSums = Map<Sum, Map<number, Addends>>

/** The key or operator that makes a write. */
export interface WriteActor extends EventActor {
  /** Run of the worker that makes it. */
  runId: string | null
}

/** The person at the server's terminal, who has no key. */
export const OPERATOR: WriteActor = { kind: 'operator', id: '00000000-0000-0000-0000-000000000000', runId: null }

/** One write of one account: its transaction, its time and its locked state row. */
export interface AccountWrite {
  readonly tx: Tx
  readonly state: AccountState
  readonly account: string
  /** Milliseconds since 1970, never earlier than the previous write. */
  readonly atMs: number
  readonly at: string
  /** Time of the server's clock, for times that are later compared with a clock, such as a key's expiry. */
  readonly nowMs: number
  readonly now: string
  /** Set by requests; commands at the server are an operator's. */
  actor: WriteActor
  /** True after a change that must not be committed if the write fails. */
  changed: boolean
  readonly changedIds: string[]
  /** True after a change of a key or of a session. */
  keysChanged: boolean
  webhooksChanged: boolean
  /** True after a change that leaves work on values of own fields to the background. */
  fieldsChanged: boolean
  /** Creates a UUIDv7 that is greater than every earlier id of the account. */
  newId(): string
  /** Increments a resource's version, which changes the ETags of its lists. */
  incrementVersion(resource: VersionedResource): void
  adjustCounter(key: string, amount: number): void
  /** Adds to a row at the end of the batch. */
  addToSum(sum: Sum, id: number, by: number): void
  readonly sums: PendingSums
}

export function addToSums(sums: PendingSums, sum: Sum, id: number, { by, subtracts }: Addends): void {
  const rows = sums.get(sum) ?? new Map<number, Addends>()
  sums.set(sum, rows)
  const before = rows.get(id)
  rows.set(id, { by: (before?.by ?? 0) + by, subtracts: subtracts || (before?.subtracts ?? false) })
}

/** @param state is changed by the write @param nowMs milliseconds since 1970 by the server's clock */
export function createWrite(tx: Tx, state: AccountState, nowMs: number): AccountWrite {
  // A backward clock jump must not make ids or times sort before earlier ones.
  if (nowMs > state.clock_ms) {
    state.clock_ms = nowMs
    // After a clock repair, new ids still follow the earlier ones.
    if (nowMs > state.id_ms) {
      state.id_ms = nowMs
      state.clock_seq = 0
    }
  }
  const atMs = state.clock_ms
  const write: AccountWrite = {
    tx,
    state,
    account: state.account_id,
    atMs,
    at: toIsoTime(atMs),
    nowMs,
    now: toIsoTime(nowMs),
    actor: OPERATOR,
    changed: false,
    changedIds: [],
    keysChanged: false,
    webhooksChanged: false,
    fieldsChanged: false,
    newId: () => v7({ msecs: Math.max(atMs, state.id_ms), seq: state.clock_seq++, random: takeRandomIdBytes() }),
    incrementVersion(resource) {
      write.changed = true
      state[`${resource}_version`] += 1
    },
    adjustCounter(key, amount) {
      write.changed = true
      addToCounter(state.counters, key, amount)
    },
    sums: new Map(),
    addToSum(sum, id, by) {
      write.changed = true
      addToSums(write.sums, sum, id, { by, subtracts: by < 0 })
    },
  }
  return write
}
