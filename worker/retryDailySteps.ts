import { WorkflowIdConflictPolicy } from '@temporalio/client'
import { dailyWorkflowId, taskQueue, workflowNames, type DailyInput } from '../contract/temporal.ts'
import type { WorkerContext } from './context.ts'
import { parseFailedSteps, findNewestDailyRun } from '../state/dailyRuns.ts'
import { isTemporalUnusable } from './temporal/faults.ts'
import { withTimeout } from './temporal/syncWorkflow.ts'

/** Delay before failed steps of a daily run are retried. */
const RETRY_DELAY_MS = 30 * 60 * 1000

/** Steps that depend on the others, so every retry includes them. */
const DEPENDENT_STEPS = ['remindOfMaintenance', 'sendReminders']

const startRetry = (context: WorkerContext, input: DailyInput): Promise<unknown> =>
  withTimeout(context, () =>
    context.temporal.workflow.start(workflowNames.daily, {
      workflowId: `${dailyWorkflowId(context.account)}:again`,
      taskQueue: taskQueue(context.account),
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      memo: { account: context.account },
      args: [input],
    }),
  )

/** Retries failed steps of the last daily run every half hour, until they succeed or the next run has begun. */
export async function retryDailySteps(context: WorkerContext): Promise<void> {
  const run = await context.state.read(findNewestDailyRun)
  if (!run || run.ended_at === null || run.day === null) return
  const failedStepNames = parseFailedSteps(run).map(({ step }) => step)
  if (failedStepNames.length === 0 || context.clock.nowMs() - Date.parse(run.ended_at) < RETRY_DELAY_MS) return
  try {
    await startRetry(context, { day: run.day, steps: [...new Set([...failedStepNames, ...DEPENDENT_STEPS])] })
  } catch (error) {
    if (!isTemporalUnusable(error)) throw error
  }
}
