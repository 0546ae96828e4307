import { sql } from 'kysely'
import type { Input } from '../../../contract/operation.ts'
import type { listEvents } from '../../../contract/settings/events.ts'
import type { Database, Tx } from '../../../platform/sql/types.ts'
import { restAfter } from '../../audit/rest.ts'
import { readAccountState } from '../../db/accountState.ts'
import { define } from '../../db/statement.ts'

export interface EventText {
  at: string
  seq: number
  body: string
}

/** What events are searched by, all of it together. */
export type EventFilters = Omit<Input<typeof listEvents>['query'], 'limit' | 'cursor'>

/** Events looked at in one read: a few milliseconds, so that other requests need not wait. */
const SLICE_EVENTS = 8000
/** Between the slices they have the process half as long. */
const REST = 0.5

/** The least and the greatest value of each column: one statement for all filters. */
interface Wanted {
  type: string
  typeTo: string
  record: string
  recordTo: string
  request: string
  requestTo: string
}

// The numbers are found in the index of searches alone; by itself a database would take that of numbers and look at every event.
const found = define<Wanted & { account: string; first: number; last: number; limit: number }, EventText>((db, arg) => {
  const numbers = db
    .selectFrom('event')
    .select('seq')
    .where('account_id', '=', arg('account'))
    .where('seq', '>=', arg('first'))
    .where('seq', '<=', arg('last'))
    .where((row) => row.between('type', arg('type'), arg('typeTo')))
    .where((row) => row.between('record_id', arg('record'), arg('recordTo')))
    .where((row) => row.between(row.fn.coalesce('request_id', sql.lit('')), arg('request'), arg('requestTo')))
    .orderBy('seq', 'desc')
    .limit(arg('limit'))
  return db
    .selectFrom('event')
    .select(['at', 'seq', 'body'])
    .where('account_id', '=', arg('account'))
    .where('seq', 'in', numbers)
    .orderBy('seq', 'desc')
})
const momentOf = define<{ account: string; seq: number }, { at: string }>((db, arg) =>
  db.selectFrom('event').select('at').where('account_id', '=', arg('account')).where('seq', '=', arg('seq')),
)

/** The number of the first event since a moment, by halves: events are numbered in the order of time. */
export async function firstSince(tx: Tx, account: string, moment: string, end: number): Promise<number> {
  let [low, high] = [1, end]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const event = await tx.get(momentOf, { account, seq: middle })
    if (event && event.at >= moment) high = middle
    else low = middle + 1
  }
  return low
}

const firstKept = define<{ account: string }, { seq: number }>((db, arg) =>
  db.selectFrom('event').select('seq').where('account_id', '=', arg('account')).orderBy('seq').limit(sql.lit(1)),
)

/** Moments become numbers, both inclusive. What the retention has deleted is not walked through. */
async function rangeOf(tx: Tx, account: string, { from, to }: EventFilters, before: number): Promise<{ first: number; last: number }> {
  const end = (await readAccountState(tx, account)).event_seq + 1
  const first = from === undefined ? ((await tx.get(firstKept, { account }))?.seq ?? end) : await firstSince(tx, account, from, end)
  const after = to === undefined ? end : await firstSince(tx, account, `${to}~`, end)
  return { first, last: Math.min(after, before) - 1 }
}

/** A pattern such as gear.* stands for all types that begin so. */
const wantedBy = ({ type = '*', object_id: record, request_id: request }: EventFilters): Wanted => ({
  type: type.replace('*', ''),
  typeTo: type.replace('*', '~'),
  record: record ?? '',
  recordTo: record ?? '~',
  request: request ?? '',
  requestTo: request ?? '~',
})

/** The newest `limit` events that match and have a number below `before`, found by walking the index slice by slice: each is a read of its own. */
export async function searchEvents(db: Database, account: string, filters: EventFilters, before: number, limit: number): Promise<EventText[]> {
  const wanted = wantedBy(filters)
  const all: EventText[] = []
  const range = await db.read((tx) => rangeOf(tx, account, filters, before))
  const { first } = range
  let { last } = range
  while (last >= first && all.length < limit) {
    const startMs = performance.now()
    const slice = { account, ...wanted, first: Math.max(first, last - SLICE_EVENTS + 1), last, limit: limit - all.length }
    all.push(...(await db.read((tx) => tx.all(found, slice), { oneStatement: true })))
    last = slice.first - 1
    if (last >= first && all.length < limit) await restAfter(startMs, REST)
  }
  return all
}
