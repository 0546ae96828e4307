import { toIsoTime, type Clock } from '../../platform/clock.ts'
import { migrate, NEWER_STEPS_MESSAGE } from '../../platform/sql/migrate.ts'
import type { Logger } from '../../platform/log.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import type { Database } from '../../platform/sql/types.ts'
import { migrations } from '../migrations/index.ts'
import { STATE_SCHEMA } from '../tables/schema.ts'

/**
 * Opens and migrates the worker's database: a SQLite file, or the schema `kitroom_worker` of a PostgreSQL database.
 * @throws ConfigError for an unusable URL, or a role that may not create the schema; DatabaseUnavailable; ConfigError
 * when steps of a newer Kitroom exclude this one
 */
export async function openState(url: string, clock: Clock, log?: Logger): Promise<Database> {
  const database = await openDatabase(url, { setting: 'KITROOM_WORKER_DATABASE_URL' })
  try {
    const newerSteps = await migrate(database, migrations, toIsoTime(clock.nowMs()), STATE_SCHEMA)
    if (newerSteps.length > 0) log?.warn({ steps: newerSteps }, NEWER_STEPS_MESSAGE)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
