import { WorkflowNotFoundError } from '@temporalio/client'
import { forEachLimit } from '../../activities/shared/forEachLimit.ts'
import { CHANGED_SIGNAL, taskQueue, workflowNames } from '../../contract/temporal.ts'
import type { TemporalAccess, WorkerContext } from '../context/context.ts'
import { handleOutage } from '../context/faults.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'

const PAGE_SIZE = 1000
const MAX_CONCURRENT = 8

async function listWatches(context: TemporalAccess): Promise<string[]> {
  const { account, temporal } = context
  const query = `WorkflowType = '${workflowNames.watch}' AND TaskQueue = '${taskQueue(account)}' AND ExecutionStatus = 'Running'`
  const { namespace } = temporal.options
  const ids: string[] = []
  let nextPageToken: Uint8Array | undefined
  do {
    const page = { namespace, query, pageSize: PAGE_SIZE, nextPageToken }
    const reply = await withTimeout(context, () => temporal.workflowService.listWorkflowExecutions(page))
    for (const { execution } of reply.executions) ids.push(execution?.workflowId ?? '')
    nextPageToken = reply.nextPageToken.length > 0 ? reply.nextPageToken : undefined
  } while (nextPageToken)
  return ids
}

/** Ends the `watch` workflows of earlier versions by waking them. Temporal's list may lag; the next call finds the rest. @returns their number */
export async function endWatches(context: TemporalAccess): Promise<number> {
  const ids = await listWatches(context)
  await forEachLimit(ids, MAX_CONCURRENT, async (id) => {
    try {
      await withTimeout(context, () => context.temporal.workflow.getHandle(id).signal(CHANGED_SIGNAL))
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
    }
  })
  return ids.length
}

/** Ends them when the worker starts. If this fails, the daily run does it. */
export async function tryEndWatches(context: TemporalAccess & Pick<WorkerContext, 'log'>): Promise<void> {
  const watches = await handleOutage(
    () => endWatches(context),
    () => 0,
  )
  if (watches > 0)
    context.log.info(
      { watches },
      `${watches} watch workflows of an earlier version were ended; the coverage workflow replaces them`,
    )
}
