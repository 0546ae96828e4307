import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import type { Schema } from '../../db/schema.ts'
import type { PageRequest } from '../shared/list.ts'
import type { Range } from './indexedPage.ts'
import type { Direction } from './order.ts'
import { findMatchingItems, isUnfiltered, type GearSearch } from './search.ts'

/** Items with a value, in the order of the index. A cross join makes SQLite begin with the values. */
function itemsWithValue(tx: Tx, account: string, search: GearSearch, field: string) {
  const values = tx
    .builder<Schema>()
    .selectFrom('gear_field_value as value')
    .where('value.account_id', '=', account)
    .where('value.field', '=', field)
  if (isUnfiltered(search)) return values
  return values
    .crossJoin(findMatchingItems(tx, account, search, true).select('id').as('item'))
    .whereRef('value.gear_id', '=', 'item.id') as unknown as typeof values
}

/** The items with a value are found once. */
const itemsWithoutValue = (tx: Tx, account: string, search: GearSearch, field: string) =>
  findMatchingItems(tx, account, search, true).where((row) =>
    row(
      'id',
      'not in',
      row
        .selectFrom('gear_field_value as value')
        .select('value.gear_id')
        .where('value.account_id', '=', account)
        .where('value.field', '=', field),
    ),
  )

async function readWithValue(
  tx: Tx,
  account: string,
  search: GearSearch,
  field: string,
  direction: Direction,
  page: PageRequest,
): Promise<string[]> {
  const rows = await tx.query(
    itemsWithValue(tx, account, search, field)
      .select('value.gear_id as id')
      .orderBy('value.key', direction)
      .orderBy('value.gear_id', direction)
      .limit(page.limit)
      .offset(page.offset),
  )
  return rows.map(({ id }) => id)
}

async function readWithoutValue(
  tx: Tx,
  account: string,
  search: GearSearch,
  field: string,
  direction: Direction,
  page: PageRequest,
): Promise<string[]> {
  const rows = await tx.query(
    itemsWithoutValue(tx, account, search, field)
      .select('id')
      .orderBy('id', direction)
      .limit(page.limit)
      .offset(page.offset),
  )
  return rows.map(({ id }) => id)
}

async function countWithValue(tx: Tx, account: string, search: GearSearch, field: string): Promise<number> {
  const rows = await tx.query(
    itemsWithValue(tx, account, search, field).select((row) => row.fn.countAll<string | number>().as('total')),
  )
  return Number(rows[0]?.total ?? 0)
}

/**
 * Reads the ids of a page in the order of an own field. Items without a value are last in both directions, and first
 * when the list is read from its end.
 * @param total number of all matches
 */
export async function readByField(
  tx: Tx,
  { account_id: account }: AccountState,
  search: GearSearch,
  field: string,
  { direction, isFromEnd, limit, offset }: Range,
  total: number,
): Promise<string[]> {
  const [readFirst, readSecond] = isFromEnd ? [readWithoutValue, readWithValue] : [readWithValue, readWithoutValue]
  const ids = await readFirst(tx, account, search, field, direction, { limit, offset })
  if (ids.length === limit) return ids
  // The page begins in the second part unless the first one has some of its items.
  let skip = 0
  if (ids.length === 0) {
    const withValue = await countWithValue(tx, account, search, field)
    skip = offset - (isFromEnd ? total - withValue : withValue)
  }
  const rest = { limit: limit - ids.length, offset: skip }
  return [...ids, ...(await readSecond(tx, account, search, field, direction, rest))]
}
