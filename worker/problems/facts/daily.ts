import { englishTexts, type Texts } from '../../messages/languages/texts.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { parseFailedSteps, findNewestDailyRun, type DailyRunRow } from '../../state/schedules/dailyRuns.ts'
import { listOpenProblems } from '../../state/schedules/problems.ts'
import { DAILY_SCHEDULE_KEY, listSchedules } from '../../state/schedules/schedules.ts'
import { listScheduleWatches, removeScheduleWatch, storeScheduleWatch } from '../../state/schedules/scheduleWatches.ts'
import { createProblem, type Problem, type ProblemText } from './problem.ts'

const HOUR_MS = 60 * 60 * 1000
/** A daily run that takes longer than this is blocked. */
const MAX_RUN_MS = 2 * HOUR_MS
/** Maximum time between the begins of two runs: a day has up to 25 hours, and a missed run begins late. */
const MAX_START_INTERVAL_MS = 26 * HOUR_MS
const CATCH_UP_GRACE_MS = HOUR_MS

const { daily: english } = englishTexts.problems

const RUN_COMMAND = 'npm run kitroom -- reminders run'

function toFailedProblem(steps: readonly { step: string; detail: string }[], at: string): Problem {
  const lines = steps.map(({ step, detail }) => `${english.step(step)}: ${detail}`)
  return createProblem({
    key: 'daily',
    code: 'daily_failed',
    detail: `${lines.join('\n')}\nWhat failed is tried again every hour. Now: ${RUN_COMMAND}`,
    describe: ({ problems: { daily, facts: names }, format }) => ({
      title: daily.failed,
      facts: [
        ...steps.map(({ step, detail }) => ({ name: daily.failedStep(daily.step(step)), value: detail })),
        { name: names.at, value: format.time(at) },
        { name: names.triedAgain, value: daily.everyHour },
        { name: names.tryNow, value: RUN_COMMAND },
      ],
    }),
  })
}

/** @param explain title and cause */
function toLateProblem(since: string, explain: (texts: Texts) => { title: string; cause: string }): Problem {
  const describe = (texts: Texts): ProblemText => {
    const { title, cause } = explain(texts)
    const { facts: names } = texts.problems
    const facts = [
      { name: names.why, value: cause },
      { name: names.since, value: texts.format.time(since) },
    ]
    return { title, facts }
  }
  return createProblem({ key: 'daily', code: 'daily_late', detail: explain(englishTexts).cause, describe })
}

interface DailyCheck {
  /** HH:MM of the daily run in the studio's time zone. */
  at: string
  nowMs: number
  /** Start of this worker. */
  upSinceMs: number
}

/** @returns since when the daily run is awaited as its schedule is now; undefined while it is paused or not set up */
async function findScheduledSince(tx: Tx, { at, nowMs }: DailyCheck): Promise<string | undefined> {
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

/** Once reported, it is over when a run has ended. A worker that starts waits for a missed run before it reports. */
async function isLate(tx: Tx, run: DailyRunRow, check: DailyCheck): Promise<boolean> {
  const since = await findScheduledSince(tx, check)
  if (since === undefined) return false
  const reported = (await listOpenProblems(tx)).find(({ code }) => code === 'daily_late')
  if (reported) return (run.ended_at ?? '') <= reported.began_at
  const { nowMs, upSinceMs } = check
  return (
    nowMs - Math.max(Date.parse(since), Date.parse(run.begun_at)) >= MAX_START_INTERVAL_MS &&
    nowMs - upSinceMs >= CATCH_UP_GRACE_MS
  )
}

export async function findDailyProblems(tx: Tx, check: DailyCheck): Promise<Problem[]> {
  const run = await findNewestDailyRun(tx)
  if (!run) return []
  if (run.ended_at === null) {
    if (check.nowMs - Date.parse(run.begun_at) < MAX_RUN_MS) return []
    const explain = ({ problems: { daily }, format }: Texts) => ({
      title: daily.doesNotEnd,
      cause: daily.begunAndWaits(format.time(run.begun_at)),
    })
    return [toLateProblem(run.begun_at, explain)]
  }
  const steps = parseFailedSteps(run)
  if (steps.length > 0) return [toFailedProblem(steps, run.ended_at)]
  if (!(await isLate(tx, run, check))) return []
  return [
    toLateProblem(run.begun_at, ({ problems: { daily }, format }) => ({
      title: daily.notBegun,
      cause: daily.lastBegun({ time: format.time(run.begun_at), command: RUN_COMMAND }),
    })),
  ]
}
