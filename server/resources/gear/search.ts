import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { Schema } from '../../db/schema.ts'
import { wordConditions } from '../shared/search.ts'
import type { PageRequest } from '../shared/list.ts'

/** Filters that counters cannot answer. */
export interface Search {
  type: string | undefined
  status: string | undefined
  /** Words that must all occur in brand and model. */
  q: string | undefined
  /** Folded. */
  tagKey: string | undefined
  serial: string | undefined
}

/** Reading a row by its place in the order costs about as much as this many rows of the name index. */
const LOOKUP_COST = 2

/** The distinct names that hold every word of `q`; `%` and `_` are plain characters. */
const matchingNames = (db: Kysely<Schema>, account: string, q: string) =>
  wordConditions('fold', q).reduce((names, condition) => names.where(condition), db.selectFrom('gear_name').where('account_id', '=', account))

/**
 * The matching items. With `inOrder` the newest are walked until the page is full, which is right when much matches; else the names lead to
 * their items, which are then sorted. Planners do not know how much matches: arithmetic on name_id keeps its index out of the first way,
 * and a sort by an expression keeps the order's index out of the second.
 */
function matches(db: Kysely<Schema>, account: string, search: Search, inOrder: boolean) {
  const { type, status, q, tagKey, serial } = search
  return db
    .selectFrom('gear')
    .where('account_id', '=', account)
    .$if(type !== undefined, (query) => query.where('gear_type', '=', type ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(tagKey !== undefined, (query) => query.where('asset_tag_key', '=', tagKey ?? ''))
    .$if(serial !== undefined, (query) => query.where('serial_number', '=', serial ?? ''))
    .$if(q !== undefined, (query) =>
      query.where(inOrder ? sql<number>`name_id + 0` : sql.ref<number>('name_id'), 'in', matchingNames(db, account, q ?? '').select('id')),
    )
}

async function countMatches(tx: Tx, account: string, search: Search): Promise<number> {
  const db = tx.builder<Schema>()
  const { type, status, q, tagKey, serial } = search
  if (q !== undefined && type === undefined && status === undefined && tagKey === undefined && serial === undefined) {
    const rows = await tx.query(matchingNames(db, account, q).select((expression) => expression.fn.sum<string | number | null>('items').as('total')))
    return Number(rows[0]?.total ?? 0)
  }
  const rows = await tx.query(matches(db, account, search, false).select((expression) => expression.fn.countAll<string | number>().as('total')))
  return Number(rows[0]?.total ?? 0)
}

/** One page of a search, newest first, as record texts, and how many match in all. @param items how many items the account has */
export async function searchGear(
  tx: Tx,
  account: string,
  search: Search,
  page: PageRequest,
  items: number,
): Promise<{ records: string[]; total: number }> {
  const total = await countMatches(tx, account, search)
  if (page.offset >= total) return { records: [], total }
  const walked = ((page.offset + page.limit) * items) / total
  const inOrder = search.q !== undefined && search.tagKey === undefined && search.serial === undefined && walked * LOOKUP_COST < total
  const db = tx.builder<Schema>()
  const ids = matches(db, account, search, inOrder)
    .select('id')
    .orderBy(inOrder ? sql.ref<string>('id') : sql<string>`id || ''`, 'desc')
    .limit(page.limit)
    .offset(page.offset)
  const rows = await tx.query(db.selectFrom('gear').select('record').where('account_id', '=', account).where('id', 'in', ids).orderBy('id', 'desc'))
  return { records: rows.map((row) => row.record), total }
}
