import type { Tx } from '../../../platform/sql/types.ts'
import { defineStatement } from '../../db/statement.ts'

const recordsById = defineStatement<{ account: string; ids: string }, { id: string; record: string }>(
  (db, arg, isAnyOf) =>
    db.selectFrom('gear').select(['id', 'record']).where('account_id', '=', arg('account')).where(isAnyOf('id', 'ids')),
)

/** Reads record texts in the order of the ids. */
export async function readRecords(tx: Tx, account: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.all(recordsById, { account, ids: JSON.stringify(ids) })
  const records = new Map(rows.map(({ id, record }) => [id, record]))
  return ids.flatMap((id) => records.get(id) ?? [])
}
