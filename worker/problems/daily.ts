import type { Tx } from '../../platform/sql/types.ts'
import { failedSteps, findNewestDailyRun } from '../../state/dailyRuns.ts'
import { listSchedules } from '../../state/schedules.ts'
import { DAILY } from '../schedules/daily.ts'
import type { Problem } from './problem.ts'

const HOUR_MS = 60 * 60 * 1000
/** A daily run that takes longer is waiting for something. */
const ENDS_WITHIN_MS = 2 * HOUR_MS
/** The longest day has 25 hours. Missed runs are caught up within moments. */
const BEGINS_WITHIN_MS = 26 * HOUR_MS
const CATCHES_UP_WITHIN_MS = HOUR_MS

const STEPS: Readonly<Record<string, string>> = {
  planMaintenance: 'entering maintenance that falls due',
  followService: 'letting gear follow its maintenance',
  reconcileWarranties: 'going through warranties and insurances',
  remindOfMaintenance: 'reminding of maintenance',
  sendReminders: 'sending reminders',
}

const nameOfStep = (step: string): string => STEPS[step] ?? step

const RUN_NOW = 'npm run kitroom -- reminders run'

function failed(steps: readonly { step: string; detail: string }[], at: string): Problem {
  const lines = steps.map(({ step, detail }) => `${nameOfStep(step)}: ${detail}`)
  return {
    key: 'daily',
    code: 'daily_failed',
    title: 'The daily run could not do everything',
    detail: `${lines.join('\n')}\nWhat failed is tried again every half hour. Now: ${RUN_NOW}`,
    facts: [
      ...steps.map(({ step, detail }) => ({ name: `Failed: ${nameOfStep(step)}`, value: detail })),
      { name: 'At', value: at },
      { name: 'Tried again', value: 'every half hour' },
      { name: 'Try now', value: RUN_NOW },
    ],
  }
}

const late = (title: string, detail: string, since: string): Problem => ({
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
  const isPaused = (await listSchedules(tx)).get(DAILY)?.paused === 1
  if (run.ended_at === null) {
    if (ageMs < ENDS_WITHIN_MS) return []
    const detail = `It began at ${run.begun_at} and still waits: the API does not answer, or its workflow cannot go on. The worker's log has the cause.`
    return [late('The daily run does not come to its end', detail, run.begun_at)]
  }
  const steps = failedSteps(run)
  if (steps.length > 0) return [failed(steps, run.ended_at)]
  if (ageMs < BEGINS_WITHIN_MS || isPaused || nowMs - upSinceMs < CATCHES_UP_WITHIN_MS) return []
  return [
    late(
      'The daily run has not begun',
      `The last one began at ${run.begun_at}. The worker's log says what is missing; now: ${RUN_NOW}`,
      run.begun_at,
    ),
  ]
}
