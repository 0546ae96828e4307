import { WorkflowIdConflictPolicy } from '@temporalio/client'
import { dailyWorkflowId, taskQueue, workflowNames, type DailyInput } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context/context.ts'
import { countDaysBetween, toStudioDay } from '../../platform/studioDay.ts'
import { parseFailedSteps, findNewestDailyRun } from '../../state/schedules/dailyRuns.ts'
import { readStudioTimeZone } from '../../state/schedules/schedules.ts'
import { isTemporalUnusable } from '../context/faults.ts'
import { startLabelled, toLabelOptions } from '../temporal/searchAttributes.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'

/** A step has retried for an hour by itself when it fails, so what is left needs a person, or an API that is away for long. */
const RETRY_DELAY_MS = 60 * 60 * 1000

/** Steps that depend on the others, so every retry includes them. */
const DEPENDENT_STEPS = ['remindOfMaintenance', 'sendReminders']

const startRetry = (context: WorkerContext, day: string, steps: readonly string[]): Promise<unknown> =>
  startLabelled(context.searchAttributes, () =>
    withTimeout(context, () =>
      context.temporal.workflow.start(workflowNames.daily, {
        ...toLabelOptions(context.searchAttributes, { day }),
        staticSummary: `Failed steps of the daily run of ${day}`,
        workflowId: `${dailyWorkflowId(context.account)}:again`,
        taskQueue: taskQueue(context.account),
        workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
        memo: { account: context.account, day },
        args: [{ day, steps } satisfies DailyInput],
      }),
    ),
  )

/** Where no other run begins, such as while the schedule is paused, the retries of a day end with the day after it. */
async function isOutdated({ state, clock }: WorkerContext, day: string): Promise<boolean> {
  const timeZone = await state.read(readStudioTimeZone)
  return countDaysBetween(day, toStudioDay(clock.nowMs(), timeZone)) > 1
}

/** Retries failed steps of the last daily run every hour, until they succeed or the next run has begun. */
export async function retryDailySteps(context: WorkerContext): Promise<void> {
  const run = await context.state.read(findNewestDailyRun)
  if (!run || run.ended_at === null || run.day === null) return
  const failedStepNames = parseFailedSteps(run).map(({ step }) => step)
  if (failedStepNames.length === 0 || context.clock.nowMs() - Date.parse(run.ended_at) < RETRY_DELAY_MS) return
  if (await isOutdated(context, run.day)) return
  try {
    await startRetry(context, run.day, [...new Set([...failedStepNames, ...DEPENDENT_STEPS])])
  } catch (error) {
    if (!isTemporalUnusable(error)) throw error
  }
}
