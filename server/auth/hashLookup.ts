import { createSharedRead } from '../../platform/sql/sharedRead.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'

/** Finds the value of a credential by its hash. */
export interface HashLookup<Value> {
  /** Returns `undefined` for a credential that was never issued. @throws DatabaseUnavailable */
  find(credential: string): Promise<Value | undefined>
  /** Clears the cache. */
  clear(): void
}

/** Maximum number of cached credentials. Unknown ones are not cached, so that guessing cannot fill the memory. */
const MAX_CACHED = 10_000

/** Two consecutive waits end before the 15 s after which a database counts as unavailable. */
const SHARED_READ_TIMEOUT_MS = 7000

interface LookupOptions<Value> {
  hash: (credential: string) => string
  /** Checks the form cheaply, so that guesses never reach the database. */
  isWellFormed: (credential: string) => boolean
  /** Runs one statement. */
  read: (tx: Tx, hashes: readonly string[]) => Promise<ReadonlyMap<string, Value>>
}

/**
 * Creates a lookup for a database that reports the writes of other processes. A credential is read once and cached
 * until such a report.
 */
function createCachingLookup<Value>(
  db: Database,
  { hash, isWellFormed, read }: LookupOptions<Value>,
): HashLookup<Value> {
  const valuesByHash = new Map<string, Value>()
  let generation = 0
  const load = async (digest: string): Promise<Value | undefined> => {
    const startGeneration = generation
    const value = (await db.read((tx) => read(tx, [digest]), { oneStatement: true })).get(digest)
    if (value !== undefined && startGeneration === generation && valuesByHash.size < MAX_CACHED)
      valuesByHash.set(digest, value)
    return value
  }
  return {
    async find(credential) {
      const digest = hash(credential)
      return valuesByHash.get(digest) ?? (isWellFormed(credential) ? load(digest) : undefined)
    },
    clear() {
      generation += 1
      valuesByHash.clear()
    },
  }
}

/**
 * Creates a lookup for other databases. It reads credentials for each request; requests that wait together share the
 * query.
 */
function createFreshLookup<Value>(db: Database, { hash, isWellFormed, read }: LookupOptions<Value>): HashLookup<Value> {
  const values = createSharedRead((hashes) => db.read((tx) => read(tx, hashes), { oneStatement: true }), {
    timeoutMs: SHARED_READ_TIMEOUT_MS,
  })
  return {
    find: async (credential) => (isWellFormed(credential) ? values.find(hash(credential)) : undefined),
    clear: () => undefined,
  }
}

export const createHashLookup = <Value>(db: Database, options: LookupOptions<Value>): HashLookup<Value> =>
  db.foreignCommits() === undefined ? createFreshLookup(db, options) : createCachingLookup(db, options)
