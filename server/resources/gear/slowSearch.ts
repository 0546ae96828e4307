import type { Tx } from '../../../platform/sql/types.ts'
import { readAccountState, type AccountState } from '../../db/accountState.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'
import { isNewestFirst, type GearOrder } from './order.ts'
import { countMatches, isByCounters, searchGear, type GearSearch } from './search.ts'
import { readSortedPage } from './sortedPage.ts'

export interface SlowGearSearch {
  account: string
  search: GearSearch
  order: GearOrder
  page: PageRequest
}

export const readFoundPage = (
  tx: Tx,
  state: AccountState,
  search: GearSearch,
  order: GearOrder,
  page: PageRequest,
): Promise<FoundRecords> =>
  isNewestFirst(order) ? searchGear(tx, state, search, page) : readSortedPage(tx, state, search, order, page)

export async function read(
  tx: Tx,
  { account, search, order, page }: SlowGearSearch,
): Promise<{ state: AccountState; found: FoundRecords }> {
  if (!isNewestFirst(order) || search.text !== undefined || isByCounters(search)) {
    const state = await readAccountState(tx, account)
    return { state, found: await readFoundPage(tx, state, search, order, page) }
  }
  // Both reads share a round trip on PostgreSQL.
  const [state, total] = await Promise.all([readAccountState(tx, account), countMatches(tx, account, search)])
  return { state, found: await searchGear(tx, state, search, page, total) }
}
