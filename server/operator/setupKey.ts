// Creates an owner key valid for ten minutes to set up the worker, or none if the worker's endpoint is usable.
import { toIsoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { issueKeyRow } from '../auth/issueKey.ts'
import type { Schema } from '../db/schema.ts'
import { requireOption, runOperatorCommand, UsageError } from './flags.ts'

const KEY_LIFETIME_MS = 10 * 60 * 1000

/** True unless the endpoint is missing or the server disabled it. An endpoint disabled by its owner stays disabled. */
async function isUsable(tx: Tx, account: string, id: string): Promise<boolean> {
  const query = tx
    .builder<Schema>()
    .selectFrom('webhook_endpoint')
    .select(['status', 'disabled_reason'])
    .where('account_id', '=', account)
    .where('id', '=', id)
  const [found] = await tx.query(query)
  return found !== undefined && (found.status === 'enabled' || found.disabled_reason === 'owner')
}

await runOperatorCommand(['account', 'unless-webhook'], async (values, db, clock) => {
  const account = requireOption(values, 'account')
  const webhook = values['unless-webhook']
  const nowMs = clock.nowMs()
  const issued = await db.write(async (tx) => {
    const [known] = await tx.query(tx.builder<Schema>().selectFrom('account').select('id').where('id', '=', account))
    if (!known) throw new UsageError('There is no account with this id. List them: kitroom account list')
    if (webhook !== undefined && (await isUsable(tx, account, webhook))) return undefined
    const key = {
      account,
      kind: 'owner',
      name: 'Setup',
      scopes: [],
      expiresAt: toIsoTime(nowMs + KEY_LIFETIME_MS),
    } as const
    return issueKeyRow(tx, key, nowMs)
  })
  if (values['json']) return JSON.stringify({ key_id: issued?.row.id ?? null, owner_key: issued?.secret ?? null })
  return issued ? `Owner key ${issued.secret}\nIt holds for ten minutes.` : 'The endpoint is in order: no key was made.'
})
