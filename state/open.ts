import { isoTime, type Clock } from '../platform/clock.ts'
import { migrate } from '../platform/sql/migrate.ts'
import { openDatabase } from '../platform/sql/open.ts'
import type { Database } from '../platform/sql/types.ts'
import { migrations } from './migrations/index.ts'

/**
 * Opens the worker's own database and brings it to the newest schema.
 * @throws ConfigError for a URL that cannot be used; Error when the database was made by a newer Kitroom.
 */
export async function openState(url: string, clock: Clock): Promise<Database> {
  const database = await openDatabase(url)
  await migrate(database, migrations, isoTime(clock.nowMs()))
  return database
}
