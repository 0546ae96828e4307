import type { Database } from '../../platform/sql/types.ts'
import type { Schema } from '../db/schema.ts'
import { UsageError } from './flags.ts'

export async function requireAccount(db: Database, account: string): Promise<void> {
  const rows = await db.read((tx) =>
    tx.query(tx.builder<Schema>().selectFrom('account').select('id').where('id', '=', account)),
  )
  if (rows.length === 0) throw new UsageError('There is no account with this id. List them: kitroom account list')
}
