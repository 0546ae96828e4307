import { createGuardedClock, systemTime, type GuardedClock } from '../platform/guardedClock.ts'
import type { Logger } from '../platform/log.ts'
import type { Database } from '../platform/sql/types.ts'

const CHECK_INTERVAL_MS = 5000
const DATABASE_INTERVAL_MS = 60_000
const HOUR_MS = 60 * 60 * 1000

const CLOCK_NOT_TRUSTED_MESSAGE =
  'the clock of this machine has jumped, or differs from that of the database: times continue from before, and nothing is deleted for its age. ' +
  'Set the clock right; if it is right now, restart the server'

/** Creates the server's clock, which logs when the machine's clock is not trusted. */
export const createServerClock = (log: Logger): GuardedClock =>
  createGuardedClock(systemTime, (aheadMs) => {
    if (aheadMs === 0) log.info('the clock of this machine is trusted again')
    else log.error({ aheadHours: Math.round((aheadMs / HOUR_MS) * 10) / 10 }, CLOCK_NOT_TRUSTED_MESSAGE)
  })

async function compareWithDatabase(clock: GuardedClock, db: Database, log: Logger): Promise<void> {
  try {
    const databaseMs = await db.clockMs()
    if (databaseMs !== undefined) clock.compareWith(databaseMs)
  } catch (error) {
    log.debug({ err: error }, 'the clock of the database could not be read')
  }
}

export async function watchClock(clock: GuardedClock, db: Database, log: Logger): Promise<void> {
  setInterval(() => clock.aheadMs(), CHECK_INTERVAL_MS).unref()
  setInterval(() => void compareWithDatabase(clock, db, log), DATABASE_INTERVAL_MS).unref()
  await compareWithDatabase(clock, db, log)
}
