import { sql } from 'kysely'
import { isoTime } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import type { AuditRow } from '../db/schema.ts'
import { define } from '../db/statement.ts'
import { FIRST_MOMENT, LAST_MOMENT, type AuditFilters } from './filters.ts'
import { restAfter } from './rest.ts'

/** A row's place in the list: by moment, then by number. */
interface Place {
  at: string
  seq: number
}

/** Which part of the list is asked for: the newest `limit` rows that are older than a place. */
export interface Part {
  before: Place
  limit: number
}

export type FoundEntry = Pick<AuditRow, 'at' | 'seq' | 'entry'>

/** Rows looked at in one read: a few milliseconds, so that other requests need not wait. */
const SLICE_ROWS = 8000
/** Between the slices they have the process half as long. */
const REST = 0.5
const HOUR_MS = 60 * 60 * 1000

/** Rows of the moments `from` to `to` that are older than a place. */
type Range = { account: string; from: string; to: string; at: string; seq: number; limit: number }

const sliceEnd = define<Range & { passed: number }, Place>((db, arg) =>
  db
    .selectFrom('audit')
    .select(['at', 'seq'])
    .where('account_id', '=', arg('account'))
    .where('at', '>=', arg('from'))
    .where('at', '<=', arg('to'))
    .where((row) => row(row.refTuple('at', 'seq'), '<', row.tuple(arg('at'), arg('seq'))))
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(arg('limit'))
    .offset(arg('passed')),
)

/** The least and the greatest value of each column: one statement for all filters. */
interface Wanted {
  key: string
  keyTo: string
  request: string
  requestTo: string
  method: string
  methodTo: string
  object: string
  objectTo: string
  status: number
  statusTo: number
}

const found = define<Range & Wanted & { last: number }, FoundEntry>((db, arg) =>
  db
    .selectFrom('audit')
    .select(['at', 'seq', 'entry'])
    .where('account_id', '=', arg('account'))
    .where('at', '>=', arg('from'))
    .where('at', '<=', arg('to'))
    .where((row) => row(row.refTuple('at', 'seq'), '<', row.tuple(arg('at'), arg('seq'))))
    .where((row) => row(row.refTuple('at', 'seq'), '>=', row.tuple(arg('from'), arg('last'))))
    .where((row) => row.between('key_id', arg('key'), arg('keyTo')))
    .where((row) => row.between('request_id', arg('request'), arg('requestTo')))
    .where((row) => row.between('method', arg('method'), arg('methodTo')))
    .where((row) => row.between(row.fn.coalesce('object_id', sql.lit('')), arg('object'), arg('objectTo')))
    .where((row) => row.between('status', arg('status'), arg('statusTo')))
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(arg('limit')),
)

function wantedBy({ key_id: key, request_id: request, method, object_id: object, status }: AuditFilters): Wanted {
  const [least, greatest] = status === undefined ? [0, 999] : [Number(status.replace('xx', '00')), Number(status.replace('xx', '99'))]
  return {
    key: key ?? '',
    keyTo: key ?? '~',
    request: request ?? '',
    requestTo: request ?? '~',
    method: method ?? '',
    methodTo: method ?? '~',
    object: object ?? '',
    objectTo: object ?? '~',
    status: least,
    statusTo: greatest,
  }
}

/** Reads one slice. @returns what matches in it, and where the next one begins, if there is one */
async function readSlice(tx: Tx, range: Range, wanted: Wanted): Promise<{ rows: FoundEntry[]; end: Place | undefined }> {
  const end = await tx.get(sliceEnd, { ...range, passed: SLICE_ROWS - 1, limit: 1 })
  return { rows: await tx.all(found, { ...range, ...wanted, from: end?.at ?? range.from, last: end?.seq ?? 0 }), end }
}

async function walk(db: Database, range: Range, wanted: Wanted): Promise<FoundEntry[]> {
  const all: FoundEntry[] = []
  let place: Place = range
  for (;;) {
    const startMs = performance.now()
    const slice = { ...range, ...place, to: place.at < range.to ? place.at : range.to, limit: range.limit - all.length }
    const { rows, end } = await db.read((tx) => readSlice(tx, slice, wanted))
    all.push(...rows)
    if (!end || all.length >= range.limit) return all
    place = end
    await restAfter(startMs, REST)
  }
}

/** Finds a part of the rows that match, newest first, by walking the index slice by slice: each is a read of its own. */
export async function searchAudit(db: Database, account: string, filters: AuditFilters, { before, limit }: Part): Promise<FoundEntry[]> {
  const { from = FIRST_MOMENT, to = LAST_MOMENT, request_id: request } = filters
  const range = { account, from, to, ...before, limit }
  const wanted = wantedBy(filters)
  if (request?.[14] === '7') {
    // A UUIDv7 begins with its moment. Only where a clock was set is its row further away than an hour: then all rows are looked at.
    const ms = Number.parseInt(request.slice(0, 8) + request.slice(9, 13), 16)
    const [earliest, latest] = [isoTime(Math.max(0, ms - HOUR_MS)), isoTime(ms + HOUR_MS)]
    const near = { ...range, from: earliest > from ? earliest : from, to: latest < to ? latest : to }
    const rows = await walk(db, near, wanted)
    if (rows.length > 0) return rows
  }
  return walk(db, range, wanted)
}
