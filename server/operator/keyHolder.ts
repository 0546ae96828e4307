// Shows the account of KITROOM_API_KEY and if the key is live. An argument would appear in the process list.
import { findKeyByHash } from '../auth/keyStore.ts'
import { hashKey } from '../../platform/keyFormat.ts'
import { runOperatorCommand, UsageError } from './flags.ts'

await runOperatorCommand([], async (values, db, clock) => {
  const key = process.env['KITROOM_API_KEY']
  if (!key) throw new UsageError('Set KITROOM_API_KEY to the key.')
  const row = await db.read((tx) => findKeyByHash(tx, hashKey(key)))
  const isLive =
    row !== undefined &&
    row.revoked_at === null &&
    !(row.expires_at !== null && Date.parse(row.expires_at) <= clock.nowMs())
  if (values['json']) return JSON.stringify({ account_id: row?.account_id ?? null, is_live: isLive })
  return row
    ? `Account ${row.account_id}, ${isLive ? 'live' : 'revoked or expired'}`
    : 'This database does not know the key.'
})
