import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy, WorkflowNotFoundError } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import type { Watches } from '../activities/warranty/types.ts'
import { CHANGED_SIGNAL, taskQueue, watchWorkflowId, workflowNames, type WatchInput } from '../contract/temporal.ts'
import type { WorkerContext } from './context.ts'
import { isTemporalUnusable } from './temporal/faults.ts'
import { inTime } from './temporal/syncWorkflow.ts'

const PAGE = 1000

/** Nothing is wrong with what was asked: it is asked again. */
async function orLater<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isTemporalUnusable(error)) throw ApplicationFailure.create({ message: 'Temporal does not answer.', type: 'temporal_unavailable' })
    throw error
  }
}

async function listIds({ account, temporal }: WorkerContext, ask: <T>(call: () => Promise<T>) => Promise<T>): Promise<string[]> {
  const query = `WorkflowType = '${workflowNames.watch}' AND TaskQueue = '${taskQueue(account)}' AND ExecutionStatus = 'Running'`
  const { namespace } = temporal.options
  const ids: string[] = []
  let nextPageToken: Uint8Array | undefined
  do {
    const page = { namespace, query, pageSize: PAGE, ...(nextPageToken && { nextPageToken }) }
    const reply = await ask(() => temporal.workflowService.listWorkflowExecutions(page))
    for (const { execution } of reply.executions) ids.push(execution?.workflowId ?? '')
    nextPageToken = reply.nextPageToken.length > 0 ? reply.nextPageToken : undefined
  } while (nextPageToken)
  return ids
}

/** The watches of an account, as workflows in Temporal. */
export function createWatches(context: WorkerContext): Watches {
  const { account, temporal } = context
  const ask = <T>(call: () => Promise<T>): Promise<T> => orLater(() => inTime(context, call))
  const idOf = ({ documentId, expiresOn }: WatchInput): string => watchWorkflowId(account, documentId, expiresOn)
  return {
    open: async (watch) => {
      const options = {
        workflowId: idOf(watch),
        taskQueue: taskQueue(account),
        workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
        workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        memo: { account },
        args: [watch],
      }
      await ask(() => temporal.workflow.start(workflowNames.watch, options))
    },
    wake: async (watch) => {
      try {
        await ask(() => temporal.workflow.getHandle(idOf(watch)).signal(CHANGED_SIGNAL))
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error
      }
    },
    listOpen: async () =>
      (await listIds(context, ask)).flatMap((id): WatchInput[] => {
        const [, , documentId, expiresOn] = id.split(':')
        return documentId && expiresOn && id === idOf({ documentId, expiresOn }) ? [{ documentId, expiresOn }] : []
      }),
  }
}
