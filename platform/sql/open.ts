import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigError } from '../environment.ts'
import { SqliteDatabase, type SqliteDatabaseOptions } from './sqliteDatabase.ts'
import type { Database } from './types.ts'

/**
 * Opens the database that a URL names: `sqlite:<path>`; the folder is made when it is missing.
 * @throws ConfigError for any other URL.
 */
export function openDatabase(url: string, options: SqliteDatabaseOptions = {}): Database {
  if (!url.startsWith('sqlite:')) throw new ConfigError('The database URL must be sqlite:<path>; PostgreSQL is not supported yet.')
  const file = resolve(url.slice('sqlite:'.length))
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return new SqliteDatabase(file, options)
}
