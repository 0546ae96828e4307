import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigError } from '../environment.ts'
import { closeDatabase, openPrivateFolder } from '../privateFiles.ts'
import { SqliteDatabase } from './sqliteDatabase.ts'
import type { Database, DatabaseOptions } from './types.ts'

const EXPECTED = 'The database URL must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<database>.'

const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url)

/** Refuses a URL that names no database Kitroom knows. @throws ConfigError that never repeats the URL, which may hold a password */
export function checkDatabaseUrl(url: string): void {
  if (!isPostgres(url) && !url.startsWith('sqlite:')) throw new ConfigError(EXPECTED)
  if (isPostgres(url) && !URL.canParse(url))
    throw new ConfigError(`${EXPECTED} This one cannot be read: write special characters of the password as %-escapes.`)
}

/**
 * Opens the database that a URL names: `sqlite:<path>`, whose folder is made when it is missing and whose files are closed to other users, or `postgres://…`, which is connected to
 * when it is first used.
 * @throws ConfigError for any other URL; it never repeats the URL, which may hold a password.
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  checkDatabaseUrl(url)
  if (isPostgres(url)) {
    // Loaded when it is needed: most servers run on SQLite, and the driver costs them 10 MB.
    const { PostgresDatabase } = await import('./postgresDatabase.ts')
    return new PostgresDatabase(url, options)
  }
  const file = resolve(url.slice('sqlite:'.length))
  // The folder of a database elsewhere is its owner's to close: it may hold other things. Data folders are closed where they are opened.
  if (!existsSync(dirname(file))) openPrivateFolder(dirname(file))
  for (const exposed of closeDatabase(file)) options.onExposed?.(exposed)
  return new SqliteDatabase(file, options)
}
