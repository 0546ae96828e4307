import type { ExpressionBuilder } from 'kysely'
import type { Tx } from '../../platform/sql/types.ts'
import type { AuditRow, Schema } from '../db/schema.ts'
import { define } from '../db/statement.ts'
import { matches, type AuditFilters } from './filters.ts'
import { searchGroups } from './groups.ts'
import { stretchOf, type Part, type Place, type Stretch } from './stretch.ts'

const byTime = define<Stretch, Place>((db, arg) =>
  db
    .selectFrom('audit')
    .select(['at', 'seq'])
    .where('account_id', '=', arg('account'))
    .where('at', '>=', arg('from'))
    .where('at', '<=', arg('to'))
    .where((row) => row(row.refTuple('at', 'seq'), '<', row.tuple(arg('at'), arg('seq'))))
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(arg('limit')),
)

/** `at` as no index knows it: with its statistics a database may think that the index of moments is the shorter way to an object's rows. */
const moment = (row: ExpressionBuilder<Schema, 'audit'>) => row.fn.coalesce('at', 'at')

const byObject = define<
  Stretch & { object: string; digit: string },
  Pick<AuditRow, 'at' | 'seq' | 'request_id' | 'key_id' | 'method' | 'status' | 'object_id'>
>((db, arg) =>
  db
    .selectFrom('audit')
    .select(['at', 'seq', 'request_id', 'key_id', 'method', 'status', 'object_id'])
    .where('account_id', '=', arg('account'))
    .where((row) => row(row.fn<string>('substr', ['object_id', row.lit(36), row.lit(1)]), '=', arg('digit')))
    .where('object_id', '=', arg('object'))
    .where((row) => row(moment(row), '>=', arg('from')))
    .where((row) => row(moment(row), '<=', arg('to')))
    .where((row) => row.or([row(moment(row), '<', arg('at')), row('seq', '<', arg('seq'))]))
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(arg('limit')),
)

const byRequest = define<{ account: string; request: string }, AuditRow>((db, arg) =>
  db.selectFrom('audit').selectAll().where('account_id', '=', arg('account')).where('request_id', '=', arg('request')),
)

const OBJECT_ROWS_AT_ONCE = 500

/** An object's rows are few: they are gone through for the other filters. */
async function searchObject(tx: Tx, account: string, object: string, filters: AuditFilters, part: Part): Promise<Place[]> {
  const found: Place[] = []
  let before = part.before
  while (found.length < part.limit) {
    const stretch = stretchOf(account, filters, { before, limit: OBJECT_ROWS_AT_ONCE })
    const rows = await tx.all(byObject, { ...stretch, object, digit: object.slice(-1) })
    found.push(...rows.filter((row) => matches(filters, row)))
    const last = rows.at(-1)
    if (!last || rows.length < OBJECT_ROWS_AT_ONCE) break
    before = last
  }
  return found.slice(0, part.limit)
}

const isOlder = (row: Place, before: Place): boolean => row.at < before.at || (row.at === before.at && row.seq < before.seq)

/** Finds a part of the rows that match, newest first, by the index that leaves least to look at. */
export async function searchAudit(tx: Tx, account: string, filters: AuditFilters, part: Part): Promise<Place[]> {
  const { request_id: request, object_id: object, key_id, method, status } = filters
  if (request !== undefined) {
    const rows = await tx.all(byRequest, { account, request })
    return rows.filter((row) => matches(filters, row) && isOlder(row, part.before))
  }
  if (object !== undefined) return searchObject(tx, account, object, filters, part)
  if (key_id !== undefined || method !== undefined || status !== undefined) return searchGroups(tx, account, filters, part)
  return tx.all(byTime, stretchOf(account, filters, part))
}
