import { randomUUID } from 'node:crypto'
import type { Scope } from '../../contract/scopes.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { API_PREFIX, hashKey, newKey, OWNER_PREFIX } from './keyFormat.ts'
import { insertKey } from './keyStore.ts'

/** Makes and stores a key. @returns the key itself: the only time it can be seen */
export async function issueKey(
  tx: Tx,
  key: { account: string; kind: 'api' | 'owner' | 'worker'; name: string; scopes: readonly Scope[]; ratePerSecond?: number },
  nowMs: number,
): Promise<string> {
  const secret = newKey(key.kind === 'owner' ? OWNER_PREFIX : API_PREFIX)
  await insertKey(tx, {
    id: randomUUID(),
    account_id: key.account,
    kind: key.kind,
    name: key.name,
    hash: hashKey(secret),
    last4: secret.slice(-4),
    scopes: key.scopes.join(' '),
    rate_per_second: key.ratePerSecond ?? null,
    created_at: isoTime(nowMs),
    expires_at: null,
    revoked_at: null,
  })
  return secret
}
