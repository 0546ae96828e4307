import { toIsoTime, type Clock } from '../platform/clock.ts'
import { migrate } from '../platform/sql/migrate.ts'
import { openDatabase } from '../platform/sql/open.ts'
import type { Database } from '../platform/sql/types.ts'
import { migrations } from './migrations/index.ts'
import { STATE_SCHEMA } from './schema.ts'

/**
 * Opens and migrates the worker's database: a SQLite file, or the schema `kitroom_worker` of a PostgreSQL database.
 * @throws ConfigError for an unusable URL, or a role that may not create the schema; DatabaseUnavailable; Error when a newer Kitroom created it
 */
export async function openState(url: string, clock: Clock): Promise<Database> {
  const database = await openDatabase(url, { setting: 'KITROOM_WORKER_DATABASE_URL' })
  try {
    await migrate(database, migrations, toIsoTime(clock.nowMs()), STATE_SCHEMA)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
