import { isoTime, type Clock } from '../platform/clock.ts'
import { statement } from '../platform/sql/statement.ts'
import type { Database } from '../platform/sql/types.ts'
import { forgetDailyRuns } from './dailyRuns.ts'
import { forgetEvents } from './inbox.ts'
import { forgetProblems } from './problems.ts'
import type { StateTables } from './schema.ts'
import { forgetStaged } from './staged.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Bytes of sheets are kept this long after their last use. */
export const KEEP_BYTES_DAYS = 30
/** Runs with their plans and reports, and problems that are over, are kept this long after their end. */
export const KEEP_RUNS_DAYS = 180
/** Events that were handled are known this long: much longer than a delivery is tried again or sent anew. */
export const KEEP_EVENTS_DAYS = 30

const define = statement<StateTables>()
const deleteRuns = define<{ before: string }>((db, arg) => db.deleteFrom('run').where('finished_at', '<', arg('before')))

/** Forgets what is older than it is kept. Bindings are never forgotten. */
export async function tidyState(database: Database, clock: Clock): Promise<{ files: number; runs: number; events: number }> {
  const before = (days: number): string => isoTime(clock.nowMs() - days * DAY_MS)
  return database.write(async (tx) => {
    await forgetDailyRuns(tx, before(KEEP_RUNS_DAYS))
    await forgetProblems(tx, before(KEEP_RUNS_DAYS))
    return {
      files: await forgetStaged(tx, before(KEEP_BYTES_DAYS)),
      runs: await tx.run(deleteRuns, { before: before(KEEP_RUNS_DAYS) }),
      events: await forgetEvents(tx, before(KEEP_EVENTS_DAYS)),
    }
  })
}
