import { sql } from 'kysely'
import type { Tx } from '../../../platform/sql/types.ts'
import type { ApiKeyRow } from '../../db/schema.ts'
import { defineStatement } from '../../db/statement.ts'

const page = defineStatement<{ account: string; limit: number; offset: number }, ApiKeyRow>((db, arg) =>
  db
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', arg('account'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(arg('limit'))
    .offset(arg('offset')),
)

const count = defineStatement<{ account: string }, { keys: string | number }>((db, arg) =>
  db
    .selectFrom('api_key')
    .select((expression) => expression.fn.countAll<string | number>().as('keys'))
    .where('account_id', '=', arg('account')),
)

const byId = defineStatement<{ account: string; id: string }, ApiKeyRow>((db, arg) =>
  db.selectFrom('api_key').selectAll().where('account_id', '=', arg('account')).where('id', '=', arg('id')),
)

const replace = defineStatement<{ account: string; id: string; by: string; until: string }>((db, arg) =>
  db
    .updateTable('api_key')
    .set({ replaced_by: arg('by'), expires_at: arg('until') })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id')),
)

const revoke = defineStatement<{ account: string; id: string; at: string }>((db, arg) =>
  db
    .updateTable('api_key')
    .set({ revoked_at: arg('at') })
    .where('account_id', '=', arg('account'))
    .where('id', '=', arg('id')),
)

const otherOwnerKey = defineStatement<{ account: string; except: string; now: string }, { id: string }>((db, arg) =>
  db
    .selectFrom('api_key')
    .select('id')
    .where('account_id', '=', arg('account'))
    .where('kind', '=', sql.lit('owner'))
    .where('scopes', '=', sql.lit(''))
    .where('id', '<>', arg('except'))
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', arg('now'))]))
    .limit(sql.lit(1)),
)

export const readKeys = async (
  tx: Tx,
  account: string,
  limit: number,
  offset: number,
): Promise<{ rows: ApiKeyRow[]; total: number }> => ({
  rows: await tx.all(page, { account, limit, offset }),
  total: Number((await tx.get(count, { account }))?.keys ?? 0),
})

export const findKey = (tx: Tx, account: string, id: string): Promise<ApiKeyRow | undefined> =>
  tx.get(byId, { account, id })

export const markReplaced = (tx: Tx, account: string, id: string, by: string, until: string): Promise<number> =>
  tx.run(replace, { account, id, by, until })

export const markRevoked = (tx: Tx, account: string, id: string, at: string): Promise<number> =>
  tx.run(revoke, { account, id, at })

/** True if another full owner key is live and not replaced. */
export const hasOtherOwnerKey = async (tx: Tx, account: string, except: string, now: string): Promise<boolean> =>
  (await tx.get(otherOwnerKey, { account, except, now })) !== undefined
