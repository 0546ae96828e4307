import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import { define } from '../../db/statement.ts'
import { firstOf, lastOf } from './record.ts'

export interface PageRequest {
  limit: number
  offset: number
}

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
const page = (byStatus: boolean) =>
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
          .orderBy('starts')
          .orderBy('id')
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

const pages = { all: page(false), byStatus: page(true) }
const totals = { all: counted(false), byStatus: counted(true) }

/** One page of the shoots that a filter leaves, as record texts, and how many there are in all: by the counters unless days are asked for. */
export async function pageOfShoots(
  tx: Tx,
  state: AccountState,
  filter: ShootFilter,
  request: PageRequest,
): Promise<{ records: string[]; total: number }> {
  const kind = filter.status === undefined ? 'all' : 'byStatus'
  const span = { account: state.account_id, status: filter.status ?? '', ...spanOf(filter) }
  const total =
    filter.fromDate === undefined && filter.toDate === undefined
      ? sumCounters(state.counters, 'shoots', filter.status)
      : Number((await tx.get(totals[kind], span))?.total)
  if (request.offset >= total) return { records: [], total }
  const records = await tx.column(pages[kind], { ...span, limit: request.limit, skip: request.offset })
  return { records, total }
}
