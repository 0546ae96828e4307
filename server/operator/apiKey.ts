// Makes an API key of all scopes for the command line on this machine, where the one of before was lost.
import { v7 } from 'uuid'
import { scopes } from '../../contract/scopes.ts'
import { issueKey } from '../auth/issueKey.ts'
import { writeAccount } from '../db/write.ts'
import { auditOperator } from '../audit/operator.ts'
import { need, runOperator } from './flags.ts'
import { requireAccount } from './requireAccount.ts'

await runOperator(['account'], async (values, db, clock) => {
  const account = need(values, 'account')
  await requireAccount(db, account)
  const key = await writeAccount(db, clock, account, async (write) => {
    await auditOperator(write, '/account/api-key', v7())
    return issueKey(write.tx, { account, kind: 'api', name: 'Command line', scopes }, write.nowMs)
  })
  return values['json'] ? JSON.stringify({ account_id: account, api_key: key }) : `Account ${account}\nAPI key ${key}`
})
