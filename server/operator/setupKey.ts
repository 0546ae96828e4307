// Makes an owner key that expires in ten minutes, for whatever sets up the account's worker; none when the worker's endpoint is there and gets events.
import { isoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { issueKeyRow } from '../auth/issueKey.ts'
import type { Schema } from '../db/schema.ts'
import { need, runOperator, UsageError } from './flags.ts'

const HOLDS_MS = 10 * 60 * 1000

/** Whether the endpoint is there, and not one that was given up: what its owner switched off stays as it is. */
async function isInOrder(tx: Tx, account: string, id: string): Promise<boolean> {
  const query = tx
    .builder<Schema>()
    .selectFrom('webhook_endpoint')
    .select(['status', 'disabled_reason'])
    .where('account_id', '=', account)
    .where('id', '=', id)
  const [found] = await tx.query(query)
  return found !== undefined && (found.status === 'enabled' || found.disabled_reason === 'owner')
}

await runOperator(['account', 'unless-webhook'], async (values, db, clock) => {
  const account = need(values, 'account')
  const webhook = values['unless-webhook']
  const nowMs = clock.nowMs()
  const issued = await db.write(async (tx) => {
    const [known] = await tx.query(tx.builder<Schema>().selectFrom('account').select('id').where('id', '=', account))
    if (!known) throw new UsageError('There is no account with this id. List them: kitroom account list')
    if (webhook !== undefined && (await isInOrder(tx, account, webhook))) return undefined
    const key = { account, kind: 'owner', name: 'Setup', scopes: [], expiresAt: isoTime(nowMs + HOLDS_MS) } as const
    return issueKeyRow(tx, key, nowMs)
  })
  if (values['json']) return JSON.stringify({ key_id: issued?.row.id ?? null, owner_key: issued?.secret ?? null })
  return issued ? `Owner key ${issued.secret}\nIt holds for ten minutes.` : 'The endpoint is in order: no key was made.'
})
