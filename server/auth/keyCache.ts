import type { KeyScope } from '../../contract/scopes.ts'
import { createSharedRead } from '../../platform/sql/sharedRead.ts'
import type { Database } from '../../platform/sql/types.ts'
import { parseState, type AccountState } from '../db/accountState.ts'
import type { ApiKeyRow } from '../db/schema.ts'
import { API_PREFIX, hashKey, isWellFormedKey, OWNER_PREFIX } from './keyFormat.ts'
import { findKeyByHash, findKeysWithState } from './keyStore.ts'

export type KeyKind = 'api' | 'owner' | 'worker'

export interface Actor {
  keyId: string
  kind: KeyKind
  account: string
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

export interface KeyCache {
  /** Also finds expired and revoked keys; `undefined` for a key never issued. @throws DatabaseUnavailable */
  find(key: string): Promise<Caller | undefined>
  clear(): void
}

/** Maximum cached keys. Unknown keys are not cached, so that guessing cannot fill the memory. */
const MAX_CACHED = 10_000

/** Two waits one after the other end before the 15 s after which a database counts as gone. */
const SHARED_READ_TIMEOUT_MS = 7000

const toActor = (row: ApiKeyRow): Actor => ({
  keyId: row.id,
  kind: row.kind as KeyKind,
  account: row.account_id,
  keyHint: `${row.kind === 'owner' ? OWNER_PREFIX : API_PREFIX}…${row.last4}`,
  scopes: new Set(row.scopes.split(' ').filter(Boolean) as KeyScope[]),
  ratePerSecond: row.rate_per_second,
  expiresAtMs: row.expires_at ? Date.parse(row.expires_at) : Infinity,
  isRevoked: row.revoked_at !== null,
})

/** Where other processes' writes are noticed, a key is read once. */
function createCachingKeys(db: Database): KeyCache {
  const callersByHash = new Map<string, Caller>()
  let generation = 0
  const load = async (hash: string): Promise<Caller | undefined> => {
    const startGeneration = generation
    const row = await db.read((tx) => findKeyByHash(tx, hash), { oneStatement: true })
    if (!row) return undefined
    const caller: Caller = { actor: toActor(row), state: undefined }
    if (startGeneration === generation && callersByHash.size < MAX_CACHED) callersByHash.set(hash, caller)
    return caller
  }
  return {
    async find(key) {
      const hash = hashKey(key)
      return callersByHash.get(hash) ?? (isWellFormedKey(key) ? load(hash) : undefined)
    },
    clear() {
      generation += 1
      callersByHash.clear()
    },
  }
}

/** Elsewhere keys are read for each request, with the state of their account; requests that wait together share the query. */
function createFreshKeys(db: Database): KeyCache {
  const read = async (hashes: readonly string[]): Promise<Map<string, Caller>> => {
    const rows = await db.read((tx) => findKeysWithState(tx, hashes), { oneStatement: true })
    return new Map(rows.map((row) => [row.hash, { actor: toActor(row), state: parseState(row) }]))
  }
  const keys = createSharedRead(read, { timeoutMs: SHARED_READ_TIMEOUT_MS })
  return {
    find: async (key) => (isWellFormedKey(key) ? keys.find(hashKey(key)) : undefined),
    clear: () => undefined,
  }
}

export const createKeyCache = (db: Database): KeyCache => (db.foreignCommits() === undefined ? createFreshKeys(db) : createCachingKeys(db))
