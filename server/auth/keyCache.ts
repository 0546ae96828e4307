import type { KeyScope } from '../../contract/scopes.ts'
import type { Database } from '../../platform/sql/types.ts'
import { parseState, type AccountState } from '../db/accountState.ts'
import type { AccountStateRow, ApiKeyRow } from '../db/schema.ts'
import { createHashLookup, type HashLookup } from './hashLookup.ts'
import { API_PREFIX, hashKey, isWellFormedKey, OWNER_PREFIX } from '../../platform/keyFormat.ts'
import { findKeysWithState } from './keyStore.ts'

export type KeyKind = 'api' | 'owner' | 'worker'

export interface Actor {
  keyId: string
  /** Console session that uses the key; null for the key itself. */
  sessionId: string | null
  kind: KeyKind
  account: string
  keyName: string
  keyHint: string
  /** Empty for an owner key that gives access to all settings. */
  scopes: ReadonlySet<KeyScope>
  ratePerSecond: number | null
  expiresAtMs: number
  /** True for a revoked key, which is refused independently of any clock. */
  isRevoked: boolean
}

/** Sender of a request. */
export interface Caller {
  actor: Actor
  /** State of the account, read after the request arrived; undefined if a cache of states has it. */
  state: AccountState | undefined
}

/** Finds callers by their keys, including expired and revoked keys. */
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

/** Creates the lookup of keys. It includes the account's state if no cache of states has it. */
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
