import type { Lookup } from '../../platform/sql/lookup.ts'
import { createSharedRead, type SharedRead } from '../../platform/sql/sharedRead.ts'
import type { Database, RowStatement } from '../../platform/sql/types.ts'

/** Finds rows for reads. Requests that wait together share a query if a round trip costs more than the query. */
export interface SharedLookups {
  /** Finds the row of a key by a query that begins after this call. @throws DatabaseUnavailable */
  find<Row>(lookup: Lookup<Row>, account: string, key: string): Promise<Row | undefined>
  /** Finds the row of a statement by a query that begins after this call. @throws DatabaseUnavailable */
  get<Args, Row>(statement: RowStatement<Args, Row>, args: Args): Promise<Row | undefined>
}

/**
 * Time limit of a lookup. With the wait for the key it stays below the 15 s after which a database counts as
 * unavailable.
 */
const TIMEOUT_MS = 7000

const SEPARATOR = ' '

const joinKey = (account: string, key: string): string => `${account}${SEPARATOR}${key}`

async function readTogether<Row>(
  db: Database,
  lookup: Lookup<Row>,
  joinedKeys: readonly string[],
): Promise<Map<string, Row>> {
  const accountOf = (joined: string): string => joined.slice(0, joined.indexOf(SEPARATOR))
  const readings = [...Map.groupBy(joinedKeys, accountOf)].map(async ([account, joined]) => {
    const keys = JSON.stringify(joined.map((one) => one.slice(account.length + SEPARATOR.length)))
    const rows = await db.read((tx) => tx.all(lookup.many, { account, keys }), { oneStatement: true })
    return rows.map((row) => [joinKey(account, row.lookup_key), row] as const)
  })
  return new Map((await Promise.all(readings)).flat())
}

/** Maximum number of lists per query. With more, the first lists would wait long for the last. */
const MAX_LISTS = 16
/**
 * Maximum number of concurrent queries of lists: PostgreSQL reads for one while the server sends the lists of another.
 */
const MAX_LIST_QUERIES = 2

async function readRows<Args, Row>(
  db: Database,
  statement: RowStatement<Args, Row>,
  keys: readonly string[],
): Promise<Map<string, Row>> {
  const sets = keys.map((key) => JSON.parse(key) as Args)
  const rows = await db.read((tx) => tx.getEach(statement, sets), { oneStatement: true })
  return new Map(keys.flatMap((key, index) => (rows[index] === undefined ? [] : [[key, rows[index]]])))
}

const createUnshared = (db: Database): SharedLookups => ({
  find: (lookup, account, key) => db.read((tx) => tx.find(lookup, account, key), { oneStatement: true }),
  get: (statement, args) => db.read((tx) => tx.get(statement, args), { oneStatement: true }),
})

export function createSharedLookups(db: Database): SharedLookups {
  if (db.foreignCommits() !== undefined) return createUnshared(db)
  const ofLookups = new Map<Lookup<unknown>, SharedRead<unknown>>()
  const ofStatements = new Map<RowStatement<never, unknown>, SharedRead<unknown>>()
  const readsOf = (lookup: Lookup<unknown>): SharedRead<unknown> =>
    ofLookups.getOrInsertComputed(lookup, () =>
      createSharedRead((keys) => readTogether(db, lookup, keys), { timeoutMs: TIMEOUT_MS }),
    )
  const listsOf = (statement: RowStatement<never, unknown>): SharedRead<unknown> =>
    ofStatements.getOrInsertComputed(statement, () =>
      createSharedRead((keys) => readRows(db, statement, keys), {
        timeoutMs: TIMEOUT_MS,
        maxQueries: MAX_LIST_QUERIES,
        maxKeys: MAX_LISTS,
      }),
    )
  return {
    find: async <Row>(lookup: Lookup<Row>, account: string, key: string) =>
      (await readsOf(lookup).find(joinKey(account, key))) as Row | undefined,
    get: async <Args, Row>(statement: RowStatement<Args, Row>, args: Args) =>
      (await listsOf(statement).find(JSON.stringify(args))) as Row | undefined,
  }
}
