import { WorkflowFailedError, WorkflowIdConflictPolicy, type WorkflowHandle } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import type { Reply } from '../../contract/operation.ts'
import { DayResult, type runReminders } from '../../contract/control/reminders.ts'
import { dailyWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import type { TemporalAccess } from '../context/context.ts'
import { readGrpcCode } from '../context/faults.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'

const MAX_RESULT_WAIT_MS = 15_000
/** gRPC codes DEADLINE_EXCEEDED, and CANCELLED, which the worker's native connection reports instead. */
const EXPIRED_CODES = new Set([4, 1])

const startDaily = (context: TemporalAccess): Promise<WorkflowHandle> =>
  withTimeout(context, () =>
    context.temporal.workflow.start(workflowNames.daily, {
      workflowId: `${dailyWorkflowId(context.account)}:now`,
      taskQueue: taskQueue(context.account),
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      staticSummary: 'The daily run, started by a person',
      memo: { account: context.account },
      args: [{}],
    }),
  )

function toResult(error: unknown): DayResult {
  if (EXPIRED_CODES.has(readGrpcCode(error) ?? -1)) return { outcome: 'running', counts: {}, error: null }
  if (!(error instanceof WorkflowFailedError)) throw error
  const { cause } = error
  const counts = cause instanceof ApplicationFailure ? DayResult.shape.counts.safeParse(cause.details?.[0]) : undefined
  return { outcome: 'failed', counts: counts?.data ?? {}, error: cause?.message ?? error.message }
}

/** Starts the daily run now unless one is running. It waits for the result, and replies `running` after 15 seconds. */
export async function startDailyRun(context: TemporalAccess): Promise<Reply<typeof runReminders>> {
  const handle = await startDaily(context)
  try {
    const counts: unknown = await context.temporal.withDeadline(Date.now() + MAX_RESULT_WAIT_MS, () => handle.result())
    return { data: { outcome: 'completed', counts: DayResult.shape.counts.parse(counts), error: null } }
  } catch (error) {
    return { data: toResult(error) }
  }
}
