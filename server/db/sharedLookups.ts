import type { Lookup } from '../../platform/sql/lookup.ts'
import { createSharedRead, type SharedRead } from '../../platform/sql/sharedRead.ts'
import type { Database } from '../../platform/sql/types.ts'

/** Finds rows for reads. Requests that wait together share a query where a round trip costs more than the query. */
export interface SharedLookups {
  /** The row of a key, read by a query that begins after this call. @throws DatabaseUnavailable */
  find<Row>(lookup: Lookup<Row>, account: string, key: string): Promise<Row | undefined>
}

/** This and the wait for the key end before the 15 s after which a database counts as gone. */
const TIMEOUT_MS = 7000

const SEPARATOR = ' '

const joinKey = (account: string, key: string): string => `${account}${SEPARATOR}${key}`

async function readTogether<Row>(db: Database, lookup: Lookup<Row>, joinedKeys: readonly string[]): Promise<Map<string, Row>> {
  const accountOf = (joined: string): string => joined.slice(0, joined.indexOf(SEPARATOR))
  const readings = [...Map.groupBy(joinedKeys, accountOf)].map(async ([account, joined]) => {
    const keys = JSON.stringify(joined.map((one) => one.slice(account.length + SEPARATOR.length)))
    const rows = await db.read((tx) => tx.all(lookup.many, { account, keys }), { oneStatement: true })
    return rows.map((row) => [joinKey(account, row.lookup_key), row] as const)
  })
  return new Map((await Promise.all(readings)).flat())
}

export function createSharedLookups(db: Database): SharedLookups {
  if (db.foreignCommits() !== undefined)
    return { find: (lookup, account, key) => db.read((tx) => tx.find(lookup, account, key), { oneStatement: true }) }
  const sharedReads = new Map<Lookup<unknown>, SharedRead<unknown>>()
  const readOf = (lookup: Lookup<unknown>): SharedRead<unknown> => {
    const known = sharedReads.get(lookup)
    if (known) return known
    const created = createSharedRead((keys) => readTogether(db, lookup, keys), { timeoutMs: TIMEOUT_MS })
    sharedReads.set(lookup, created)
    return created
  }
  return {
    find: async <Row>(lookup: Lookup<Row>, account: string, key: string) => (await readOf(lookup).find(joinKey(account, key))) as Row | undefined,
  }
}
