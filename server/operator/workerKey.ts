// Makes the key of an account's worker and revokes the one before.
import type { Scope } from '../../contract/scopes.ts'
import { isoTime } from '../../platform/clock.ts'
import { issueKey } from '../auth/issueKey.ts'
import { revokeKeysOfKind } from '../auth/keyStore.ts'
import type { Schema } from '../db/schema.ts'
import { runOperator, UsageError } from './flags.ts'

/** What syncing needs; the worker never holds an owner key. */
const SCOPES: readonly Scope[] = ['gear:read', 'gear:write', 'profile:read']
const RATE_PER_SECOND = 1000

await runOperator(['account'], async (values, db, clock) => {
  const accounts = await db.read((tx) => tx.query(tx.builder<Schema>().selectFrom('account').select('id')))
  const wanted = values['account']
  const account = wanted === undefined && accounts.length === 1 ? accounts[0]?.id : accounts.find((one) => one.id === wanted)?.id
  if (account === undefined) {
    if (accounts.length === 0)
      throw new UsageError('There is no account yet. Make one: kitroom account create --name "My studio" --email me@example.com')
    throw new UsageError(wanted === undefined ? 'There are several accounts: name one with --account.' : 'There is no account with this id.')
  }
  const nowMs = clock.nowMs()
  const key = await db.write(async (tx) => {
    await revokeKeysOfKind(tx, account, 'worker', isoTime(nowMs))
    return issueKey(tx, { account, kind: 'worker', name: 'Worker', scopes: SCOPES, ratePerSecond: RATE_PER_SECOND }, nowMs)
  })
  const result = { account_id: account, api_key: key }
  return values['json'] ? JSON.stringify(result) : `Account    ${account}\nWorker key ${key}`
})
