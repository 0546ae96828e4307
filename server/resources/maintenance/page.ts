import { sql, type Kysely } from 'kysely'
import type { Arg } from '../../../platform/sql/statement.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import type { Schema } from '../../db/schema.ts'
import { define } from '../../db/statement.ts'
import type { PageRequest } from '../shared/list.ts'

/** What a list is asked for. Both days belong to the range. */
export interface MaintenanceFilter {
  status?: string | undefined
  item_type?: string | undefined
  item_id?: string | undefined
  fromDate?: string | undefined
  toDate?: string | undefined
}

interface Matched {
  account: string
  status: string
  type: string
  item: string
  from: string
  to: string
}

/** Which filters a statement has. */
interface Kind {
  status: boolean
  type: boolean
  item: boolean
}

const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'

/** An item has few records: in a list of one item, expressions keep the indexes of other filters and of the order out of the way to them. */
const column = (kind: Kind, name: 'status' | 'item_type' | 'service_date') =>
  kind.item ? sql<string>`${sql.ref(name)} || ''` : sql.ref<string>(name)

function matching(db: Kysely<Schema>, arg: Arg<Matched>, kind: Kind) {
  return db
    .selectFrom('maintenance')
    .where('account_id', '=', arg('account'))
    .$if(kind.item, (query) => query.where('gear_id', '=', arg('item')))
    .$if(kind.status, (query) => query.where(column(kind, 'status'), '=', arg('status')))
    .$if(kind.type, (query) => query.where(column(kind, 'item_type'), '=', arg('type')))
    .where(column(kind, 'service_date'), '>=', arg('from'))
    .where(column(kind, 'service_date'), '<=', arg('to'))
}

/** Ids are taken from an index that covers the filter, and only those of the page lead to their records: deep pages stay cheap. */
const page = (kind: Kind) =>
  define<Matched & { limit: number; skip: number }, { record: string }>((db, arg) =>
    db
      .selectFrom(
        matching(db, arg, kind)
          .select(['id', 'service_date'])
          .orderBy(column(kind, 'service_date'))
          .orderBy('id')
          .limit(arg('limit'))
          .offset(arg('skip'))
          .as('page'),
      )
      .innerJoin('maintenance', (join) => join.onRef('maintenance.id', '=', 'page.id').on('maintenance.account_id', '=', arg('account')))
      .select('maintenance.record')
      .orderBy('page.service_date')
      .orderBy('page.id'),
  )

const counted = (kind: Kind) =>
  define<Matched, { total: string | number }>((db, arg) =>
    matching(db, arg, kind).select((expression) => expression.fn.countAll<string | number>().as('total')),
  )

const kinds = [false, true].flatMap((status) => [false, true].flatMap((type) => [false, true].map((item): Kind => ({ status, type, item }))))
const nameOf = ({ status, type, item }: Kind): string => `${status} ${type} ${item}`
const pages = new Map(kinds.map((kind) => [nameOf(kind), { page: page(kind), counted: counted(kind) }]))

/** One page of the records that a filter leaves, by service date, as texts, and how many there are in all: from the counters where they know. */
export async function pageOfMaintenance(
  tx: Tx,
  state: AccountState,
  filter: MaintenanceFilter,
  request: PageRequest,
): Promise<{ records: string[]; total: number }> {
  const { status, item_type: type, item_id: item, fromDate, toDate } = filter
  const statements = pages.get(nameOf({ status: status !== undefined, type: type !== undefined, item: item !== undefined }))
  if (!statements) throw new Error('there is no statement for this filter')
  const matched: Matched = {
    account: state.account_id,
    status: status ?? '',
    type: type ?? '',
    item: item ?? '',
    from: fromDate ?? FIRST_DAY,
    to: toDate ?? LAST_DAY,
  }
  const known = [type, item, fromDate, toDate].every((value) => value === undefined)
  const total = known ? sumCounters(state.counters, 'maintenance', status) : Number((await tx.get(statements.counted, matched))?.total)
  if (request.offset >= total) return { records: [], total }
  return { records: await tx.column(statements.page, { ...matched, limit: request.limit, skip: request.offset }), total }
}
