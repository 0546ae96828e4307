import type { Schema } from '../db/schema.ts'
import { runOperatorCommand } from './flags.ts'

await runOperatorCommand([], async (values, db) => {
  const accounts = await db.read((tx) =>
    tx.query(
      tx
        .builder<Schema>()
        .selectFrom('account')
        .innerJoin('profile', 'profile.account_id', 'account.id')
        .select([
          'account.id as account_id',
          'account.name',
          'profile.email',
          'profile.subscription_tier as tier',
          'account.created_at',
        ])
        .orderBy('account.created_at'),
    ),
  )
  if (values['json']) return JSON.stringify(accounts)
  if (accounts.length === 0)
    return 'No account yet. Make one: kitroom account create --name "My studio" --email me@example.com'
  return accounts
    .map(
      (account) =>
        `${account.account_id}  ${account.tier.padEnd(6)}  ${account.name}  <${account.email ?? ''}>  since ${account.created_at.slice(0, 10)}`,
    )
    .join('\n')
})
