import { isoTime, type Clock } from '../../platform/clock.ts'
import { migrate } from '../../platform/sql/migrate.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import type { Database, DatabaseOptions } from '../../platform/sql/types.ts'
import type { Logger } from '../../platform/log.ts'
import { migrateRecords, type MigratedRecords } from './migrateRecords.ts'
import { migrations } from './migrations/index.ts'

/** Opens the API database and migrates it. Only the server and its operator commands do this. */
export async function openApiDatabase(url: string, clock: Clock, log: Logger, options: DatabaseOptions = {}): Promise<Database> {
  const database = await openDatabase(url, {
    ...options,
    check: new URL('./check.ts', import.meta.url),
    onExposed: (file) =>
      log.warn({ file }, 'other users of this machine can read this file, and it belongs to another user: restrict it (chmod 600)'),
    onStopped: (error) => log.error({ err: error }, 'the database failed; requests that need it are refused until it works again'),
  })
  await migrate(database, migrations, isoTime(clock.nowMs()))
  await upgradeRecords(database, log)
  return database
}
