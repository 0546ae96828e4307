import type { Tx } from '../../../platform/sql/types.ts'
import type { AccountState } from '../../db/accountState.ts'
import type { Schema } from '../../db/schema.ts'
import { wordConditions } from '../shared/search.ts'
import { spanOf, type PageRequest, type ShootFilter } from './page.ts'

function matches(tx: Tx, account: string, filter: ShootFilter, q: string) {
  const { from, to } = spanOf(filter)
  const rest = tx
    .builder<Schema>()
    .selectFrom('shoot')
    .where('account_id', '=', account)
    .where('starts', '>=', from)
    .where('starts', '<=', to)
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? ''))
  return wordConditions('fold', q).reduce((query, condition) => query.where(condition), rest)
}

/** One page of the shoots whose title, client and places hold every word of `q`, as record texts, and how many there are in all. */
export async function searchShoots(
  tx: Tx,
  state: AccountState,
  filter: ShootFilter,
  q: string,
  request: PageRequest,
): Promise<{ records: string[]; total: number }> {
  const found = matches(tx, state.account_id, filter, q)
  const [counted] = await tx.query(found.select((expression) => expression.fn.countAll<string | number>().as('total')))
  const total = Number(counted?.total)
  if (request.offset >= total) return { records: [], total }
  const ids = found.select(['id', 'starts']).orderBy('starts').orderBy('id').limit(request.limit).offset(request.offset)
  const rows = await tx.query(
    tx
      .builder<Schema>()
      .selectFrom(ids.as('page'))
      .innerJoin('shoot', (join) => join.onRef('shoot.id', '=', 'page.id').on('shoot.account_id', '=', state.account_id))
      .select('shoot.record')
      .orderBy('page.starts')
      .orderBy('page.id'),
  )
  return { records: rows.map((row) => row.record), total }
}
