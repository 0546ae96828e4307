import type { Compilable } from 'kysely'
import { openDatabase } from '../../platform/sql/open.ts'
import type { Database, SqlValue } from '../../platform/sql/types.ts'
import { databaseUrl } from './testDatabase.ts'

export const toCompilable = <Row = Record<string, unknown>>(
  sql: string,
  parameters: readonly SqlValue[] = [],
): Compilable<Row> => ({ compile: () => ({ sql, parameters }) }) as unknown as Compilable<Row>

/** Replaces each `?` by `$1`, `$2` …, PostgreSQL's placeholders. */
const numberPlaceholders = (text: string): string => {
  let count = 0
  return text.replaceAll('?', () => `$${(count += 1)}`)
}

/** Connections that stay open, by database. */
const keptConnections = new Map<string, Promise<Database>>()

/** Lets the helpers use one connection beside the server until `endConnection`, instead of one for each call. */
export function keepConnection(databaseFile: string): void {
  keptConnections.set(databaseFile, databaseUrl(databaseFile).then(openDatabase))
}

export async function endConnection(databaseFile: string): Promise<void> {
  const db = await keptConnections.get(databaseFile)
  keptConnections.delete(databaseFile)
  await db?.close()
}

/** Runs a job on the kept connection of a database, else on one of its own. */
export async function withDatabase<T>(databaseFile: string, run: (db: Database) => Promise<T>): Promise<T> {
  const kept = keptConnections.get(databaseFile)
  if (kept !== undefined) return run(await kept)
  const db = await openDatabase(await databaseUrl(databaseFile))
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

/**
 * Runs one statement over another connection than the server's, as another process would. `?` stands for a parameter.
 * @returns its rows
 */
export async function runSql<Row = Record<string, unknown>>(
  databaseFile: string,
  text: string,
  ...parameters: SqlValue[]
): Promise<Row[]> {
  const statement = databaseFile.startsWith('postgres:') ? numberPlaceholders(text) : text
  return withDatabase(databaseFile, (db) => db.write((tx) => tx.query(toCompilable<Row>(statement, parameters))))
}
