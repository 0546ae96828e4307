import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import { defineStatement } from '../../db/statement.ts'
import { insertDeliveries, type NewDelivery } from './insertDeliveries.ts'

const parsedPatterns = new Map<string, readonly string[]>()
/** Maximum cached pattern texts; most endpoints use the same ones. */
const MAX_CACHED_PATTERN_TEXTS = 1000

function parsePatterns(events: string): readonly string[] {
  const known = parsedPatterns.get(events)
  if (known) return known
  if (parsedPatterns.size >= MAX_CACHED_PATTERN_TEXTS) parsedPatterns.clear()
  const patterns = JSON.parse(events) as string[]
  parsedPatterns.set(events, patterns)
  return patterns
}

/**
 * True if an endpoint's patterns match an event type: `*`, `gear.*` or the type itself.
 * @param events the stored JSON text
 */
const matchesPatterns = (events: string, type: string): boolean =>
  parsePatterns(events).some(
    (pattern) =>
      pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )

/** Fan-out pauses while every enabled endpoint has this many due deliveries, because waiting events cost nothing. */
const ENOUGH_DUE_DELIVERIES = 250
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

const eventsAfter = defineStatement<{ account: string; seq: number; limit: number }, Event>((db, arg) =>
  db
    .selectFrom('event')
    .select(['seq', 'id', 'type'])
    .where('account_id', '=', arg('account'))
    .where('seq', '>', arg('seq'))
    .orderBy('seq')
    .limit(arg('limit')),
)
const endpoints = defineStatement<{ account: string }, Endpoint>((db, arg) =>
  db
    .selectFrom('webhook_endpoint')
    .select(['id', 'events', 'after_seq'])
    .where('account_id', '=', arg('account'))
    .where('status', '=', sql.lit('enabled' as const)),
)
const selectDrainedEndpoint = defineStatement<{ account: string; now: number }, { id: string }>((db, arg) =>
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
          .offset(row.lit(ENOUGH_DUE_DELIVERIES - 1)),
      'is',
      null,
    )
    .limit(sql.lit(1)),
)
const insertCursor = defineStatement<{ account: string }>((db, arg) =>
  db
    .insertInto('webhook_cursor')
    .values({ account_id: arg('account'), seq: sql.lit(0) })
    .onConflict((conflict) => conflict.column('account_id').doNothing()),
)
const advanceCursor = defineStatement<{ account: string; from: number; to: number }>((db, arg) =>
  db
    .updateTable('webhook_cursor')
    .set({ seq: arg('to') })
    .where('account_id', '=', arg('account'))
    .where('seq', '=', arg('from')),
)

/** True if an enabled endpoint has few deliveries left, so that a slow endpoint does not delay the others. */
export const needsDeliveries = async (tx: Tx, account: string, nowMs: number): Promise<boolean> =>
  (await tx.get(selectDrainedEndpoint, { account, now: nowMs })) !== undefined

/** Matches events to endpoints, up to `maxRows` deliveries. `last` is the last matched event. */
function matchEvents(
  events: readonly Event[],
  all: readonly Endpoint[],
  maxRows: number,
): { rows: NewDelivery[]; last: number } {
  const rows: NewDelivery[] = []
  let last = 0
  for (const { seq, id: eventId, type } of events) {
    if (rows.length > 0 && rows.length + all.length > maxRows) break
    last = seq
    if (type === TEST_EVENT) continue
    for (const endpoint of all)
      if (endpoint.after_seq < seq && matchesPatterns(endpoint.events, type))
        rows.push({ endpoint: endpoint.id, seq, eventId, type })
  }
  return { rows, last }
}

export interface FanOutPosition {
  account: string
  cursor: number | null
  /** Number of the last event that needs no fan-out. */
  after: number
}

/**
 * Creates the deliveries of an account's next events and advances its cursor by compare-and-set, so that only one
 * server fans out an event.
 * @returns the number of events; 0 if another server was faster
 */
export async function fanOutEvents(
  tx: Tx,
  { account, cursor, after }: FanOutPosition,
  maxRows: number,
  nowMs: number,
): Promise<number> {
  // Events must be read before the endpoints. An endpoint created in between needs only later events.
  const events = await tx.all(eventsAfter, { account, seq: after, limit: maxRows })
  const first = events[0]
  if (!first) return 0
  const { rows, last } = matchEvents(events, await tx.all(endpoints, { account }), maxRows)
  if (cursor === null) await tx.run(insertCursor, { account })
  if ((await tx.run(advanceCursor, { account, from: cursor ?? 0, to: last })) === 0) return 0
  insertDeliveries(tx, account, rows, nowMs)
  return last - first.seq + 1
}
