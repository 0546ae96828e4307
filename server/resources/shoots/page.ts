import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import { defineStatement } from '../../db/statement.ts'
import { toFirstStartKey, toLastStartKey } from './record.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'

/** Filters for which an index exists. Both days are inclusive. */
export interface ShootFilter {
  status: string | undefined
  fromDate: string | undefined
  toDate: string | undefined
}

const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'

export const toStartRange = ({ fromDate, toDate }: ShootFilter): { from: string; to: string } => ({
  from: toFirstStartKey(fromDate ?? FIRST_DAY),
  to: toLastStartKey(toDate ?? LAST_DAY),
})

type RangeArgs = { account: string; status: string; from: string; to: string }

/** The subquery pages through a covering index, so that deep pages read only their own records. */
const definePageStatement = (byStatus: boolean, direction: 'asc' | 'desc') =>
  defineStatement<RangeArgs & { limit: number; skip: number }, { record: string }>((db, arg) =>
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

const countStatement = (byStatus: boolean) =>
  defineStatement<RangeArgs, { total: string | number }>((db, arg) =>
    db
      .selectFrom('shoot')
      .select((expression) => expression.fn.countAll<string | number>().as('total'))
      .where('account_id', '=', arg('account'))
      .$if(byStatus, (query) => query.where('status', '=', arg('status')))
      .where('starts', '>=', arg('from'))
      .where('starts', '<=', arg('to')),
  )

const pages = {
  fromFirst: { all: definePageStatement(false, 'asc'), byStatus: definePageStatement(true, 'asc') },
  fromLast: { all: definePageStatement(false, 'desc'), byStatus: definePageStatement(true, 'desc') },
}
const totals = { all: countStatement(false), byStatus: countStatement(true) }

const rangeArgs = (state: AccountState, filter: ShootFilter): RangeArgs => ({
  account: state.account_id,
  status: filter.status ?? '',
  ...toStartRange(filter),
})

export async function countShoots(tx: Tx, state: AccountState, filter: ShootFilter): Promise<number> {
  if (filter.fromDate === undefined && filter.toDate === undefined)
    return sumCounters(state.counters, 'shoots', filter.status)
  const row = await tx.get(filter.status === undefined ? totals.all : totals.byStatus, rangeArgs(state, filter))
  return Number(row?.total)
}

export async function readShootPage(
  tx: Tx,
  state: AccountState,
  filter: ShootFilter,
  request: PageRequest,
): Promise<FoundRecords> {
  const total = await countShoots(tx, state, filter)
  if (request.offset >= total) return { records: [], total }
  // Reads the index from the end that is nearer to the page.
  const itemsAfter = Math.max(0, total - request.offset - request.limit)
  const isNearStart = request.offset <= itemsAfter
  const { all, byStatus } = isNearStart ? pages.fromFirst : pages.fromLast
  const records = await tx.joinTexts(filter.status === undefined ? all : byStatus, {
    ...rangeArgs(state, filter),
    limit: Math.min(request.limit, total - request.offset),
    skip: isNearStart ? request.offset : itemsAfter,
  })
  return { records, total }
}
