import { sql, type Kysely } from 'kysely'
import type { Arg } from '../../../platform/sql/statement.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import type { Schema } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'
import { NEVER_EXPIRES } from './store.ts'
import type { FoundRecords, PageRequest } from '../shared/list.ts'

/** Filter of documents. Both days are inclusive; a document without expiry is in no range. */
export interface DocumentFilter {
  type?: string | undefined
  gear_id?: string | undefined
  expiresFrom?: string | undefined
  expiresTo?: string | undefined
}

interface FilterArgs {
  account: string
  type: string
  gear: string
  from: string
  to: string
}

interface Filters {
  type: boolean
  gear: boolean
}

const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-30'

/**
 * Expressions instead of columns keep the planner from using other indexes. The index by gear item suits this query,
 * because it finds few documents.
 */
const column = (kind: Filters, name: 'type' | 'expires_key') =>
  kind.gear ? sql<string>`${sql.ref(name)} || ''` : sql.ref<string>(name)

function selectFiltered(db: Kysely<Schema>, arg: Arg<FilterArgs>, kind: Filters) {
  return db
    .selectFrom('document')
    .where('account_id', '=', arg('account'))
    .$if(kind.gear, (query) => query.where('gear_id', '=', arg('gear')))
    .$if(kind.type, (query) => query.where(column(kind, 'type'), '=', arg('type')))
    .where(column(kind, 'expires_key'), '>=', arg('from'))
    .where(column(kind, 'expires_key'), '<=', arg('to'))
}

/** The subquery pages through a covering index, so that deep pages read only their own records. */
const definePageStatement = (kind: Filters) =>
  defineStatement<FilterArgs & { limit: number; skip: number }, { record: string }>((db, arg) =>
    db
      .selectFrom(
        selectFiltered(db, arg, kind)
          .select(['id', 'expires_key'])
          .orderBy(column(kind, 'expires_key'))
          .orderBy('id')
          .limit(arg('limit'))
          .offset(arg('skip'))
          .as('page'),
      )
      .innerJoin('document', (join) =>
        join.onRef('document.id', '=', 'page.id').on('document.account_id', '=', arg('account')),
      )
      .select('document.record')
      .orderBy('page.expires_key')
      .orderBy('page.id'),
  )

const countStatement = (kind: Filters) =>
  defineStatement<FilterArgs, { total: string | number }>((db, arg) =>
    selectFiltered(db, arg, kind).select((expression) => expression.fn.countAll<string | number>().as('total')),
  )

const filterCombinations = [false, true].flatMap((type) => [false, true].map((gear): Filters => ({ type, gear })))
const nameOf = ({ type, gear }: Filters): string => `${type} ${gear}`
const pages = new Map(
  filterCombinations.map((kind) => [nameOf(kind), { page: definePageStatement(kind), counted: countStatement(kind) }]),
)

export async function readDocumentPage(
  tx: Tx,
  state: AccountState,
  filter: DocumentFilter,
  request: PageRequest,
): Promise<FoundRecords> {
  const { type, gear_id: gear, expiresFrom, expiresTo } = filter
  const statements = pages.get(nameOf({ type: type !== undefined, gear: gear !== undefined }))
  if (!statements) throw new Error('there is no statement for this filter')
  const isAnyExpiry = expiresFrom === undefined && expiresTo === undefined
  const filterArgs: FilterArgs = {
    account: state.account_id,
    type: type ?? '',
    gear: gear ?? '',
    from: expiresFrom ?? FIRST_DAY,
    to: isAnyExpiry ? NEVER_EXPIRES : (expiresTo ?? LAST_DAY),
  }
  const total =
    isAnyExpiry && gear === undefined
      ? sumCounters(state.counters, 'documents', type)
      : Number((await tx.get(statements.counted, filterArgs))?.total)
  if (request.offset >= total) return { records: [], total }
  return {
    records: await tx.joinTexts(statements.page, { ...filterArgs, limit: request.limit, skip: request.offset }),
    total,
  }
}
