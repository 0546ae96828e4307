import { setTimeout as delay } from 'node:timers/promises'
import {
  WorkflowIdConflictPolicy,
  WorkflowNotFoundError,
  type WorkflowExecutionDescription,
  type WorkflowHandle,
} from '@temporalio/client'
import { syncWorkflowId, taskQueue, workflowNames, type SyncInput } from '../../contract/temporal.ts'
import type { RunStartContext, TemporalAccess } from '../context/context.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { chooseSheetQueue } from './chooseSheetQueue.ts'
import { TemporalTimeout } from '../context/faults.ts'
import { startLabelled, toLabelOptions } from './searchAttributes.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

const CALL_TIMEOUT_MS = 10_000

type RunReference = Pick<RunRow, 'run_id' | 'source'>
export type RunToStart = RunReference & Pick<RunRow, 'settings' | 'sha256'> & Partial<Pick<RunRow, 'edit' | 'undoes'>>

// Limits the total time of a call. A deadline of the connection limits only one attempt, and the SDK retries for ten
// seconds.
async function withTimeLimit<T>(context: TemporalAccess, unscaledMs: number, call: () => Promise<T>): Promise<T> {
  const limitMs = scaleTimeLimit(unscaledMs)
  const timeout = new AbortController()
  const rejectLater = async (): Promise<never> => {
    await delay(limitMs, undefined, { signal: timeout.signal })
    throw new TemporalTimeout(`Temporal did not answer within ${limitMs} ms`)
  }
  try {
    return await Promise.race([context.temporal.withDeadline(Date.now() + limitMs, call), rejectLater()])
  } finally {
    timeout.abort()
  }
}

/** Calls Temporal with a total time limit. */
export const withTimeout = <T>(context: TemporalAccess, call: () => Promise<T>): Promise<T> =>
  withTimeLimit(context, CALL_TIMEOUT_MS, call)

/** Checks that Temporal answers and accepts the worker, with a call that requires its permissions. */
export const probeTemporal = (context: TemporalAccess, timeoutMs: number): Promise<unknown> =>
  withTimeLimit(context, timeoutMs, () =>
    context.temporal.workflowService.describeNamespace({ namespace: context.temporal.options.namespace }),
  )

export const syncWorkflowHandle = (context: TemporalAccess, source: string): WorkflowHandle =>
  context.temporal.workflow.getHandle(syncWorkflowId(context.account, source))

/** @throws WorkflowExecutionAlreadyStartedError while the source's last workflow is open */
export async function startWorkflow(context: Omit<RunStartContext, 'log'>, run: RunToStart): Promise<void> {
  const { account, searchAttributes } = context
  const { run_id: runId, source, edit = null, undoes = null } = run
  // The undo of a bulk edit is planned like that of any run.
  const isEdit = edit !== null && undoes === null
  const input: SyncInput = { runId, source, ...(await chooseSheetQueue(context, run)), ...(isEdit && { edit: true }) }
  await startLabelled(searchAttributes, () =>
    withTimeout(context, () =>
      context.temporal.workflow.start(workflowNames.inventorySync, {
        ...toLabelOptions(searchAttributes, { source }),
        staticSummary: isEdit ? 'Bulk edit' : `Sync of ${source}`,
        workflowId: syncWorkflowId(account, source),
        taskQueue: taskQueue(account),
        workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
        memo: { account, runId, source },
        args: [input],
      }),
    ),
  )
}

export type WorkflowState = 'running' | 'closed' | 'absent' | 'other_running'

function toWorkflowState(described: WorkflowExecutionDescription, runId: string): WorkflowState {
  const isRunning = described.status.name === 'RUNNING'
  if (described.memo?.['runId'] === runId) return isRunning ? 'running' : 'closed'
  return isRunning ? 'other_running' : 'absent'
}

export async function describeWorkflow(context: TemporalAccess, run: RunReference): Promise<WorkflowState> {
  try {
    return toWorkflowState(
      await withTimeout(context, () => syncWorkflowHandle(context, run.source).describe()),
      run.run_id,
    )
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'absent'
    throw error
  }
}
