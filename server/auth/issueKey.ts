import { v7 } from 'uuid'
import type { KeyScope } from '../../contract/scopes.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { ApiKeyRow } from '../db/schema.ts'
import { API_PREFIX, hashKey, generateKey, OWNER_PREFIX } from '../../platform/keyFormat.ts'
import type { KeyKind } from './keyCache.ts'
import { insertKey } from './keyStore.ts'

export interface KeyDetails {
  account: string
  kind: KeyKind
  name: string
  scopes: readonly KeyScope[]
  ratePerSecond?: number | null
  expiresAt?: string | null
  id?: string
}

/** Creates and stores a key. @returns its row and the key, which is not stored */
export async function issueKeyRow(tx: Tx, key: KeyDetails, nowMs: number): Promise<{ row: ApiKeyRow; secret: string }> {
  const secret = generateKey(key.kind === 'owner' ? OWNER_PREFIX : API_PREFIX)
  const row: ApiKeyRow = {
    id: key.id ?? v7({ msecs: nowMs }),
    account_id: key.account,
    kind: key.kind,
    name: key.name,
    hash: hashKey(secret),
    last4: secret.slice(-4),
    scopes: key.scopes.join(' '),
    rate_per_second: key.ratePerSecond ?? null,
    created_at: toIsoTime(nowMs),
    expires_at: key.expiresAt ?? null,
    revoked_at: null,
    last_used_at: null,
    last_used_ip: null,
    replaced_by: null,
  }
  await insertKey(tx, row)
  return { row, secret }
}

export const issueKey = async (tx: Tx, key: KeyDetails, nowMs: number): Promise<string> =>
  (await issueKeyRow(tx, key, nowMs)).secret
