import { sql, type Compilable } from 'kysely'
import { isPostgres } from '../../../platform/sql/dialects.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import type { Schema } from '../../db/schema.ts'
import { sumCounters } from '../../db/counters.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'
import { readByIndex, type Range } from './indexedPage.ts'
import { readByField } from './fieldPage.ts'
import { reverse, toOrderTerms, type ColumnKey, type Direction, type GearOrder, type SortKey } from './order.ts'
import { readRecords } from './recordsById.ts'
import { countFound, findMatchingItems, isReadInOrder, LOOKUP_COST, type GearSearch } from './search.ts'

/**
 * Reads a page of the second half from the end of the list, because the cost of a sorted page grows with its offset.
 */
function toRange({ limit, offset }: PageRequest, direction: Direction, total: number): Range {
  const end = Math.min(offset + limit, total)
  const isFromEnd = total - end < offset
  return isFromEnd
    ? { limit: end - offset, offset: total - end, direction: reverse(direction), isFromEnd }
    : { limit, offset, direction, isFromEnd }
}

/** Sorting by an expression makes the planner find the items first, as for `findMatchingItems`. */
const sortedByAge = (
  tx: Tx,
  account: string,
  search: GearSearch,
  { direction, limit, offset }: Range,
  inOrder: boolean,
) =>
  findMatchingItems(tx, account, search, inOrder)
    .select('id')
    .orderBy(inOrder ? sql.ref<string>('id') : sql<string>`id || ''`, direction)
    .limit(limit)
    .offset(offset)

const sortedByColumn = (
  tx: Tx,
  account: string,
  search: GearSearch,
  key: ColumnKey,
  { direction, isFromEnd, limit, offset }: Range,
) =>
  toOrderTerms(key, direction, isFromEnd)
    .reduce(
      (query, [value, way]) => query.orderBy(value, way),
      findMatchingItems(tx, account, search, false).select('id'),
    )
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)

/** Reads by brand and model, from each name to its items. A cross join makes SQLite begin with the names. */
const namesInOrder = (tx: Tx, account: string, search: GearSearch, { direction, limit, offset }: Range) =>
  tx
    .builder<Schema>()
    .selectFrom('gear_name as name')
    .crossJoin(findMatchingItems(tx, account, search, true).select(['id', 'name_id']).as('item'))
    .where('name.account_id', '=', account)
    .whereRef('name.id', '=', 'item.name_id')
    .select('item.id')
    .orderBy('name.fold', direction)
    .orderBy('item.id', direction)
    .limit(limit)
    .offset(offset)

/** Reads by brand and model, from the items to their names. */
const sortedByName = (tx: Tx, account: string, search: GearSearch, { direction, limit, offset }: Range) =>
  tx
    .builder<Schema>()
    .selectFrom(findMatchingItems(tx, account, search, false).select(['id', 'name_id']).as('item'))
    .crossJoin('gear_name as name')
    .where('name.account_id', '=', account)
    .whereRef('name.id', '=', 'item.name_id')
    .select('item.id')
    .orderBy('name.fold', direction)
    .orderBy('item.id', direction)
    .limit(limit)
    .offset(offset)

function sortItems(
  tx: Tx,
  account: string,
  search: GearSearch,
  key: SortKey,
  range: Range,
  inOrder: boolean,
): Compilable<{ id: string }> {
  if (key === 'created_at') return sortedByAge(tx, account, search, range, inOrder)
  if (key === 'name') return (inOrder ? namesInOrder : sortedByName)(tx, account, search, range)
  return sortedByColumn(tx, account, search, key, range)
}

/**
 * True if an index of the order fills the page with fewer rows than finding all matches. Only PostgreSQL has indexes of
 * all orders.
 */
function hasOrderIndex(
  tx: Tx,
  state: AccountState,
  search: GearSearch,
  { offset, limit }: Range,
  total: number,
): boolean {
  if (!isPostgres(tx.builder()) || search.tagKeys !== undefined || search.serial !== undefined) return false
  const items = sumCounters(state.counters, 'gear')
  return items === total || ((offset + limit) * items * LOOKUP_COST) / total < total
}

/**
 * Reads a page in another order than newest first. Items with equal values are in the order of their ids, in the same
 * direction.
 */
export async function readSortedPage(
  tx: Tx,
  state: AccountState,
  search: GearSearch,
  order: GearOrder,
  page: PageRequest,
): Promise<FoundRecords> {
  const { account_id: account } = state
  const total = await countFound(tx, state, search)
  if (page.offset >= total) return { records: [], total }
  const range = toRange(page, order.direction, total)
  if (order.key === 'own_field') {
    const ids = await readByField(tx, state, search, order.field, range, total)
    return { records: await readRecords(tx, account, range.isFromEnd ? ids.toReversed() : ids), total }
  }
  const { key } = order
  const ids =
    key !== 'created_at' && key !== 'name' && hasOrderIndex(tx, state, search, range, total)
      ? await readByIndex(tx, state, search, key, range)
      : (await tx.query(sortItems(tx, account, search, key, range, isReadInOrder(state, search, range, total)))).map(
          ({ id }) => id,
        )
  return { records: await readRecords(tx, account, range.isFromEnd ? ids.toReversed() : ids), total }
}
