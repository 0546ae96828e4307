import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import { define } from '../../db/statement.ts'
import { insertDeliveries, type NewDelivery } from './insertDeliveries.ts'
import { wants } from './patterns.ts'

/** As long as every endpoint that could be served has so many deliveries due, no more are made: what waits as an event costs nothing. */
const ENOUGH_DUE = 250
const TEST_EVENT = 'webhook.test'

interface Event {
  seq: number
  id: string
  type: string
}

interface Endpoint {
  id: string
  events: string
  after_seq: number
}

const eventsAfter = define<{ account: string; seq: number; limit: number }, Event>((db, arg) =>
  db
    .selectFrom('event')
    .select(['seq', 'id', 'type'])
    .where('account_id', '=', arg('account'))
    .where('seq', '>', arg('seq'))
    .orderBy('seq')
    .limit(arg('limit')),
)
const endpoints = define<{ account: string }, Endpoint>((db, arg) =>
  db
    .selectFrom('webhook_endpoint')
    .select(['id', 'events', 'after_seq'])
    .where('account_id', '=', arg('account'))
    .where('status', '=', sql.lit('enabled' as const)),
)
const hungry = define<{ account: string; now: number }, { id: string }>((db, arg) =>
  db
    .selectFrom('webhook_endpoint as endpoint')
    .select('endpoint.id')
    .where('endpoint.account_id', '=', arg('account'))
    .where('endpoint.status', '=', sql.lit('enabled' as const))
    .where(
      (row) =>
        row
          .selectFrom('webhook_delivery as delivery')
          .select('delivery.next_at_ms')
          .whereRef('delivery.account_id', '=', 'endpoint.account_id')
          .whereRef('delivery.endpoint_id', '=', 'endpoint.id')
          .where('delivery.next_at_ms', '<=', arg('now'))
          .orderBy('delivery.next_at_ms')
          .limit(row.lit(1))
          .offset(row.lit(ENOUGH_DUE - 1)),
      'is',
      null,
    )
    .limit(sql.lit(1)),
)
const beginCursor = define<{ account: string }>((db, arg) =>
  db
    .insertInto('webhook_cursor')
    .values({ account_id: arg('account'), seq: sql.lit(0) })
    .onConflict((conflict) => conflict.column('account_id').doNothing()),
)
const moveCursor = define<{ account: string; from: number; to: number }>((db, arg) =>
  db
    .updateTable('webhook_cursor')
    .set({ seq: arg('to') })
    .where('account_id', '=', arg('account'))
    .where('seq', '=', arg('from')),
)

/** Whether some endpoint is about to have nothing left to be sent: as long as one has, a slow one holds back no other. */
export const isHungry = async (tx: Tx, account: string, nowMs: number): Promise<boolean> =>
  (await tx.get(hungry, { account, now: nowMs })) !== undefined

/** Deliveries of the first events, as many as may be made in one write, and the event that they reach to. */
function match(events: readonly Event[], all: readonly Endpoint[], rowsAtMost: number): { rows: NewDelivery[]; last: number } {
  const rows: NewDelivery[] = []
  let last = 0
  for (const { seq, id: eventId, type } of events) {
    if (rows.length > 0 && rows.length + all.length > rowsAtMost) break
    last = seq
    if (type === TEST_EVENT) continue
    for (const endpoint of all) if (endpoint.after_seq < seq && wants(endpoint.events, type)) rows.push({ endpoint: endpoint.id, seq, eventId, type })
  }
  return { rows, last }
}

export interface Account {
  account: string
  /** The last event that was handed out; null: none yet. */
  cursor: number | null
  /** Nothing up to this event has to be handed out. */
  after: number
}

/**
 * Makes the deliveries of an account's next events and moves its cursor behind them, in one transaction: whoever moves it
 * has handed them out, on however many servers.
 * @returns how many events were gone through; 0 as well when another server was faster
 */
export async function handOut(tx: Tx, { account, cursor, after }: Account, rowsAtMost: number, nowMs: number): Promise<number> {
  // Before the endpoints: one that is seen too late only wants events that are not among these.
  const events = await tx.all(eventsAfter, { account, seq: after, limit: rowsAtMost })
  const first = events[0]
  if (!first) return 0
  const { rows, last } = match(events, await tx.all(endpoints, { account }), rowsAtMost)
  if (cursor === null) await tx.run(beginCursor, { account })
  if ((await tx.run(moveCursor, { account, from: cursor ?? 0, to: last })) === 0) return 0
  insertDeliveries(tx, account, rows, nowMs)
  return last - first.seq + 1
}
