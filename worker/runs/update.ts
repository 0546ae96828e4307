import { WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import { controlErrorCodes, type ControlErrorCode } from '../../contract/controlErrors.ts'
import type { RunStartContext } from '../context/context.ts'
import { resumeOrEndRun } from '../wakeups/resumeRun.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { withTimeout, syncWorkflowHandle } from '../temporal/syncWorkflow.ts'
import { WorkerError } from '../context/errors.ts'

const isControlErrorCode = (type: string): type is ControlErrorCode => Object.hasOwn(controlErrorCodes, type)

/** Converts a refused update to a WorkerError. The workflow sends a control plane code as the failure's type. */
function toRefusal(error: unknown): unknown {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined
  return cause instanceof ApplicationFailure && isControlErrorCode(cause.type ?? '')
    ? new WorkerError(cause.type as ControlErrorCode, cause.message, { cause: error })
    : error
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
    if (error instanceof WorkflowNotFoundError)
      throw new WorkerError('not_waiting', 'The run has ended.', { cause: error })
    throw toRefusal(error)
  }
}
