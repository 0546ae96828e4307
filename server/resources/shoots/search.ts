import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import type { Schema } from '../../db/schema.ts'
import { costOf, wordConditions } from '../shared/search.ts'
import type { Found, PageRequest } from '../shared/list.ts'
import { countShoots, spanOf, type ShootFilter } from './page.ts'

/** Reading a row that an index leads to costs about as much as reading this many rows one after another. */
const LOOKUP_COST = 10

/**
 * The shoots that hold every word of `q`. By `index`, the days and the status lead to them, in order; else all rows are read as they lie.
 * Planners do not know how much matches: an expression instead of a column keeps its indexes out of the second way, and a condition on the
 * id that always holds brings in the one that follows the rows.
 */
function matches(tx: Tx, account: string, filter: ShootFilter, q: string, way: 'index' | 'rows') {
  const { from, to } = spanOf(filter)
  const column = (name: 'starts' | 'status') => (way === 'index' ? sql.ref<string>(name) : sql<string>`${sql.ref(name)} || ''`)
  const rest = tx
    .builder<Schema>()
    .selectFrom('shoot')
    .where('account_id', '=', account)
    .where(column('starts'), '>=', from)
    .where(column('starts'), '<=', to)
    .$if(way === 'rows', (query) => query.where('id', '>=', '0'))
    .$if(filter.status !== undefined, (query) => query.where(column('status'), '=', filter.status ?? ''))
  return {
    found: wordConditions(tx, 'fold', q).reduce((query, condition) => query.where(condition), rest),
    order: column('starts'),
  }
}

/** Whether following an index to so many rows is cheaper than reading all of them. */
const worthAnIndex = (rows: number, state: AccountState): boolean => rows * LOOKUP_COST < sumCounters(state.counters, 'shoots')

/** One page of the shoots whose title, client and places hold every word of `q`, as record texts, and how many there are in all. */
export async function searchShoots(tx: Tx, state: AccountState, filter: ShootFilter, q: string, request: PageRequest): Promise<Found> {
  const { account_id: account } = state
  const candidates = await countShoots(tx, state, filter)
  const counting = matches(tx, account, filter, q, worthAnIndex(candidates, state) ? 'index' : 'rows')
  const [counted] = await tx.query(counting.found.select((expression) => expression.fn.countAll<string | number>().as('total')))
  const total = Number(counted?.total)
  if (request.offset >= total) return { records: [], total }
  const walked = Math.min(candidates, ((request.offset + request.limit) * candidates) / total)
  const { found, order } = matches(tx, account, filter, q, worthAnIndex(walked, state) ? 'index' : 'rows')
  const ids = found.select(['id', 'starts']).orderBy(order).orderBy('id').limit(request.limit).offset(request.offset)
  const rows = await tx.query(
    tx
      .builder<Schema>()
      .selectFrom(ids.as('page'))
      .innerJoin('shoot', (join) => join.onRef('shoot.id', '=', 'page.id').on('shoot.account_id', '=', account))
      .select('shoot.record')
      .orderBy('page.starts')
      .orderBy('page.id'),
  )
  return { records: rows.map((row) => row.record), total }
}

/** Shoots times the cost of `q` that are searched within 30 ms on a slow machine, however long their texts and nearly they fit. */
const QUICK_COST = 2500

/** Whether a search may hold the event loop too long. */
export const isSlowSearch = (state: AccountState, q: string): boolean => sumCounters(state.counters, 'shoots') * costOf(q) > QUICK_COST
