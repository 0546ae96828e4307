import { setTimeout as delay } from 'node:timers/promises'
import { WorkflowIdConflictPolicy, WorkflowNotFoundError, type WorkflowExecutionDescription, type WorkflowHandle } from '@temporalio/client'
import { syncWorkflowId, taskQueue, workflowNames, type SyncInput } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context.ts'
import type { RunRow } from '../../state/schema.ts'
import { TemporalTimeout } from './faults.ts'

const ANSWER_WITHIN_MS = 10_000

type Run = Pick<RunRow, 'run_id' | 'source'>

// The connection's own deadline applies to one attempt; its retries go on for ten seconds.
async function withTimeLimit<T>(context: WorkerContext, limitMs: number, call: () => Promise<T>): Promise<T> {
  const late = new AbortController()
  const giveUp = async (): Promise<never> => {
    await delay(limitMs, undefined, { signal: late.signal })
    throw new TemporalTimeout(`Temporal did not answer within ${limitMs} ms`)
  }
  try {
    return await Promise.race([context.temporal.withDeadline(Date.now() + limitMs, call), giveUp()])
  } finally {
    late.abort()
  }
}

/** Calls Temporal with a total time limit. */
export const withTimeout = <T>(context: WorkerContext, call: () => Promise<T>): Promise<T> => withTimeLimit(context, ANSWER_WITHIN_MS, call)

/** Makes a call that requires the worker's permissions. */
export const probeTemporal = (context: WorkerContext, withinMs: number): Promise<unknown> =>
  withTimeLimit(context, withinMs, () => context.temporal.workflowService.describeNamespace({ namespace: context.temporal.options.namespace }))

export const syncWorkflowHandle = (context: WorkerContext, source: string): WorkflowHandle =>
  context.temporal.workflow.getHandle(syncWorkflowId(context.account, source))

/** @throws WorkflowExecutionAlreadyStartedError while the source's last workflow is open */
export async function startWorkflow(context: WorkerContext, run: Run): Promise<void> {
  const input: SyncInput = { runId: run.run_id, source: run.source, filesQueue: context.filesQueue }
  await withTimeout(context, () =>
    context.temporal.workflow.start(workflowNames.inventorySync, {
      workflowId: syncWorkflowId(context.account, run.source),
      taskQueue: taskQueue(context.account),
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
      memo: { account: context.account, runId: run.run_id },
      args: [input],
    }),
  )
}

/** Run id of the source's last workflow, if Temporal has one. */
export async function findRunIdOfWorkflow(context: WorkerContext, source: string): Promise<string | undefined> {
  const { memo } = await withTimeout(context, () => syncWorkflowHandle(context, source).describe())
  return memo?.['runId'] as string | undefined
}

export type WorkflowState = 'running' | 'closed' | 'absent' | 'other_running'

function compare(described: WorkflowExecutionDescription, runId: string): WorkflowState {
  const running = described.status.name === 'RUNNING'
  if (described.memo?.['runId'] === runId) return running ? 'running' : 'closed'
  return running ? 'other_running' : 'absent'
}

export async function describeWorkflow(context: WorkerContext, run: Run): Promise<WorkflowState> {
  try {
    return compare(await withTimeout(context, () => syncWorkflowHandle(context, run.source).describe()), run.run_id)
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'absent'
    throw error
  }
}
