import { joinTextsBesideRow } from '../../../platform/sql/statement.ts'
import type { Database, Tx } from '../../../platform/sql/types.ts'
import { areVersionsOf, isStateOfRecords, selectVersions, type AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import type { SharedLookups } from '../../db/sharedLookups.ts'
import { defineStatement } from '../../db/statement.ts'
import type { OrderMarks, Read } from './orderMarks.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'

type PageArgs = { account: string; type: string; status: string; from: string; limit: number; skip: number }
type FilterKind = 'all' | 'type' | 'status' | 'both'

const NEWEST = '~'

const definePageStatement = (kind: FilterKind) =>
  defineStatement<PageArgs, { record: string }>((db, arg) =>
    db
      .selectFrom('gear')
      .select('record')
      .where('account_id', '=', arg('account'))
      .$if(kind === 'type' || kind === 'both', (query) => query.where('gear_type', '=', arg('type')))
      .$if(kind === 'status' || kind === 'both', (query) => query.where('status', '=', arg('status')))
      .where('id', '<=', arg('from'))
      .orderBy('id', 'desc')
      .limit(arg('limit'))
      .offset(arg('skip')),
  )

const ARG_TYPES = {
  account: 'text',
  type: 'text',
  status: 'text',
  from: 'text',
  limit: 'bigint',
  skip: 'bigint',
} as const

const ofEachKind = <T>(define: (kind: FilterKind) => T): Record<FilterKind, T> => ({
  all: define('all'),
  type: define('type'),
  status: define('status'),
  both: define('both'),
})

const pages = ofEachKind(definePageStatement)
const pagesWithVersions = ofEachKind((kind) => joinTextsBesideRow(pages[kind], selectVersions, ARG_TYPES))

function filterKindOf(type: string | undefined, status: string | undefined): FilterKind {
  if (type !== undefined) return status === undefined ? 'type' : 'both'
  return status === undefined ? 'all' : 'status'
}

/** A list of items by type and status, newest first. */
export interface GearList {
  marks: OrderMarks
  type: string | undefined
  status: string | undefined
}

async function toPageArgs(
  read: Read,
  state: AccountState,
  { marks, type, status }: GearList,
  total: number,
  page: PageRequest,
): Promise<PageArgs> {
  const start = await marks.findStart(read, state, type, status, total, page.offset)
  return {
    account: state.account_id,
    type: type ?? '',
    status: status ?? '',
    from: start?.id ?? NEWEST,
    limit: page.limit,
    skip: start?.skip ?? page.offset,
  }
}

/** Reads one page as record texts, newest first. The total comes from the counters. UUIDv7 ids sort by creation. */
export async function readGearPage(
  tx: Tx,
  state: AccountState,
  list: GearList,
  page: PageRequest,
): Promise<FoundRecords> {
  const total = sumCounters(state.counters, 'gear', list.type, list.status)
  if (page.offset >= total) return { records: [], total }
  const args = await toPageArgs((job) => job(tx), state, list, total, page)
  return { records: await tx.joinTexts(pages[filterKindOf(list.type, list.status)], args), total }
}

const MAX_SHARED_SKIP = 512

interface PageSources {
  db: Database
  lookups: SharedLookups
}

/**
 * Reads the page with one statement, without a transaction.
 * @returns undefined if a record has changed since the state was read
 */
export async function readGearPageAt(
  { db, lookups }: PageSources,
  state: AccountState,
  list: GearList,
  page: PageRequest,
): Promise<FoundRecords | undefined> {
  const total = sumCounters(state.counters, 'gear', list.type, list.status)
  const oneStatement = true
  if (page.offset >= total)
    return (await db.read((tx) => isStateOfRecords(tx, state), { oneStatement })) ? { records: [], total } : undefined
  const args = await toPageArgs((job) => db.read(job), state, list, total, page)
  const statement = pagesWithVersions[filterKindOf(list.type, list.status)]
  // A shared query would delay other requests by a page that skips many items.
  const row =
    args.skip > MAX_SHARED_SKIP
      ? await db.read((tx) => tx.get(statement, args), { oneStatement })
      : await lookups.get(statement, args)
  if (!row || !areVersionsOf(row, state)) return undefined
  return { records: { joined: row.joined ?? '', count: row.count }, total }
}
