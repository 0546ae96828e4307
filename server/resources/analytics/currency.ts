import type { Tx } from '../../../platform/sql/types.ts'
import { defineStatement } from '../../db/statement.ts'

const currencyOf = defineStatement<{ account: string }, { currency: string }>((db, arg) =>
  db.selectFrom('profile').select('currency').where('account_id', '=', arg('account')),
)

export async function readCurrency(tx: Tx, account: string): Promise<string> {
  const profile = await tx.get(currencyOf, { account })
  if (!profile) throw new Error('the account has no profile')
  return profile.currency
}
