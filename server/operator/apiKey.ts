// Creates an API key with all scopes for the command line, to replace a lost one.
import { v7 } from 'uuid'
import { scopes } from '../../contract/scopes.ts'
import { issueKey } from '../auth/issueKey.ts'
import { writeAccount } from '../db/writeAccount.ts'
import { auditOperator } from '../audit/operator.ts'
import { requireOption, runOperatorCommand } from './flags.ts'
import { requireAccount } from './requireAccount.ts'

await runOperatorCommand(['account'], async (values, db, clock) => {
  const account = requireOption(values, 'account')
  await requireAccount(db, account)
  const key = await writeAccount(db, clock, account, async (write) => {
    await auditOperator(write, '/account/api-key', v7())
    return issueKey(write.tx, { account, kind: 'api', name: 'Command line', scopes }, write.nowMs)
  })
  return values['json'] ? JSON.stringify({ account_id: account, api_key: key }) : `Account ${account}\nAPI key ${key}`
})
