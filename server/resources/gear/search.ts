import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import type { Schema } from '../../db/schema.ts'
import { buildCancellationConditions, buildWordConditions, containsWord, splitNeededWords } from '../shared/search.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'
import { readRecords } from './recordsById.ts'

/** Filters for which counters cannot give the total. */
export interface GearSearch {
  type: string | undefined
  status: string | undefined
  condition: string | undefined
  category: string | undefined
  locationKey: string | undefined
  q: string | undefined
  /** Words of brand and model, asset tag or serial number. */
  text: string | undefined
  tagKeys: readonly string[] | undefined
  serial: string | undefined
  /** Values of filterable own fields. */
  fields: readonly FieldFilter[] | undefined
  /** True if `text` also reads the texts of own fields, because the account has some. */
  readsFields: true | undefined
}

interface FieldFilter {
  field: string
  key: string
}

/** Reading one row in list order costs about as much as reading this many rows of the name index. */
export const LOOKUP_COST = 2
/** A search with at most so many matches reads them once. */
const MAX_FEW_MATCHES = 1000

/** Finds distinct names that contain every word of `q`; `%` and `_` are literal. */
const findMatchingNames = (tx: Tx, account: string, q: string) =>
  buildWordConditions(tx, 'fold', q).reduce(
    (names, condition) => names.where(condition),
    tx.builder<Schema>().selectFrom('gear_name').where('account_id', '=', account),
  )

/** True for items that have a word in brand and model, asset tag, serial number or perhaps own fields. */
const hasWord = (tx: Tx, account: string, word: string, readsFields = false) =>
  sql<boolean>`(${containsWord('tag_fold', word)} ${readsFields ? sql`or ${containsWord('fields_fold', word)}` : sql``} or ${containsWord('serial_fold', word)} or name_id in (${findMatchingNames(tx, account, word).select('id')}))`

/**
 * Finds the same names with an expected number of rows. PostgreSQL expects nearly all names for `<> 0` and few for `=
 * 1`, whatever the words; for the words alone it expects all.
 */
function findNamesAsExpected(tx: Tx, account: string, q: string, areMany: boolean) {
  const matches = sql<number>`case when ${sql.join(buildWordConditions(tx, 'fold', q), sql` and `)} then 1 else 0 end`
  return tx
    .builder<Schema>()
    .selectFrom('gear_name')
    .where('account_id', '=', account)
    .where(areMany ? sql<boolean>`${matches} <> 0` : sql<boolean>`${matches} = 1`)
}

const itemsWithValue = (tx: Tx, account: string, { field, key }: FieldFilter) =>
  tx
    .builder<Schema>()
    .selectFrom('gear_field_value')
    .where('account_id', '=', account)
    .where('field', '=', field)
    .where('key', '=', key)

/** True for items with a value. In list order it is looked up for each item, otherwise its items are found first. */
const hasFieldValue = (tx: Tx, account: string, filter: FieldFilter, shouldReadInOrder: boolean) => {
  const items = itemsWithValue(tx, account, filter)
  return shouldReadInOrder
    ? sql<boolean>`exists ${items.select('key').whereRef('gear_id', '=', sql.ref<string>('gear.id'))}`
    : sql<boolean>`id in ${items.select('gear_id')}`
}

/**
 * Finds matching items. For frequent matches `shouldReadInOrder` reads from the newest until the page is full;
 * otherwise it reads by name, then sorts. Arithmetic on name_id, sorting by an expression and the expected number of
 * names force the planner's choice.
 */
export function findMatchingItems(tx: Tx, account: string, search: GearSearch, shouldReadInOrder: boolean) {
  const {
    type,
    status,
    condition,
    category,
    locationKey,
    q,
    text = '',
    tagKeys,
    serial,
    fields = [],
    readsFields,
  } = search
  const all = tx.builder<Schema>().selectFrom('gear').where('account_id', '=', account)
  return [
    ...buildCancellationConditions(tx),
    ...splitNeededWords(text).map((word) => hasWord(tx, account, word, readsFields)),
    ...fields.map((filter) => hasFieldValue(tx, account, filter, shouldReadInOrder)),
  ]
    .reduce((query, condition) => query.where(condition), all)
    .$if(type !== undefined, (query) => query.where('gear_type', '=', type ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(condition !== undefined, (query) => query.where('condition', '=', condition ?? ''))
    .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
    .$if(locationKey !== undefined, (query) => query.where('location_key', '=', locationKey ?? ''))
    .$if(tagKeys !== undefined, (query) => query.where('asset_tag_key', 'in', tagKeys ?? []))
    .$if(serial !== undefined, (query) => query.where('serial_number', '=', serial ?? ''))
    .$if(q !== undefined, (query) =>
      query.where(
        shouldReadInOrder ? sql<number>`name_id + 0` : sql.ref<number>('name_id'),
        'in',
        findNamesAsExpected(tx, account, q ?? '', shouldReadInOrder).select('id'),
      ),
    )
}

/** True if the search finds every item. */
export const isUnfiltered = (search: GearSearch): boolean => Object.values(search).every((value) => value === undefined)

/** True if counters have the total for all given filters. */
export const isByCounters = (search: GearSearch): boolean =>
  Object.entries(search).every(([name, value]) => value === undefined || name === 'type' || name === 'status')

/** Counts matches in the database instead of by counters. */
export async function countMatches(tx: Tx, account: string, search: GearSearch): Promise<number> {
  const { q, ...filters } = search
  if (q !== undefined && Object.values(filters).every((filter) => filter === undefined)) {
    const rows = await tx.query(
      findMatchingNames(tx, account, q).select((expression) =>
        expression.fn.sum<string | number | null>('items').as('total'),
      ),
    )
    return Number(rows[0]?.total ?? 0)
  }
  const [fieldFilter, ...more] = search.fields ?? []
  const isFieldAlone = Object.entries(search).every(([name, value]) => name === 'fields' || value === undefined)
  const items =
    fieldFilter && more.length === 0 && isFieldAlone
      ? itemsWithValue(tx, account, fieldFilter)
      : findMatchingItems(tx, account, search, false)
  const rows = await tx.query(
    (items as ReturnType<typeof findMatchingItems>).select((expression) =>
      expression.fn.countAll<string | number>().as('total'),
    ),
  )
  return Number(rows[0]?.total ?? 0)
}

export const countFound = async (tx: Tx, state: AccountState, search: GearSearch): Promise<number> =>
  isByCounters(search)
    ? sumCounters(state.counters, 'gear', search.type, search.status)
    : countMatches(tx, state.account_id, search)

/** True if reading in list order fills the page with fewer rows than finding all matches. */
export function isReadInOrder(state: AccountState, search: GearSearch, page: PageRequest, total: number): boolean {
  if (isByCounters(search)) return true
  const expectedRows = ((page.offset + page.limit) * sumCounters(state.counters, 'gear')) / total
  return search.tagKeys === undefined && search.serial === undefined && expectedRows * LOOKUP_COST < total
}

/** Finds all matches, newest first, if there are few. Otherwise a count and a page read the same rows twice. */
async function findFewMatches(tx: Tx, account: string, search: GearSearch): Promise<string[] | undefined> {
  const rows = await tx.query(
    findMatchingItems(tx, account, search, false)
      .select('id')
      .limit(MAX_FEW_MATCHES + 1),
  )
  return rows.length > MAX_FEW_MATCHES ? undefined : rows.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1))
}

/** Reads one page, newest first. @param counted the total, if it is known */
export async function searchGear(
  tx: Tx,
  state: AccountState,
  search: GearSearch,
  page: PageRequest,
  counted?: number,
): Promise<FoundRecords> {
  const { account_id: account } = state
  const ids = search.text === undefined ? undefined : await findFewMatches(tx, account, search)
  if (ids)
    return {
      records: await readRecords(tx, account, ids.slice(page.offset, page.offset + page.limit)),
      total: ids.length,
    }
  const total = counted ?? (await countFound(tx, state, search))
  if (page.offset >= total) return { records: [], total }
  const shouldReadInOrder = isReadInOrder(state, search, page, total)
  const db = tx.builder<Schema>()
  const pageIds = findMatchingItems(tx, account, search, shouldReadInOrder)
    .select('id')
    .orderBy(shouldReadInOrder ? sql.ref<string>('id') : sql<string>`id || ''`, 'desc')
    .limit(page.limit)
    .offset(page.offset)
  const rows = await tx.query(
    db
      .selectFrom('gear')
      .select('record')
      .where('account_id', '=', account)
      .where('id', 'in', pageIds)
      .orderBy('id', 'desc'),
  )
  return { records: rows.map((row) => row.record), total }
}

/** Maximum number of items that a search with few names can read quickly. */
export const MAX_QUICK_ITEMS = 12_000
/** Maximum number of names times characters of `q`. Comparing them takes 10 ms on a slow machine. */
const MAX_QUICK_COMPARISONS = 48_000

/** True if a search may block the event loop. A search by tag finds at most two items. */
export function isSlowSearch(state: AccountState, { q = '', text = '', tagKeys, readsFields }: GearSearch): boolean {
  if (tagKeys !== undefined) return false
  const items = sumCounters(state.counters, 'gear')
  const textsOfItem = readsFields ? 3 : 2
  const comparisons = Math.min(items, state.next_name_id) * (q.length + text.length) + textsOfItem * items * text.length
  return items > MAX_QUICK_ITEMS || comparisons > MAX_QUICK_COMPARISONS
}
