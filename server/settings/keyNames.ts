import type { Tx } from '../../platform/sql/types.ts'
import { defineStatement } from '../db/statement.ts'

const namesById = defineStatement<{ account: string; ids: string }, { id: string; name: string }>((db, arg, isAnyOf) =>
  db.selectFrom('api_key').select(['id', 'name']).where('account_id', '=', arg('account')).where(isAnyOf('id', 'ids')),
)

/** Reads the names of keys by their ids, also of revoked ones. */
export async function readKeyNames(tx: Tx, account: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.all(namesById, { account, ids: JSON.stringify(ids) })
  return new Map(rows.map(({ id, name }) => [id, name]))
}
