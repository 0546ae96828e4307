import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import type { PageRequest } from '../shared/list.ts'
import { toListParts, type ColumnKey, type Direction, type ListPart } from './order.ts'
import { findMatchingItems, isByCounters, type GearSearch } from './search.ts'

export interface Range extends PageRequest {
  direction: Direction
  isFromEnd: boolean
}

const itemsOf = (tx: Tx, account: string, search: GearSearch, { condition }: ListPart) =>
  findMatchingItems(tx, account, search, true).where(condition)

async function countPart(tx: Tx, state: AccountState, search: GearSearch, part: ListPart): Promise<number> {
  const { account_id: account, counters } = state
  if (part.filter && isByCounters(search))
    return sumCounters(counters, 'gear', part.filter.type ?? search.type, part.filter.status ?? search.status)
  const rows = await tx.query(
    itemsOf(tx, account, search, part).select((expression) => expression.fn.countAll<string | number>().as('total')),
  )
  return Number(rows[0]?.total ?? 0)
}

const contradicts = (search: GearSearch, { filter = {} }: ListPart): boolean =>
  (filter.type !== undefined && search.type !== undefined && filter.type !== search.type) ||
  (filter.status !== undefined && search.status !== undefined && filter.status !== search.status)

async function readPart(
  tx: Tx,
  account: string,
  search: GearSearch,
  part: ListPart,
  direction: Direction,
  page: PageRequest,
): Promise<string[]> {
  const items = itemsOf(tx, account, search, part).select('id')
  const rows = await tx.query(
    (part.value ? items.orderBy(part.value, direction) : items)
      .orderBy('id', direction)
      .limit(page.limit)
      .offset(page.offset),
  )
  return rows.map(({ id }) => id)
}

/** Reads the ids of a page, one part of the list after another. A part is counted only if the page begins after it. */
export async function readByIndex(
  tx: Tx,
  state: AccountState,
  search: GearSearch,
  key: ColumnKey,
  range: Range,
): Promise<string[]> {
  const ids: string[] = []
  let skip = range.offset
  for (const part of toListParts(key, range.direction, range.isFromEnd)) {
    if (ids.length === range.limit) break
    if (contradicts(search, part)) continue
    const page = { limit: range.limit - ids.length, offset: skip }
    const found = await readPart(tx, state.account_id, search, part, range.direction, page)
    ids.push(...found)
    if (found.length > 0) skip = 0
    else if (skip > 0) skip -= await countPart(tx, state, search, part)
  }
  return ids
}
