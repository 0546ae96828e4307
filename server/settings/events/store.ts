import { eventTypes } from '../../../contract/events.ts'
import type { Input } from '../../../contract/operation.ts'
import type { listEvents } from '../../../contract/settings/events.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { define } from '../../db/statement.ts'

export interface EventText {
  at: string
  seq: number
  body: string
}

/** What events are searched by, all of it together. */
export type EventFilters = Omit<Input<typeof listEvents>['query'], 'limit' | 'cursor'>

/** Numbers of events, both inclusive, and how many are wanted. */
interface Stretch {
  account: string
  first: number
  last: number
  limit: number
}

const stretch = define<Stretch, EventText>((db, arg) =>
  db
    .selectFrom('event')
    .select(['at', 'seq', 'body'])
    .where('account_id', '=', arg('account'))
    .where('seq', '>=', arg('first'))
    .where('seq', '<=', arg('last'))
    .orderBy('seq', 'desc')
    .limit(arg('limit')),
)
const ofType = define<Stretch & { type: string }, EventText>((db, arg) =>
  db
    .selectFrom('event')
    .select(['at', 'seq', 'body'])
    .where('account_id', '=', arg('account'))
    .where('type', '=', arg('type'))
    .where('seq', '>=', arg('first'))
    .where('seq', '<=', arg('last'))
    .orderBy('seq', 'desc')
    .limit(arg('limit')),
)
const ofRecord = define<Stretch & { record: string; from: string; to: string }, EventText>((db, arg) =>
  db
    .selectFrom('event')
    .select(['at', 'seq', 'body'])
    .where('account_id', '=', arg('account'))
    .where('record_id', '=', arg('record'))
    .where('seq', '>=', arg('first'))
    .where('seq', '<=', arg('last'))
    .where('type', '>=', arg('from'))
    .where('type', '<=', arg('to'))
    .orderBy('seq', 'desc')
    .limit(arg('limit')),
)
const ofRequest = define<Stretch & { request: string }, EventText & { type: string; record_id: string }>((db, arg) =>
  db
    .selectFrom('event')
    .select(['at', 'seq', 'body', 'type', 'record_id'])
    .where('account_id', '=', arg('account'))
    .where('request_id', '=', arg('request'))
    .where('seq', '>=', arg('first'))
    .where('seq', '<=', arg('last'))
    .orderBy('seq', 'desc')
    .limit(arg('limit')),
)
const firstSince = define<{ account: string; from: string; limit: number }, { seq: number }>((db, arg) =>
  db
    .selectFrom('event')
    .select('seq')
    .where('account_id', '=', arg('account'))
    .where('at', '>=', arg('from'))
    .orderBy('at')
    .orderBy('seq')
    .limit(arg('limit')),
)
const lastUntil = define<{ account: string; to: string; limit: number }, { seq: number }>((db, arg) =>
  db
    .selectFrom('event')
    .select('seq')
    .where('account_id', '=', arg('account'))
    .where('at', '<=', arg('to'))
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(arg('limit')),
)

/** Events are numbered in the order of time, so that moments become numbers. */
async function stretchOf(tx: Tx, account: string, { from, to }: EventFilters, before: number, limit: number): Promise<Stretch | undefined> {
  const first = from === undefined ? { seq: 1 } : await tx.get(firstSince, { account, from, limit: 1 })
  const last = to === undefined ? { seq: before } : await tx.get(lastUntil, { account, to, limit: 1 })
  return first && last && { account, first: first.seq, last: Math.min(last.seq, before - 1), limit }
}

/** The types that a pattern stands for: itself, or all of its noun. */
const typesOf = (pattern: string): string[] =>
  eventTypes.filter((type) => type === pattern || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))))

/** The newest `limit` events that match and have a number below `before`. */
export async function searchEvents(tx: Tx, account: string, filters: EventFilters, before: number, limit: number): Promise<EventText[]> {
  const within = await stretchOf(tx, account, filters, before, limit)
  if (!within) return []
  const { type, request_id: request, object_id: record } = filters
  const types = type === undefined ? undefined : typesOf(type)
  if (request !== undefined) {
    const rows = await tx.all(ofRequest, { ...within, limit: Number.MAX_SAFE_INTEGER, request })
    return rows.filter((row) => (types?.includes(row.type) ?? true) && (record === undefined || row.record_id === record)).slice(0, limit)
  }
  if (record !== undefined) {
    const sorted = types?.toSorted() ?? ['', '~']
    return tx.all(ofRecord, { ...within, record, from: sorted[0] ?? '', to: sorted.at(-1) ?? '' })
  }
  if (types === undefined) return tx.all(stretch, within)
  const found: EventText[] = []
  for (const one of types) found.push(...(await tx.all(ofType, { ...within, type: one })))
  return found.toSorted((a, b) => b.seq - a.seq).slice(0, limit)
}
