import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import { define } from '../../db/statement.ts'
import { firstOf, lastOf } from './record.ts'
import type { PageRequest } from '../shared/list.ts'

/** Filters that an index answers. Both days belong to the range. */
export interface ShootFilter {
  status: string | undefined
  fromDate: string | undefined
  toDate: string | undefined
}

const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'

/** The range of `starts` that the days of a filter span; all of it where they are left out. */
export const spanOf = ({ fromDate, toDate }: ShootFilter): { from: string; to: string } => ({
  from: firstOf(fromDate ?? FIRST_DAY),
  to: lastOf(toDate ?? LAST_DAY),
})

type Span = { account: string; status: string; from: string; to: string }

/** Ids are taken from an index that covers the filter, and only those of the page lead to their records: deep pages stay cheap. */
const page = (byStatus: boolean, direction: 'asc' | 'desc') =>
  define<Span & { limit: number; skip: number }, { record: string }>((db, arg) =>
    db
      .selectFrom(
        db
          .selectFrom('shoot')
          .select(['id', 'starts'])
          .where('account_id', '=', arg('account'))
          .$if(byStatus, (query) => query.where('status', '=', arg('status')))
          .where('starts', '>=', arg('from'))
          .where('starts', '<=', arg('to'))
          .orderBy('starts', direction)
          .orderBy('id', direction)
          .limit(arg('limit'))
          .offset(arg('skip'))
          .as('page'),
      )
      .innerJoin('shoot', (join) => join.onRef('shoot.id', '=', 'page.id').on('shoot.account_id', '=', arg('account')))
      .select('shoot.record')
      .orderBy('page.starts')
      .orderBy('page.id'),
  )

const counted = (byStatus: boolean) =>
  define<Span, { total: string | number }>((db, arg) =>
    db
      .selectFrom('shoot')
      .select((expression) => expression.fn.countAll<string | number>().as('total'))
      .where('account_id', '=', arg('account'))
      .$if(byStatus, (query) => query.where('status', '=', arg('status')))
      .where('starts', '>=', arg('from'))
      .where('starts', '<=', arg('to')),
  )

const pages = {
  fromFirst: { all: page(false, 'asc'), byStatus: page(true, 'asc') },
  fromLast: { all: page(false, 'desc'), byStatus: page(true, 'desc') },
}
const totals = { all: counted(false), byStatus: counted(true) }

const spanOfAccount = (state: AccountState, filter: ShootFilter): Span => ({
  account: state.account_id,
  status: filter.status ?? '',
  ...spanOf(filter),
})

/** How many shoots a filter leaves: by the counters, unless days are asked for. */
export async function countShoots(tx: Tx, state: AccountState, filter: ShootFilter): Promise<number> {
  if (filter.fromDate === undefined && filter.toDate === undefined) return sumCounters(state.counters, 'shoots', filter.status)
  const row = await tx.get(filter.status === undefined ? totals.all : totals.byStatus, spanOfAccount(state, filter))
  return Number(row?.total)
}

/** One page of the shoots that a filter leaves, as record texts, and how many there are in all. */
export async function pageOfShoots(
  tx: Tx,
  state: AccountState,
  filter: ShootFilter,
  request: PageRequest,
): Promise<{ records: string[]; total: number }> {
  const total = await countShoots(tx, state, filter)
  if (request.offset >= total) return { records: [], total }
  // The index is walked from the nearer end.
  const behind = Math.max(0, total - request.offset - request.limit)
  const near = request.offset <= behind
  const { all, byStatus } = near ? pages.fromFirst : pages.fromLast
  const records = await tx.column(filter.status === undefined ? all : byStatus, {
    ...spanOfAccount(state, filter),
    limit: Math.min(request.limit, total - request.offset),
    skip: near ? request.offset : behind,
  })
  return { records, total }
}
