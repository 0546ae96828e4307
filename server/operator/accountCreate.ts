// Creates an account with its owner key and an API key with all nine scopes. Both keys work immediately on a running
// server.
import { AccountDetails, createAccount } from './newAccount.ts'
import { requireOption, runOperatorCommand, UsageError } from './flags.ts'

await runOperatorCommand(['name', 'email', 'tier', 'timezone', 'currency'], async (values, db, clock) => {
  const parsed = AccountDetails.safeParse({
    ...values,
    name: requireOption(values, 'name'),
    email: requireOption(values, 'email'),
  })
  if (!parsed.success) throw new UsageError(parsed.error.issues.map((issue) => issue.message).join('\n'))
  const result = await createAccount(db, parsed.data, clock.nowMs())
  if (values['json']) return JSON.stringify(result)
  return [
    `Account   ${result.account_id}`,
    `Owner key ${result.owner_key}`,
    `API key   ${result.api_key}`,
    'Keep both keys: they are shown only now.',
  ].join('\n')
})
