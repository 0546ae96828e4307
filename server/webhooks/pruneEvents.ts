import { sql } from 'kysely'
import { DAY_MS } from '../../contract/policies.ts'
import { isoTime, type Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import { repeatWithRests } from '../audit/rest.ts'
import { define } from '../db/statement.ts'
import { handedOutUpTo, readQueues } from './dispatch/queues.ts'

/** Events deleted in one write: a few milliseconds, during which no other write runs. */
const ROWS_AT_ONCE = 200
/** Between the writes others have the database three times as long. */
const REST = 3
/** With more deliveries waiting than this, looking through them would take others' time: the account's events stay until the next run. */
const MOST_WAITING = 20_000

const accounts = define<object, { account: string; events: number }>((db) =>
  db.selectFrom('account_state').select(['account_id as account', 'event_seq as events']),
)
const waiting = define<{ account: string }, { seq: number }>((db, arg) =>
  db
    .selectFrom('webhook_delivery')
    .select('event_seq as seq')
    .where('account_id', '=', arg('account'))
    .where('next_at_ms', 'is not', null)
    .limit(sql.lit(MOST_WAITING)),
)
const oldest = define<{ account: string }, { seq: number; at: string }>((db, arg) =>
  db.selectFrom('event').select(['seq', 'at']).where('account_id', '=', arg('account')).orderBy('seq').limit(sql.lit(ROWS_AT_ONCE)),
)
const removeUpTo = define<{ account: string; last: number }>((db, arg) =>
  db.deleteFrom('event').where('account_id', '=', arg('account')).where('seq', '<=', arg('last')),
)

/** The event up to which an account's may go: every one was handed out to whom it is meant for, and none of them waits to be sent. */
async function lastToGo(tx: Tx, account: string, events: number): Promise<number> {
  const queues = await readQueues(tx, [account])
  const handedOut = queues.length === 0 ? events : handedOutUpTo(queues)
  const needed = await tx.column(waiting, { account })
  if (needed.length === MOST_WAITING) return 0
  return needed.reduce((last, seq) => Math.min(last, seq - 1), handedOut)
}

async function pruneSome(tx: Tx, account: string, last: number, before: string): Promise<number> {
  const old = (await tx.all(oldest, { account })).filter((event) => event.seq <= last && event.at < before)
  const end = old.at(-1)
  return end ? tx.run(removeUpTo, { account, last: end.seq }) : 0
}

/**
 * Deletes events that are older than the days say and that nobody waits for, in small writes with rests between.
 * @param signal ends it after the write that is under way; the next run goes on
 * @returns how many
 */
export async function pruneEvents(db: Database, clock: Clock, days: number, signal: AbortSignal): Promise<number> {
  let pruned = 0
  const before = isoTime(clock.nowMs() - days * DAY_MS)
  for (const { account, events } of await db.read((tx) => tx.all(accounts, {}))) {
    const last = await db.read((tx) => lastToGo(tx, account, events))
    pruned += await repeatWithRests(() => db.write((tx) => pruneSome(tx, account, last, before), { durable: false }), REST, signal)
  }
  return pruned
}
