import { isAbsolute, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { findDatabaseFile } from './databaseFile.ts'
import { checkDatabaseUrl } from './open.ts'

const SqliteAddress = z.strictObject({ kind: z.literal('sqlite'), file: z.string() })
const PostgresAddress = z.strictObject({
  kind: z.literal('postgres'),
  host: z.string(),
  port: z.int(),
  database: z.string(),
  schema: z.string().optional(),
})

/** Address of a SQLite file (relative if inside the data folder), or host, port and database of a PostgreSQL server. */
export const DatabaseAddress = z.discriminatedUnion('kind', [SqliteAddress, PostgresAddress])
export type DatabaseAddress = z.output<typeof DatabaseAddress>

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

function toSqliteAddress(file: string, dataDir: string): DatabaseAddress {
  const relativePath = relative(resolve(dataDir), file)
  return { kind: 'sqlite', file: relativePath.startsWith('..') || isAbsolute(relativePath) ? file : relativePath }
}

async function toPostgresAddress(url: string): Promise<DatabaseAddress> {
  // The driver and its URL parser are imported on demand.
  const { parsePostgresTarget } = await import('./postgresUrl.ts')
  const { host, port, database = '' } = parsePostgresTarget(url)
  const schema = /search_path=(\S+)/.exec(new URL(url).searchParams.get('options') ?? '')?.[1]
  return {
    kind: 'postgres',
    host: LOOPBACK.has(host) ? 'localhost' : host,
    port,
    database,
    ...(schema !== undefined && { schema }),
  }
}

/** Parses the address in a database URL. @throws ConfigError for a URL that `openDatabase` refuses */
export async function parseDatabaseAddress(url: string, dataDir: string): Promise<DatabaseAddress> {
  checkDatabaseUrl(url)
  const file = findDatabaseFile(url)
  return file === undefined ? toPostgresAddress(url) : toSqliteAddress(file, dataDir)
}

export const isSameDatabaseAddress = (one: DatabaseAddress, other: DatabaseAddress): boolean =>
  JSON.stringify(DatabaseAddress.parse(one)) === JSON.stringify(DatabaseAddress.parse(other))

/**
 * True if two addresses may mean the same database: a PostgreSQL server may get a new name, a file in the folder may
 * not.
 */
export const canBeSameDatabase = (one: DatabaseAddress, other: DatabaseAddress): boolean =>
  isSameDatabaseAddress(one, other) || (one.kind === 'postgres' && other.kind === 'postgres')

export function describeDatabaseAddress(address: DatabaseAddress, dataDir: string): string {
  if (address.kind === 'sqlite')
    return `SQLite, ${isAbsolute(address.file) ? address.file : join(resolve(dataDir), address.file)}`
  const { host, port, database, schema } = address
  return `PostgreSQL, database ${database} on ${host}:${port}${schema === undefined ? '' : `, schema ${schema}`}`
}
