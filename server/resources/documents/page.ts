import { sql, type Kysely } from 'kysely'
import type { Arg } from '../../../platform/sql/statement.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import { sumCounters } from '../../db/counters.ts'
import type { Schema } from '../../db/schema.ts'
import { define } from '../../db/statement.ts'
import { NEVER } from './store.ts'
import type { PageRequest } from '../shared/list.ts'

/** What a list is asked for. Both days belong to the range; a document that never expires lies in no range. */
export interface DocumentFilter {
  type?: string | undefined
  gear_id?: string | undefined
  expiresFrom?: string | undefined
  expiresTo?: string | undefined
}

interface Matched {
  account: string
  type: string
  gear: string
  from: string
  to: string
}

/** Which filters a statement has. */
interface Kind {
  type: boolean
  gear: boolean
}

const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-30'

/** An item has few documents: in a list of one item, expressions keep the indexes of other filters and of the order out of the way to them. */
const column = (kind: Kind, name: 'type' | 'expires_key') => (kind.gear ? sql<string>`${sql.ref(name)} || ''` : sql.ref<string>(name))

function matching(db: Kysely<Schema>, arg: Arg<Matched>, kind: Kind) {
  return db
    .selectFrom('document')
    .where('account_id', '=', arg('account'))
    .$if(kind.gear, (query) => query.where('gear_id', '=', arg('gear')))
    .$if(kind.type, (query) => query.where(column(kind, 'type'), '=', arg('type')))
    .where(column(kind, 'expires_key'), '>=', arg('from'))
    .where(column(kind, 'expires_key'), '<=', arg('to'))
}

/** Ids are taken from an index that covers the filter, and only those of the page lead to their records: deep pages stay cheap. */
const page = (kind: Kind) =>
  define<Matched & { limit: number; skip: number }, { record: string }>((db, arg) =>
    db
      .selectFrom(
        matching(db, arg, kind)
          .select(['id', 'expires_key'])
          .orderBy(column(kind, 'expires_key'))
          .orderBy('id')
          .limit(arg('limit'))
          .offset(arg('skip'))
          .as('page'),
      )
      .innerJoin('document', (join) => join.onRef('document.id', '=', 'page.id').on('document.account_id', '=', arg('account')))
      .select('document.record')
      .orderBy('page.expires_key')
      .orderBy('page.id'),
  )

const counted = (kind: Kind) =>
  define<Matched, { total: string | number }>((db, arg) =>
    matching(db, arg, kind).select((expression) => expression.fn.countAll<string | number>().as('total')),
  )

const kinds = [false, true].flatMap((type) => [false, true].map((gear): Kind => ({ type, gear })))
const nameOf = ({ type, gear }: Kind): string => `${type} ${gear}`
const pages = new Map(kinds.map((kind) => [nameOf(kind), { page: page(kind), counted: counted(kind) }]))

/** One page of the documents that a filter leaves, what expires first in front, as texts, and how many there are: from the counters where they know. */
export async function pageOfDocuments(
  tx: Tx,
  state: AccountState,
  filter: DocumentFilter,
  request: PageRequest,
): Promise<{ records: string[]; total: number }> {
  const { type, gear_id: gear, expiresFrom, expiresTo } = filter
  const statements = pages.get(nameOf({ type: type !== undefined, gear: gear !== undefined }))
  if (!statements) throw new Error('there is no statement for this filter')
  const always = expiresFrom === undefined && expiresTo === undefined
  const matched: Matched = {
    account: state.account_id,
    type: type ?? '',
    gear: gear ?? '',
    from: expiresFrom ?? FIRST_DAY,
    to: always ? NEVER : (expiresTo ?? LAST_DAY),
  }
  const total =
    always && gear === undefined ? sumCounters(state.counters, 'documents', type) : Number((await tx.get(statements.counted, matched))?.total)
  if (request.offset >= total) return { records: [], total }
  return { records: await tx.column(statements.page, { ...matched, limit: request.limit, skip: request.offset }), total }
}
