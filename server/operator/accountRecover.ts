// Makes a new owner key for an account whose owner key was lost, and revokes the one before: whoever found it cannot use it.
import { isoTime } from '../../platform/clock.ts'
import { issueKey } from '../auth/issueKey.ts'
import { revokeKeysOfKind } from '../auth/keyStore.ts'
import type { Schema } from '../db/schema.ts'
import { need, runOperator, UsageError } from './flags.ts'

await runOperator(['account'], async (values, db, clock) => {
  const account = need(values, 'account')
  const nowMs = clock.nowMs()
  const recovered = await db.write(async (tx) => {
    const [known] = await tx.query(tx.builder<Schema>().selectFrom('account').select('id').where('id', '=', account))
    if (!known) throw new UsageError('There is no account with this id. List them: kitroom account list')
    const revoked = await revokeKeysOfKind(tx, account, 'owner', isoTime(nowMs))
    return { revoked, ownerKey: await issueKey(tx, { account, kind: 'owner', name: 'Owner', scopes: [] }, nowMs) }
  })
  const { ownerKey, revoked } = recovered
  if (values['json']) return JSON.stringify({ account_id: account, owner_key: ownerKey, revoked })
  return [`Account   ${account}`, `Owner key ${ownerKey}`, `Keep it: it is shown only now. Owner keys revoked: ${revoked}.`].join('\n')
})
