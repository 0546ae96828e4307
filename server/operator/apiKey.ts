// Makes an API key of all scopes for the command line on this machine, where the one of before was lost.
import { scopes } from '../../contract/scopes.ts'
import { issueKey } from '../auth/issueKey.ts'
import type { Schema } from '../db/schema.ts'
import { need, runOperator, UsageError } from './flags.ts'

await runOperator(['account'], async (values, db, clock) => {
  const account = need(values, 'account')
  const key = await db.write(async (tx) => {
    const [known] = await tx.query(tx.builder<Schema>().selectFrom('account').select('id').where('id', '=', account))
    if (!known) throw new UsageError('There is no account with this id. List them: kitroom account list')
    return issueKey(tx, { account, kind: 'api', name: 'Command line', scopes }, clock.nowMs())
  })
  return values['json'] ? JSON.stringify({ account_id: account, api_key: key }) : `Account ${account}\nAPI key ${key}`
})
