import type { Tx } from '../../platform/sql/types.ts'
import type { ConsoleCodeRow } from '../db/schema.ts'
import { defineStatement } from '../db/statement.ts'

const insert = defineStatement<ConsoleCodeRow>((db, arg) =>
  db
    .insertInto('console_code')
    .values(arg.columns('hash', 'account_id', 'api_key_id', 'owner_key_id', 'created_at', 'expires_at', 'used_at')),
)

const byHash = defineStatement<{ hash: string }, ConsoleCodeRow>((db, arg) =>
  db.selectFrom('console_code').selectAll().where('hash', '=', arg('hash')),
)

const claim = defineStatement<{ account: string; hash: string; now: string }>((db, arg) =>
  db
    .updateTable('console_code')
    .set({ used_at: arg('now') })
    .where('account_id', '=', arg('account'))
    .where('hash', '=', arg('hash'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', arg('now')),
)

export const insertCode = (tx: Tx, row: ConsoleCodeRow): Promise<number> => tx.run(insert, row)

export const findCode = (tx: Tx, hash: string): Promise<ConsoleCodeRow | undefined> => tx.get(byHash, { hash })

/** Uses a code up. @returns 0 if it was used before, or has expired */
export const claimCode = (tx: Tx, account: string, hash: string, now: string): Promise<number> =>
  tx.run(claim, { account, hash, now })
