// Creates a new owner key and revokes the old ones, so that a lost key cannot be used.
import { v7 } from 'uuid'
import { issueKey } from '../auth/issueKey.ts'
import { revokeKeysOfKind } from '../auth/keyStore.ts'
import { writeAccount } from '../db/writeAccount.ts'
import { auditOperator } from '../audit/operator.ts'
import { requireOption, runOperatorCommand } from './flags.ts'
import { requireAccount } from './requireAccount.ts'

await runOperatorCommand(['account'], async (values, db, clock) => {
  const account = requireOption(values, 'account')
  await requireAccount(db, account)
  const recovered = await writeAccount(db, clock, account, async (write) => {
    await auditOperator(write, '/account/recover', v7())
    const revoked = await revokeKeysOfKind(write.tx, account, 'owner', write.now)
    return {
      revoked,
      ownerKey: await issueKey(write.tx, { account, kind: 'owner', name: 'Owner', scopes: [] }, write.nowMs),
    }
  })
  const { ownerKey, revoked } = recovered
  if (values['json']) return JSON.stringify({ account_id: account, owner_key: ownerKey, revoked })
  return [
    `Account   ${account}`,
    `Owner key ${ownerKey}`,
    `Keep it: it is shown only now. Owner keys revoked: ${revoked}.`,
  ].join('\n')
})
