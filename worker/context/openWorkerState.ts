import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import { findDatabaseFile } from '../../platform/sql/databaseFile.ts'
import { DatabaseUnavailable, type Database } from '../../platform/sql/types.ts'
import { openState } from '../../state/database/open.ts'
import { NotReady, waitUntilReady } from './waitUntilReady.ts'

async function tryOpen(url: string, clock: Clock, log: Logger): Promise<Database> {
  try {
    return await openState(url, clock, log)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || findDatabaseFile(url) !== undefined) throw error
    throw new NotReady(`cannot be used. ${error.message}`, { cause: error })
  }
}

/**
 * Opens the worker's database, and waits for a PostgreSQL server that does not answer.
 * @throws errors of `openState`; the signal's reason
 */
export const openWorkerState = (
  url: string,
  clock: Clock,
  options: Parameters<typeof waitUntilReady>[2],
): Promise<Database> => waitUntilReady("The worker's database", () => tryOpen(url, clock, options.log), options)
