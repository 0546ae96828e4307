import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import type { Schema } from '../../db/schema.ts'
import { estimateSearchCost, buildWordConditions } from '../shared/search.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'
import { countShoots, toStartRange, type ShootFilter } from './page.ts'

/** Reading a row through an index costs about as much as reading this many rows sequentially. */
const LOOKUP_COST = 10

/**
 * Finds shoots that contain every word of `q`. Plan `index` reads by day and status, in order; plan `rows` scans all.
 * Expressions instead of columns force the planner's choice.
 */
function findMatchingShoots(tx: Tx, account: string, filter: ShootFilter, q: string, plan: 'index' | 'rows') {
  const { from, to } = toStartRange(filter)
  const column = (name: 'starts' | 'status') =>
    plan === 'index' ? sql.ref<string>(name) : sql<string>`${sql.ref(name)} || ''`
  const rest = tx
    .builder<Schema>()
    .selectFrom('shoot')
    .where('account_id', '=', account)
    .where(column('starts'), '>=', from)
    .where(column('starts'), '<=', to)
    .$if(plan === 'rows', (query) => query.where('id', '>=', '0'))
    .$if(filter.status !== undefined, (query) => query.where(column('status'), '=', filter.status ?? ''))
  return {
    found: buildWordConditions(tx, 'fold', q).reduce((query, condition) => query.where(condition), rest),
    order: column('starts'),
  }
}

/** True if reading so many rows through an index is cheaper than a full scan. */
const isIndexCheaper = (rows: number, state: AccountState): boolean =>
  rows * LOOKUP_COST < sumCounters(state.counters, 'shoots')

export async function searchShoots(
  tx: Tx,
  state: AccountState,
  filter: ShootFilter,
  q: string,
  request: PageRequest,
): Promise<FoundRecords> {
  const { account_id: account } = state
  const candidates = await countShoots(tx, state, filter)
  const countPlan = findMatchingShoots(tx, account, filter, q, isIndexCheaper(candidates, state) ? 'index' : 'rows')
  const [counted] = await tx.query(
    countPlan.found.select((expression) => expression.fn.countAll<string | number>().as('total')),
  )
  const total = Number(counted?.total)
  if (request.offset >= total) return { records: [], total }
  const expectedRows = Math.min(candidates, ((request.offset + request.limit) * candidates) / total)
  const { found, order } = findMatchingShoots(
    tx,
    account,
    filter,
    q,
    isIndexCheaper(expectedRows, state) ? 'index' : 'rows',
  )
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

/** Maximum number of shoots times the search cost of `q`. Such a search takes 30 ms on a slow machine. */
const MAX_QUICK_COST = 2000

/** True if a search may block the event loop. */
export const isSlowSearch = (state: AccountState, q: string): boolean =>
  sumCounters(state.counters, 'shoots') * estimateSearchCost(q) > MAX_QUICK_COST
