import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { ConfigError } from '../environment.ts'
import { ensurePrivateDatabase, ensurePrivateFolder } from '../privateFiles.ts'
import { SqliteDatabase } from './sqliteDatabase.ts'
import type { Database, DatabaseOptions } from './types.ts'

const EXPECTED_URL_FORMS =
  'The database URL must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<database>.'

const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url)

/** Refuses unsupported URLs. @throws ConfigError that never repeats the URL, which may contain a password */
export function checkDatabaseUrl(url: string): void {
  if (!isPostgres(url) && !url.startsWith('sqlite:')) throw new ConfigError(EXPECTED_URL_FORMS)
  if (isPostgres(url) && !URL.canParse(url))
    throw new ConfigError(
      `${EXPECTED_URL_FORMS} This one cannot be read: write special characters of the password as %-escapes.`,
    )
}

/**
 * Opens `sqlite:<path>` (creates a missing folder, restricts its files) or `postgres://…` (connects once, to detect a
 * pooler).
 * @throws ConfigError for any other URL, without repeating it, and for an unusable pooler; DatabaseUnavailable
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  checkDatabaseUrl(url)
  if (isPostgres(url)) {
    // The driver is imported on demand: most servers run on SQLite, and it costs 10 MB.
    const [{ PostgresDatabase }, { preparePostgres }] = await Promise.all([
      import('./postgresDatabase.ts'),
      import('./postgresConnection.ts'),
    ])
    return new PostgresDatabase(await preparePostgres(url, options.setting, options.servesRequests), options)
  }
  const file = resolve(url.slice('sqlite:'.length))
  // An existing folder keeps its rights, because it may contain other files. Data folders are restricted where they are
  // opened.
  if (!existsSync(dirname(file))) ensurePrivateFolder(dirname(file))
  for (const exposed of ensurePrivateDatabase(file)) options.onExposed?.(exposed)
  return new SqliteDatabase(file, options)
}
