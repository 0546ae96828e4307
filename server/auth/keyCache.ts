import type { KeyScope } from '../../contract/scopes.ts'
import type { Database } from '../../platform/sql/types.ts'
import { parseState, type AccountState } from '../db/accountState.ts'
import type { AccountStateRow, ApiKeyRow } from '../db/schema.ts'
import { createHashLookup, type HashLookup } from './hashLookup.ts'
import { API_PREFIX, hashKey, isWellFormedKey, OWNER_PREFIX } from './keyFormat.ts'
import { findKeysWithState } from './keyStore.ts'

export type KeyKind = 'api' | 'owner' | 'worker'

export interface Actor {
  keyId: string
  /** Session of the console that uses the key; null for the key itself. */
  sessionId: string | null
  kind: KeyKind
  account: string
  keyName: string
  keyHint: string
  /** Empty for an owner key that gives access to all settings. */
  scopes: ReadonlySet<KeyScope>
  ratePerSecond: number | null
  expiresAtMs: number
  /** A revoked key is refused independently of any clock. */
  isRevoked: boolean
}

/** Whoever sends a request. */
export interface Caller {
  actor: Actor
  /** State of the account, read after the request arrived; undefined where a cache of states knows it. */
  state: AccountState | undefined
}

/** Also finds expired and revoked keys. */
export type KeyCache = HashLookup<Caller>

export const toActor = (row: ApiKeyRow): Actor => ({
  keyId: row.id,
  sessionId: null,
  kind: row.kind as KeyKind,
  account: row.account_id,
  keyName: row.name,
  keyHint: `${row.kind === 'owner' ? OWNER_PREFIX : API_PREFIX}…${row.last4}`,
  scopes: new Set(row.scopes.split(' ').filter(Boolean) as KeyScope[]),
  ratePerSecond: row.rate_per_second,
  expiresAtMs: row.expires_at ? Date.parse(row.expires_at) : Infinity,
  isRevoked: row.revoked_at !== null,
})

/** Keys. The state of the account comes along where no cache of states knows it. */
export function createKeyCache(db: Database): KeyCache {
  const isStateCached = db.foreignCommits() !== undefined
  const toCaller = (row: ApiKeyRow & AccountStateRow): Caller => ({
    actor: toActor(row),
    state: isStateCached ? undefined : parseState(row),
  })
  return createHashLookup(db, {
    hash: hashKey,
    isWellFormed: isWellFormedKey,
    read: async (tx, hashes) =>
      new Map((await findKeysWithState(tx, hashes)).map((row): [string, Caller] => [row.hash, toCaller(row)])),
  })
}
