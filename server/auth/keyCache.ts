import type { KeyScope } from '../../contract/scopes.ts'
import type { Database } from '../../platform/sql/types.ts'
import { hashKey, isWellFormedKey } from './keyFormat.ts'
import { findKeyByHash } from './keyStore.ts'

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

export interface KeyCache {
  /** Also finds expired and revoked keys; `undefined` for a key never issued. */
  find(key: string): Promise<Actor | undefined>
  clear(): void
}

/** Maximum cached keys. Unknown keys are not cached, so that guessing cannot fill the memory. */
const MAX_CACHED = 10_000

export function createKeyCache(db: Database): KeyCache {
  const actorsByHash = new Map<string, Actor>()
  let generation = 0
  const load = async (key: string, hash: string): Promise<Actor | undefined> => {
    const startGeneration = generation
    const row = await db.read((tx) => findKeyByHash(tx, hash), { oneStatement: true })
    if (!row) return undefined
    const actor: Actor = {
      keyId: row.id,
      kind: row.kind as KeyKind,
      account: row.account_id,
      keyHint: `${key.slice(0, 10)}…${row.last4}`,
      scopes: new Set(row.scopes.split(' ').filter(Boolean) as KeyScope[]),
      ratePerSecond: row.rate_per_second,
      expiresAtMs: row.expires_at ? Date.parse(row.expires_at) : Infinity,
      isRevoked: row.revoked_at !== null,
    }
    if (startGeneration === generation && actorsByHash.size < MAX_CACHED) actorsByHash.set(hash, actor)
    return actor
  }
  return {
    async find(key) {
      const hash = hashKey(key)
      return actorsByHash.get(hash) ?? (isWellFormedKey(key) ? load(key, hash) : undefined)
    },
    clear() {
      generation += 1
      actorsByHash.clear()
    },
  }
}
