import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import { controlReasons } from '../../contract/controlReasons.ts'
import type { UpdateRefusal } from '../../contract/temporal.ts'
import type { RunStartContext } from '../context/context.ts'
import { resumeOrEndRun } from '../wakeups/resumeRun.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { withTimeout, syncWorkflowHandle } from '../temporal/syncWorkflow.ts'
import { WorkerError, createWorkerError } from '../context/errors.ts'

/** Converts a refused update to a WorkerError. The failure of the workflow names the reason. */
function toRefusal(error: unknown): unknown {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined
  if (!(cause instanceof ApplicationFailure)) return error
  const refusal = cause.details?.[0] as UpdateRefusal | undefined
  if (refusal?.reason === undefined || !Object.hasOwn(controlReasons, refusal.reason)) return error
  return new WorkerError(refusal.reason, refusal.values, { cause: error })
}

/**
 * Sends an update to a run's workflow and waits for its effect. It first revives a lost workflow.
 * @throws WorkerError with the code of the refusal
 */
export async function sendUpdate(context: RunStartContext, run: RunRow, name: string, arg: object): Promise<void> {
  const send = (): Promise<unknown> =>
    withTimeout(context, () =>
      syncWorkflowHandle(context, run.source).executeUpdate(name, { args: [{ runId: run.run_id, ...arg }] }),
    )
  try {
    await send().catch(async (error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error
      await resumeOrEndRun(context, run)
      return send()
    })
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw createWorkerError('run_has_ended', {}, { cause: error })
    throw toRefusal(error)
  }
}
