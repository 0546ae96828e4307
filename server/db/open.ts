import { toIsoTime, type Clock } from '../../platform/clock.ts'
import { migrate, NEWER_STEPS_MESSAGE } from '../../platform/sql/migrate.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import type { Database, DatabaseOptions } from '../../platform/sql/types.ts'
import type { Logger } from '../../platform/log.ts'
import { migrateRecords, type MigratedRecords } from './migrateRecords.ts'
import { migrations } from './migrations/index.ts'
import { refoldTags } from './refoldTags.ts'

const LOG_INTERVAL_MS = 1000
const numberFormat = new Intl.NumberFormat('en-US')

/** Migrates the records, with a line in the log each second. */
async function upgradeRecords(db: Database, log: Logger): Promise<void> {
  const startMs = performance.now()
  let loggedAtMs = Number.NEGATIVE_INFINITY
  const logProgress = ({ rows, total }: MigratedRecords): void => {
    if (performance.now() - loggedAtMs < LOG_INTERVAL_MS) return
    loggedAtMs = performance.now()
    log.info(
      { rows, total },
      `upgrading stored records: ${numberFormat.format(rows)} of at most ${numberFormat.format(total)} read`,
    )
  }
  const done = await migrateRecords(db, logProgress)
  if (!done) return
  const { rows, changed } = done
  const durationMs = Math.round(performance.now() - startMs)
  log.info(
    { rows, changed, durationMs },
    `stored records are upgraded: ${numberFormat.format(changed)} of ${numberFormat.format(rows)} were changed`,
  )
}

/**
 * Opens the API database and brings its schema and its records to this version. Only the server and its operator
 * commands do this.
 */
export async function openApiDatabase(
  url: string,
  clock: Clock,
  log: Logger,
  options: DatabaseOptions = {},
): Promise<Database> {
  const database = await openDatabase(url, {
    ...options,
    servesRequests: true,
    check: new URL('./check.ts', import.meta.url),
    onExposed: (file) =>
      log.warn(
        { file },
        'other users of this machine can read this file, and it belongs to another user: restrict it (chmod 600)',
      ),
    onStopped: (error) =>
      log.error({ err: error }, 'the database failed; requests that need it are refused until it works again'),
  })
  const newerSteps = await migrate(database, migrations, toIsoTime(clock.nowMs()))
  if (newerSteps.length > 0) log.warn({ steps: newerSteps }, NEWER_STEPS_MESSAGE)
  await upgradeRecords(database, log)
  await refoldTags(database, log)
  return database
}
