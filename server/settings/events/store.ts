import { sql } from 'kysely'
import type { Input } from '../../../contract/operation.ts'
import type { listEvents } from '../../../contract/settings/events.ts'
import type { Database, Tx } from '../../../platform/sql/types.ts'
import { pauseAfterWork } from '../../audit/pauses.ts'
import { readAccountState } from '../../db/accountState.ts'
import { defineStatement } from '../../db/statement.ts'

export interface EventText {
  at: string
  seq: number
  body: string
}

export type EventFilters = Omit<Input<typeof listEvents>['query'], 'limit' | 'cursor'>

/** Events per read. A read takes a few milliseconds, so that other requests need not wait. */
const SLICE_EVENTS = 8000
const PAUSE_FACTOR = 0.5

/** Lower and upper bound of each column, so that one statement supports all filters. */
interface ColumnRanges {
  type: string
  typeTo: string
  record: string
  recordTo: string
  request: string
  requestTo: string
}

// The subquery forces the search index; otherwise a database would scan the events by number.
const searchSlice = defineStatement<
  ColumnRanges & { account: string; first: number; last: number; limit: number },
  EventText
>((db, arg) => {
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
const timeOfEvent = defineStatement<{ account: string; seq: number }, { at: string }>((db, arg) =>
  db.selectFrom('event').select('at').where('account_id', '=', arg('account')).where('seq', '=', arg('seq')),
)

/** Finds the first event at or after a time by binary search, because numbers rise with time. */
export async function findFirstEventSince(tx: Tx, account: string, moment: string, end: number): Promise<number> {
  let [low, high] = [1, end]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const event = await tx.get(timeOfEvent, { account, seq: middle })
    if (event && event.at >= moment) high = middle
    else low = middle + 1
  }
  return low
}

const firstStored = defineStatement<{ account: string }, { seq: number }>((db, arg) =>
  db.selectFrom('event').select('seq').where('account_id', '=', arg('account')).orderBy('seq').limit(sql.lit(1)),
)

/** Converts times to event numbers, inclusive, and skips deleted events. */
async function rangeOf(
  tx: Tx,
  account: string,
  { from, to }: EventFilters,
  before: number,
): Promise<{ first: number; last: number }> {
  const end = (await readAccountState(tx, account)).event_seq + 1
  const first =
    from === undefined
      ? ((await tx.get(firstStored, { account }))?.seq ?? end)
      : await findFirstEventSince(tx, account, from, end)
  const after = to === undefined ? end : await findFirstEventSince(tx, account, `${to}~`, end)
  return { first, last: Math.min(after, before) - 1 }
}

/** Converts patterns to ranges: a pattern such as gear.* is a prefix. */
const rangesOf = ({ type = '*', object_id: record, request_id: request }: EventFilters): ColumnRanges => ({
  type: type.replace('*', ''),
  typeTo: type.replace('*', '~'),
  record: record ?? '',
  recordTo: record ?? '~',
  request: request ?? '',
  requestTo: request ?? '~',
})

/** Reads the newest `limit` matching events below `before`, in slices along the index. */
export async function searchEvents(
  db: Database,
  account: string,
  filters: EventFilters,
  before: number,
  limit: number,
): Promise<EventText[]> {
  const ranges = rangesOf(filters)
  const all: EventText[] = []
  const range = await db.read((tx) => rangeOf(tx, account, filters, before))
  const { first } = range
  let { last } = range
  while (last >= first && all.length < limit) {
    const startMs = performance.now()
    const slice = {
      account,
      ...ranges,
      first: Math.max(first, last - SLICE_EVENTS + 1),
      last,
      limit: limit - all.length,
    }
    all.push(...(await db.read((tx) => tx.all(searchSlice, slice), { oneStatement: true })))
    last = slice.first - 1
    if (last >= first && all.length < limit) await pauseAfterWork(startMs, PAUSE_FACTOR)
  }
  return all
}
