import type { Tx } from '../../platform/sql/types.ts'
import { parseFailedSteps, findNewestDailyRun } from '../../state/dailyRuns.ts'
import { DAILY_SCHEDULE_KEY, listSchedules } from '../../state/schedules.ts'
import type { Problem } from './problem.ts'

const HOUR_MS = 60 * 60 * 1000
/** A daily run that takes longer than this is blocked. */
const MAX_RUN_MS = 2 * HOUR_MS
/** Maximum time between the starts of two runs: a day has up to 25 hours, and a missed run starts late. */
const MAX_START_INTERVAL_MS = 26 * HOUR_MS
const CATCH_UP_GRACE_MS = HOUR_MS

const STEP_TEXTS: Readonly<Record<string, string>> = {
  planMaintenance: 'entering maintenance that falls due',
  followService: 'letting gear follow its maintenance',
  reconcileWarranties: 'going through warranties and insurances',
  remindOfMaintenance: 'reminding of maintenance',
  sendReminders: 'sending reminders',
}

const describeStep = (step: string): string => STEP_TEXTS[step] ?? step

const RUN_COMMAND = 'npm run kitroom -- reminders run'

function toFailedProblem(steps: readonly { step: string; detail: string }[], at: string): Problem {
  const lines = steps.map(({ step, detail }) => `${describeStep(step)}: ${detail}`)
  return {
    key: 'daily',
    code: 'daily_failed',
    title: 'The daily run could not do everything',
    detail: `${lines.join('\n')}\nWhat failed is tried again every half hour. Now: ${RUN_COMMAND}`,
    facts: [
      ...steps.map(({ step, detail }) => ({ name: `Failed: ${describeStep(step)}`, value: detail })),
      { name: 'At', value: at },
      { name: 'Tried again', value: 'every half hour' },
      { name: 'Try now', value: RUN_COMMAND },
    ],
  }
}

const toLateProblem = (title: string, detail: string, since: string): Problem => ({
  key: 'daily',
  code: 'daily_late',
  title,
  detail,
  facts: [
    { name: 'Why', value: detail },
    { name: 'Since', value: since },
  ],
})

/** @param upSinceMs start of this worker */
export async function findDailyProblems(tx: Tx, nowMs: number, upSinceMs: number): Promise<Problem[]> {
  const run = await findNewestDailyRun(tx)
  if (!run) return []
  const ageMs = nowMs - Date.parse(run.begun_at)
  const isPaused = (await listSchedules(tx)).get(DAILY_SCHEDULE_KEY)?.paused === 1
  if (run.ended_at === null) {
    if (ageMs < MAX_RUN_MS) return []
    const detail = `It began at ${run.begun_at} and still waits: the API does not answer, or its workflow cannot go on. The worker's log has the cause.`
    return [toLateProblem('The daily run does not come to its end', detail, run.begun_at)]
  }
  const steps = parseFailedSteps(run)
  if (steps.length > 0) return [toFailedProblem(steps, run.ended_at)]
  if (ageMs < MAX_START_INTERVAL_MS || isPaused || nowMs - upSinceMs < CATCH_UP_GRACE_MS) return []
  return [
    toLateProblem(
      'The daily run has not begun',
      `The last one began at ${run.begun_at}. The worker's log says what is missing; now: ${RUN_COMMAND}`,
      run.begun_at,
    ),
  ]
}
