import { toIsoTime, type Clock } from '../platform/clock.ts'
import { migrate } from '../platform/sql/migrate.ts'
import { openDatabase } from '../platform/sql/open.ts'
import type { Database } from '../platform/sql/types.ts'
import { migrations } from './migrations/index.ts'

/** Opens and migrates the worker's database. @throws ConfigError for an unusable URL; Error when a newer Kitroom created it */
export async function openState(url: string, clock: Clock): Promise<Database> {
  const database = await openDatabase(url)
  await migrate(database, migrations, toIsoTime(clock.nowMs()))
  return database
}
