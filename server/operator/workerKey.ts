// Creates the worker's key and revokes the previous one. `--rate` is its requests per second, 1000 by default.
import { workerScopes } from '../../contract/scopes.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { issueKey } from '../auth/issueKey.ts'
import { revokeKeysOfKind } from '../auth/keyStore.ts'
import type { Schema } from '../db/schema.ts'
import { runOperatorCommand, UsageError } from './flags.ts'

const RATE_PER_SECOND = 1000
const MAX_RATE_PER_SECOND = 1_000_000

function readRate(text: string | undefined): number {
  if (text === undefined) return RATE_PER_SECOND
  const rate = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : NaN
  if (!(rate <= MAX_RATE_PER_SECOND))
    throw new UsageError(`--rate must be a whole number of requests per second, 1 to ${MAX_RATE_PER_SECOND}.`)
  return rate
}

await runOperatorCommand(['account', 'rate'], async (values, db, clock) => {
  const ratePerSecond = readRate(values['rate'])
  const accounts = await db.read((tx) => tx.query(tx.builder<Schema>().selectFrom('account').select('id')))
  const requested = values['account']
  const account =
    requested === undefined && accounts.length === 1
      ? accounts[0]?.id
      : accounts.find((one) => one.id === requested)?.id
  if (account === undefined) {
    if (accounts.length === 0)
      throw new UsageError(
        'There is no account yet. Make one: kitroom account create --name "My studio" --email me@example.com',
      )
    throw new UsageError(
      requested === undefined
        ? 'There are several accounts: name one with --account.'
        : 'There is no account with this id.',
    )
  }
  const nowMs = clock.nowMs()
  const key = await db.write(async (tx) => {
    await revokeKeysOfKind(tx, account, 'worker', toIsoTime(nowMs))
    return issueKey(tx, { account, kind: 'worker', name: 'Worker', scopes: workerScopes, ratePerSecond }, nowMs)
  })
  const result = { account_id: account, api_key: key, scopes: workerScopes }
  return values['json'] ? JSON.stringify(result) : `Account    ${account}\nWorker key ${key}`
})
