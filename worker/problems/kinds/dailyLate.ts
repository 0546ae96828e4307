import { englishTexts, type Texts } from '../../../messages/languages/texts.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { parseFailedSteps, type DailyRunRow } from '../../../state/schedules/dailyRuns.ts'
import { listOpenProblems } from '../../../state/schedules/problems.ts'
import { DAILY_SCHEDULE_KEY, listSchedules } from '../../../state/schedules/schedules.ts'
import {
  listScheduleWatches,
  removeScheduleWatch,
  storeScheduleWatch,
} from '../../../state/schedules/scheduleWatches.ts'
import { readNewestDailyRun, RUN_COMMAND } from '../facts/daily.ts'
import { everybody, MINUTE_MS, type Check, type ProblemKind } from '../kind.ts'
import type { Finding } from '../problem.ts'

const HOUR_MS = 60 * MINUTE_MS
/** Maximum duration of a daily run. A longer one counts as blocked. */
const MAX_RUN_MS = 2 * HOUR_MS
/** Maximum time between the starts of two runs: a day has up to 25 hours, and a missed run starts late. */
const MAX_START_INTERVAL_MS = 26 * HOUR_MS
const CATCH_UP_GRACE_MS = HOUR_MS

/** @param explain title and cause */
const describeLate = (since: string, explain: (texts: Texts) => { title: string; cause: string }): Finding => ({
  detail: explain(englishTexts).cause,
  describe: (texts) => {
    const { title, cause } = explain(texts)
    return { title, facts: { why: cause, since: texts.format.time(since) } }
  },
})

/**
 * @returns the time since when the daily run is expected by its present schedule; undefined while it is paused or not
 * set up
 */
async function findScheduledSince({ config, nowMs }: Check, tx: Tx): Promise<string | undefined> {
  const { at } = config.reminders
  const schedule = (await listSchedules(tx)).get(DAILY_SCHEDULE_KEY)
  const watch = (await listScheduleWatches(tx)).get(DAILY_SCHEDULE_KEY)
  if (!schedule || schedule.paused === 1) {
    if (watch) await removeScheduleWatch(tx, DAILY_SCHEDULE_KEY)
    return undefined
  }
  const { time_zone: timeZone } = schedule
  if (watch?.cron === at && watch.time_zone === timeZone) return watch.since
  const since = toIsoTime(nowMs)
  await storeScheduleWatch(tx, { source: DAILY_SCHEDULE_KEY, cron: at, time_zone: timeZone, since })
  return since
}

/**
 * True for a late run. Once reported, the problem ends when a run has ended. A worker that starts waits for a missed
 * run before it reports.
 */
async function isLate(run: DailyRunRow, check: Check, tx: Tx): Promise<boolean> {
  const since = await findScheduledSince(check, tx)
  if (since === undefined) return false
  const reported = (await listOpenProblems(tx)).find(({ code }) => code === 'daily_late')
  if (reported) return (run.ended_at ?? '') <= reported.began_at
  const { nowMs, upSinceMs } = check
  return (
    nowMs - Math.max(Date.parse(since), Date.parse(run.begun_at)) >= MAX_START_INTERVAL_MS &&
    nowMs - upSinceMs >= CATCH_UP_GRACE_MS
  )
}

/** The daily run does not end, or has not started. */
export const dailyLate: ProblemKind = {
  key: 'daily',
  isOfWorker: false,
  find: async (check, tx) => {
    const run = await readNewestDailyRun(check, tx)
    if (!run) return []
    if (run.ended_at === null) {
      if (check.nowMs - Date.parse(run.begun_at) < MAX_RUN_MS) return []
      const explain = ({ problems: { daily }, format }: Texts) => ({
        title: daily.doesNotEnd,
        cause: daily.begunAndWaits(format.time(run.begun_at)),
      })
      return [describeLate(run.begun_at, explain)]
    }
    if (parseFailedSteps(run).length > 0 || !(await isLate(run, check, tx))) return []
    const explain = ({ problems: { daily }, format }: Texts) => ({
      title: daily.notBegun,
      cause: daily.lastBegun({ time: format.time(run.begun_at), command: RUN_COMMAND }),
    })
    return [describeLate(run.begun_at, explain)]
  },
  blocks: 'none',
  delayMs: 0,
  notifies: everybody,
  // Pausing the schedule also ends the problem.
  end: async (_ended, tx) => {
    const isPaused = (await listSchedules(tx)).get(DAILY_SCHEDULE_KEY)?.paused === 1
    return ({ problems: { daily } }) => (isPaused ? daily.paused : daily.works)
  },
}
