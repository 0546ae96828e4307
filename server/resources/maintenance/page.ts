import { sql, type Kysely } from 'kysely'
import type { Arg } from '../../../platform/sql/statement.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import type { Schema } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'

/** Filter of maintenance records. Both days are inclusive. */
export interface MaintenanceFilter {
  status?: string | undefined
  item_type?: string | undefined
  item_id?: string | undefined
  fromDate?: string | undefined
  toDate?: string | undefined
}

interface FilterArgs {
  account: string
  status: string
  type: string
  item: string
  from: string
  to: string
}

interface Filters {
  status: boolean
  type: boolean
  item: boolean
}

const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'

/**
 * Expressions instead of columns keep the planner from using other indexes. The index by gear item suits this query,
 * because it finds few records.
 */
const column = (kind: Filters, name: 'status' | 'item_type' | 'service_date') =>
  kind.item ? sql<string>`${sql.ref(name)} || ''` : sql.ref<string>(name)

function selectFiltered(db: Kysely<Schema>, arg: Arg<FilterArgs>, kind: Filters) {
  return db
    .selectFrom('maintenance')
    .where('account_id', '=', arg('account'))
    .$if(kind.item, (query) => query.where('gear_id', '=', arg('item')))
    .$if(kind.status, (query) => query.where(column(kind, 'status'), '=', arg('status')))
    .$if(kind.type, (query) => query.where(column(kind, 'item_type'), '=', arg('type')))
    .where(column(kind, 'service_date'), '>=', arg('from'))
    .where(column(kind, 'service_date'), '<=', arg('to'))
}

/** The subquery pages through a covering index, so that deep pages read only their own records. */
const definePageStatement = (kind: Filters) =>
  defineStatement<FilterArgs & { limit: number; skip: number }, { record: string }>((db, arg) =>
    db
      .selectFrom(
        selectFiltered(db, arg, kind)
          .select(['id', 'service_date'])
          .orderBy(column(kind, 'service_date'))
          .orderBy('id')
          .limit(arg('limit'))
          .offset(arg('skip'))
          .as('page'),
      )
      .innerJoin('maintenance', (join) =>
        join.onRef('maintenance.id', '=', 'page.id').on('maintenance.account_id', '=', arg('account')),
      )
      .select('maintenance.record')
      .orderBy('page.service_date')
      .orderBy('page.id'),
  )

const countStatement = (kind: Filters) =>
  defineStatement<FilterArgs, { total: string | number }>((db, arg) =>
    selectFiltered(db, arg, kind).select((expression) => expression.fn.countAll<string | number>().as('total')),
  )

const filterCombinations = [false, true].flatMap((status) =>
  [false, true].flatMap((type) => [false, true].map((item): Filters => ({ status, type, item }))),
)
const nameOf = ({ status, type, item }: Filters): string => `${status} ${type} ${item}`
const pages = new Map(
  filterCombinations.map((kind) => [nameOf(kind), { page: definePageStatement(kind), counted: countStatement(kind) }]),
)

export async function readMaintenancePage(
  tx: Tx,
  state: AccountState,
  filter: MaintenanceFilter,
  request: PageRequest,
): Promise<FoundRecords> {
  const { status, item_type: type, item_id: item, fromDate, toDate } = filter
  const statements = pages.get(
    nameOf({ status: status !== undefined, type: type !== undefined, item: item !== undefined }),
  )
  if (!statements) throw new Error('there is no statement for this filter')
  const filterArgs: FilterArgs = {
    account: state.account_id,
    status: status ?? '',
    type: type ?? '',
    item: item ?? '',
    from: fromDate ?? FIRST_DAY,
    to: toDate ?? LAST_DAY,
  }
  const isCounted = [type, item, fromDate, toDate].every((value) => value === undefined)
  const total = isCounted
    ? sumCounters(state.counters, 'maintenance', status)
    : Number((await tx.get(statements.counted, filterArgs))?.total)
  if (request.offset >= total) return { records: [], total }
  return {
    records: await tx.joinTexts(statements.page, { ...filterArgs, limit: request.limit, skip: request.offset }),
    total,
  }
}
