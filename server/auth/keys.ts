import type { KeyScope } from '../../contract/scopes.ts'
import type { Database } from '../../platform/sql/types.ts'
import { hashKey, isWellFormedKey } from './keyFormat.ts'
import { findKeyByHash } from './keyStore.ts'

export type KeyKind = 'api' | 'owner' | 'worker'

/** Who is calling. */
export interface Actor {
  keyId: string
  /** `owner` opens the settings plane, the others the API. */
  kind: KeyKind
  account: string
  /** First and last characters of the key, for people to recognise it by. */
  keyHint: string
  /** Of an owner key: empty means that it opens all of the settings. */
  scopes: ReadonlySet<KeyScope>
  /** Requests per second of this key alone; `null`: the common rate. */
  ratePerSecond: number | null
  expiresAtMs: number
  /** Refused from now on, whatever a clock says of when it was revoked. */
  isRevoked: boolean
}

export interface KeyRing {
  /** The holder of a key, even of an expired or revoked one; `undefined` for a key never issued. */
  find(key: string): Promise<Actor | undefined>
  /** Forgets all keys, because another process may have changed them. */
  forget(): void
}

/** Known keys are few; unknown ones are never kept, so that guessing cannot fill the memory. */
const MAX_KNOWN = 10_000

/** Keys by hash, read from the database once and kept until `forget`. */
export function createKeyRing(db: Database): KeyRing {
  const known = new Map<string, Actor>()
  let generation = 0
  const load = async (key: string, hash: string): Promise<Actor | undefined> => {
    const started = generation
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
    if (started === generation && known.size < MAX_KNOWN) known.set(hash, actor)
    return actor
  }
  return {
    async find(key) {
      const hash = hashKey(key)
      return known.get(hash) ?? (isWellFormedKey(key) ? load(key, hash) : undefined)
    },
    forget() {
      generation += 1
      known.clear()
    },
  }
}
