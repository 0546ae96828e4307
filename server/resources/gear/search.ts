import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import type { Schema } from '../../db/schema.ts'
import { stopConditions, wordConditions } from '../shared/search.ts'
import type { Found, PageRequest } from '../shared/list.ts'

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
const matchingNames = (tx: Tx, account: string, q: string) =>
  wordConditions(tx, 'fold', q).reduce(
    (names, condition) => names.where(condition),
    tx.builder<Schema>().selectFrom('gear_name').where('account_id', '=', account),
  )

/**
 * The matching items. With `inOrder` the newest are walked until the page is full, which is right when much matches; else the names lead to
 * their items, which are then sorted. Planners do not know how much matches: arithmetic on name_id keeps its index out of the first way,
 * and a sort by an expression keeps the order's index out of the second.
 */
function matches(tx: Tx, account: string, search: Search, inOrder: boolean) {
  const { type, status, q, tagKey, serial } = search
  const all = tx.builder<Schema>().selectFrom('gear').where('account_id', '=', account)
  return stopConditions(tx)
    .reduce((query, condition) => query.where(condition), all)
    .$if(type !== undefined, (query) => query.where('gear_type', '=', type ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(tagKey !== undefined, (query) => query.where('asset_tag_key', '=', tagKey ?? ''))
    .$if(serial !== undefined, (query) => query.where('serial_number', '=', serial ?? ''))
    .$if(q !== undefined, (query) =>
      query.where(inOrder ? sql<number>`name_id + 0` : sql.ref<number>('name_id'), 'in', matchingNames(tx, account, q ?? '').select('id')),
    )
}

async function countMatches(tx: Tx, account: string, search: Search): Promise<number> {
  const { type, status, q, tagKey, serial } = search
  if (q !== undefined && type === undefined && status === undefined && tagKey === undefined && serial === undefined) {
    const rows = await tx.query(matchingNames(tx, account, q).select((expression) => expression.fn.sum<string | number | null>('items').as('total')))
    return Number(rows[0]?.total ?? 0)
  }
  const rows = await tx.query(matches(tx, account, search, false).select((expression) => expression.fn.countAll<string | number>().as('total')))
  return Number(rows[0]?.total ?? 0)
}

/** One page of a search, newest first, as record texts, and how many match in all. */
export async function searchGear(tx: Tx, state: AccountState, search: Search, page: PageRequest): Promise<Found> {
  const { account_id: account } = state
  const total = await countMatches(tx, account, search)
  if (page.offset >= total) return { records: [], total }
  const walked = ((page.offset + page.limit) * sumCounters(state.counters, 'gear')) / total
  const inOrder = search.q !== undefined && search.tagKey === undefined && search.serial === undefined && walked * LOOKUP_COST < total
  const db = tx.builder<Schema>()
  const ids = matches(tx, account, search, inOrder)
    .select('id')
    .orderBy(inOrder ? sql.ref<string>('id') : sql<string>`id || ''`, 'desc')
    .limit(page.limit)
    .offset(page.offset)
  const rows = await tx.query(db.selectFrom('gear').select('record').where('account_id', '=', account).where('id', 'in', ids).orderBy('id', 'desc'))
  return { records: rows.map((row) => row.record), total }
}

/** A search of at most as many items is quick, whatever they are called, if its names are few enough. */
const QUICK_ITEMS = 20_000
/** Names times characters of `q` that are searched within 10 ms on a slow machine, however nearly they fit. */
const QUICK_COMPARISONS = 60_000

/** Whether a search may hold the event loop too long. A tag leads to one item. */
export function isSlowSearch(state: AccountState, { q = '', tagKey }: Search): boolean {
  if (tagKey !== undefined) return false
  const items = sumCounters(state.counters, 'gear')
  return items > QUICK_ITEMS || Math.min(items, state.next_name_id) * q.length > QUICK_COMPARISONS
}
