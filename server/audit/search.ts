import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { toIsoTime } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'
import type { AuditRow } from '../db/auditRows.ts'
import type { Schema } from '../db/schema.ts'
import { defineStatement } from '../db/statement.ts'
import { FIRST_MOMENT, hidesConsoleReads, LAST_MOMENT, WORKER_WRITE, type AuditFilters } from './filters.ts'
import { pauseAfterWork } from './pauses.ts'

interface LogPosition {
  at: string
  seq: number
}

export interface LogPage {
  before: LogPosition
  limit: number
}

export type FoundEntry = Pick<AuditRow, 'at' | 'seq' | 'entry'>

/** Rows per read. A read takes a few milliseconds, so that other requests need not wait. */
const SLICE_ROWS = 8000
const PAUSE_FACTOR = 0.5
const HOUR_MS = 60 * 60 * 1000

type Range = { account: string; from: string; to: string; at: string; seq: number; limit: number }

const sliceEnd = defineStatement<Range & { passed: number }, LogPosition>((db, arg) =>
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

/**
 * Conditions of which one holds for each row but a successful read by a session. A request that changes something in
 * the worker has a row of GET.
 */
const isNoConsoleRead = (row: ExpressionBuilder<Schema, 'audit'>): Expression<SqlBool>[] => [
  row('method', '<>', sql.lit('GET')),
  row('status', '>=', sql.lit(400)),
  row('entry', 'not like', sql.lit(`%,"session_id":"%`)),
  row('entry', 'like', sql.lit(`%,"scope":"${WORKER_WRITE}"%`)),
]

/** Lower and upper bound of each column, so that one statement supports all filters. */
interface ColumnRanges {
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
  /** 1: reads of the console are left out. */
  hideReads: number
}

const searchSlice = defineStatement<Range & ColumnRanges & { last: number }, FoundEntry>((db, arg) =>
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
    .where((row) => row.or([sql<SqlBool>`${arg('hideReads')} = 0`, ...isNoConsoleRead(row)]))
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(arg('limit')),
)

function rangesOf(filters: AuditFilters): ColumnRanges {
  const { key_id: key, request_id: request, method, object_id: object, status } = filters
  const [least, greatest] =
    status === undefined ? [0, 999] : [Number(status.replace('xx', '00')), Number(status.replace('xx', '99'))]
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
    hideReads: hidesConsoleReads(filters) ? 1 : 0,
  }
}

async function readSlice(
  tx: Tx,
  range: Range,
  ranges: ColumnRanges,
): Promise<{ rows: FoundEntry[]; end: LogPosition | undefined }> {
  const end = await tx.get(sliceEnd, { ...range, passed: SLICE_ROWS - 1, limit: 1 })
  return {
    rows: await tx.all(searchSlice, { ...range, ...ranges, from: end?.at ?? range.from, last: end?.seq ?? 0 }),
    end,
  }
}

async function searchRange(db: Database, range: Range, ranges: ColumnRanges): Promise<FoundEntry[]> {
  const all: FoundEntry[] = []
  let position: LogPosition = range
  for (;;) {
    const startMs = performance.now()
    const slice = {
      ...range,
      ...position,
      to: position.at < range.to ? position.at : range.to,
      limit: range.limit - all.length,
    }
    const { rows, end } = await db.read((tx) => readSlice(tx, slice, ranges))
    all.push(...rows)
    if (!end || all.length >= range.limit) return all
    position = end
    await pauseAfterWork(startMs, PAUSE_FACTOR)
  }
}

export async function searchAudit(
  db: Database,
  account: string,
  filters: AuditFilters,
  { before, limit }: LogPage,
): Promise<FoundEntry[]> {
  const { from = FIRST_MOMENT, to = LAST_MOMENT, request_id: request } = filters
  const range = { account, from, to, ...before, limit }
  const ranges = rangesOf(filters)
  if (request?.[14] === '7') {
    // A UUIDv7 contains its time, and the rows are within an hour of it. If none is found there, a clock was changed,
    // and all rows are scanned.
    const ms = Number.parseInt(request.slice(0, 8) + request.slice(9, 13), 16)
    const [earliest, latest] = [toIsoTime(Math.max(0, ms - HOUR_MS)), toIsoTime(ms + HOUR_MS)]
    const nearRange = { ...range, from: earliest > from ? earliest : from, to: latest < to ? latest : to }
    const rows = await searchRange(db, nearRange, ranges)
    if (rows.length > 0) return rows
  }
  return searchRange(db, range, ranges)
}
