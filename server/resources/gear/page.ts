import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import { defineStatement } from '../../db/statement.ts'
import type { OrderMarks } from './orderMarks.ts'
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

const pages: Record<FilterKind, ReturnType<typeof definePageStatement>> = {
  all: definePageStatement('all'),
  type: definePageStatement('type'),
  status: definePageStatement('status'),
  both: definePageStatement('both'),
}

function filterKindOf(type: string | undefined, status: string | undefined): FilterKind {
  if (type !== undefined) return status === undefined ? 'type' : 'both'
  return status === undefined ? 'all' : 'status'
}

/** One page, newest first, as record texts; the total comes from the counters. UUIDv7 ids sort by creation. */
export async function readGearPage(
  tx: Tx,
  state: AccountState,
  marks: OrderMarks,
  type: string | undefined,
  status: string | undefined,
  request: PageRequest,
): Promise<FoundRecords> {
  const total = sumCounters(state.counters, 'gear', type, status)
  if (request.offset >= total) return { records: [], total }
  const start = await marks.findStart(tx, state, type, status, total, request.offset)
  const records = await tx.joinTexts(pages[filterKindOf(type, status)], {
    account: state.account_id,
    type: type ?? '',
    status: status ?? '',
    from: start?.id ?? NEWEST,
    limit: request.limit,
    skip: start?.skip ?? request.offset,
  })
  return { records, total }
}
