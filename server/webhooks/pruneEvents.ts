import { sql } from 'kysely'
import { DAY_MS } from '../../contract/policies.ts'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { repeatWithPauses } from '../audit/pauses.ts'
import { defineStatement } from '../db/statement.ts'
import { findLastFannedOutSeq, readQueues } from './dispatch/queues.ts'

/** Rows per write. A write takes a few milliseconds and blocks other writes meanwhile. */
const BATCH_ROWS = 200
const PAUSE_FACTOR = 3
/** Maximum number of pending deliveries to scan. With more, the account's events stay until the next run. */
const MAX_PENDING_DELIVERIES = 20_000

const accounts = defineStatement<object, { account: string; events: number }>((db) =>
  db.selectFrom('account_state').select(['account_id as account', 'event_seq as events']),
)
const selectPending = defineStatement<{ account: string }, { seq: number }>((db, arg) =>
  db
    .selectFrom('webhook_delivery')
    .select('event_seq as seq')
    .where('account_id', '=', arg('account'))
    .where('next_at_ms', 'is not', null)
    .limit(sql.lit(MAX_PENDING_DELIVERIES)),
)
const oldest = defineStatement<{ account: string }, { seq: number; at: string }>((db, arg) =>
  db
    .selectFrom('event')
    .select(['seq', 'at'])
    .where('account_id', '=', arg('account'))
    .orderBy('seq')
    .limit(sql.lit(BATCH_ROWS)),
)
const removeUpTo = defineStatement<{ account: string; last: number }>((db, arg) =>
  db.deleteFrom('event').where('account_id', '=', arg('account')).where('seq', '<=', arg('last')),
)

/** Finds the last event that may be deleted: fanned out, and without pending deliveries. */
async function findLastPrunable(tx: Tx, account: string, events: number): Promise<number> {
  const queues = await readQueues(tx, [account])
  const fannedOut = queues.length === 0 ? events : findLastFannedOutSeq(queues)
  const pendingRows = await tx.all(selectPending, { account })
  if (pendingRows.length === MAX_PENDING_DELIVERIES) return 0
  return pendingRows.reduce((last, { seq }) => Math.min(last, seq - 1), fannedOut)
}

async function pruneBatch(tx: Tx, account: string, last: number, before: string): Promise<number> {
  const prunable = (await tx.all(oldest, { account })).filter((event) => event.seq <= last && event.at < before)
  const end = prunable.at(-1)
  return end ? tx.run(removeUpTo, { account, last: end.seq }) : 0
}

/**
 * Deletes old events without pending deliveries in small batches; `signal` stops it after the current batch.
 * @returns the number
 */
export async function pruneEvents(db: Database, clock: Clock, days: number, signal: AbortSignal): Promise<number> {
  let pruned = 0
  const before = toIsoTime(clock.nowMs() - days * DAY_MS)
  for (const { account, events } of await db.read((tx) => tx.all(accounts, {}))) {
    const last = await db.read((tx) => findLastPrunable(tx, account, events))
    pruned += await repeatWithPauses(
      () => db.write((tx) => pruneBatch(tx, account, last, before), { durable: false }),
      PAUSE_FACTOR,
      signal,
    )
  }
  return pruned
}
