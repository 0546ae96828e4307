import { createSharedRead } from '../../platform/sql/sharedRead.ts'
import type { Database, Tx } from '../../platform/sql/types.ts'

/** Finds what belongs to a credential. */
export interface HashLookup<Value> {
  /** `undefined` for a credential never issued. @throws DatabaseUnavailable */
  find(credential: string): Promise<Value | undefined>
  /** Forgets all that is known. */
  clear(): void
}

/** Maximum cached credentials. Unknown ones are not cached, so that guessing cannot fill the memory. */
const MAX_CACHED = 10_000

/** Two waits one after the other end before the 15 s after which a database counts as gone. */
const SHARED_READ_TIMEOUT_MS = 7000

interface LookupOptions<Value> {
  hash: (credential: string) => string
  /** A cheap check, so that guesses never reach the database. */
  isWellFormed: (credential: string) => boolean
  /** Runs one statement. */
  read: (tx: Tx, hashes: readonly string[]) => Promise<ReadonlyMap<string, Value>>
}

/** For a database that reports the writes of other processes: a credential is read once and kept until such a report. */
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

/** Elsewhere credentials are read for each request; requests that wait together share the query. */
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
