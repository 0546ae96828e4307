import { createGuardedClock, systemTime, type GuardedClock } from '../platform/guardedClock.ts'
import type { Logger } from '../platform/log.ts'
import type { Database } from '../platform/sql/types.ts'

const LOOK_EVERY_MS = 5000
const ASK_DATABASE_EVERY_MS = 60_000
const HOUR_MS = 60 * 60 * 1000

const DISBELIEVED =
  'the clock of this machine has jumped, or is not that of the database: times go on from before, and nothing is deleted for its age. ' +
  'Set the clock right. Where it is right now, start the server again'

/** Makes the clock of a server, which says in the log when it does not believe the machine's. */
export const createServerClock = (log: Logger): GuardedClock =>
  createGuardedClock(systemTime, (aheadMs) => {
    if (aheadMs === 0) log.info('the clock of this machine is believed again')
    else log.error({ aheadHours: Math.round((aheadMs / HOUR_MS) * 10) / 10 }, DISBELIEVED)
  })

/** Compares with the database's own clock, where it has one. A database that does not answer is asked again later. */
async function askDatabase(clock: GuardedClock, db: Database, log: Logger): Promise<void> {
  try {
    const databaseMs = await db.clockMs()
    if (databaseMs !== undefined) clock.compareWith(databaseMs)
  } catch (error) {
    log.debug({ err: error }, 'the clock of the database could not be read')
  }
}

/** Looks at the clock every few seconds, and now. */
export async function watchClock(clock: GuardedClock, db: Database, log: Logger): Promise<void> {
  setInterval(() => clock.aheadMs(), LOOK_EVERY_MS).unref()
  setInterval(() => void askDatabase(clock, db, log), ASK_DATABASE_EVERY_MS).unref()
  await askDatabase(clock, db, log)
}
