import type { Tx } from '../../../platform/sql/types.ts'
import { defineStatement } from '../../db/statement.ts'

const page = defineStatement<{ account: string; limit: number; offset: number }, { id: string }>((db, arg) =>
  db
    .selectFrom('console_session')
    .select('id')
    .where('account_id', '=', arg('account'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(arg('limit'))
    .offset(arg('offset')),
)

const count = defineStatement<{ account: string }, { sessions: string | number }>((db, arg) =>
  db
    .selectFrom('console_session')
    .select((expression) => expression.fn.countAll<string | number>().as('sessions'))
    .where('account_id', '=', arg('account')),
)

export const readSessionIds = async (
  tx: Tx,
  account: string,
  limit: number,
  offset: number,
): Promise<{ ids: string[]; total: number }> => ({
  ids: (await tx.all(page, { account, limit, offset })).map(({ id }) => id),
  total: Number((await tx.get(count, { account }))?.sessions ?? 0),
})
