import { dailyWorkflowId, workflowNames, type DailyInput } from '../../../contract/temporal.ts'
import { countDaysBetween, toStudioDay } from '../../../platform/studioDay.ts'
import { findNewestDailyRun, parseFailedSteps } from '../../../state/schedules/dailyRuns.ts'
import { readStudioTimeZone } from '../../../state/schedules/schedules.ts'
import type { StateAndClock } from '../../context/context.ts'
import type { Wakeup } from '../wakeup.ts'

/**
 * Delay of retries. A failed step has already retried for an hour, so it needs a person, or the API is unreachable for
 * long.
 */
const RETRY_DELAY_MS = 60 * 60 * 1000

/** Steps that depend on the others, so every retry includes them. */
const DEPENDENT_STEPS = ['remindOfMaintenance', 'sendReminders']

/**
 * True if a day's retries must end. If no other run starts, for example while the schedule is paused, they end with the
 * following day.
 */
async function isOutdated({ state, clock }: StateAndClock, day: string): Promise<boolean> {
  const timeZone = await state.read(readStudioTimeZone)
  return countDaysBetween(day, toStudioDay(clock.nowMs(), timeZone)) > 1
}

/** Retries failed steps of the last daily run every hour, until they succeed or the next run has started. */
export const dailySteps: Wakeup = {
  id: 'daily-steps',
  intervalMs: 60_000,
  find: async (context) => {
    const { state, clock, account } = context
    const run = await state.read(findNewestDailyRun)
    if (!run || run.ended_at === null || run.day === null) return []
    const { day } = run
    const failedSteps = parseFailedSteps(run).map(({ step }) => step)
    if (failedSteps.length === 0 || clock.nowMs() - Date.parse(run.ended_at) < RETRY_DELAY_MS) return []
    if (await isOutdated(context, day)) return []
    const input: DailyInput = { day, steps: [...new Set([...failedSteps, ...DEPENDENT_STEPS])] }
    const workflowId = `${dailyWorkflowId(account)}:again`
    const summary = `Failed steps of the daily run of ${day}`
    return [{ workflow: workflowNames.daily, workflowId, summary, input, labels: { day } }]
  },
}
