import type { WorkflowExecutionDescription } from '@temporalio/client'
import { taskQueue } from '../../../contract/temporal.ts'
import type { TemporalAccess, WorkerContext } from '../../context/context.ts'
import { handleOutage } from '../../context/faults.ts'
import { withTimeout } from '../../temporal/syncWorkflow.ts'

const INTERVAL_MS = 30_000
/** Minimum attempt of a stuck workflow. A killed worker costs a workflow one or two attempts. */
const MIN_STUCK_ATTEMPT = 4
/** Number of events in which the last failure is found. */
const EVENTS_TO_READ = 20
/** Maximum number of workflows to check. More would only repeat the same problem. */
const MAX_CHECKED_WORKFLOWS = 50

export interface StuckWorkflow {
  workflowId: string
  /** Failure of its last task. */
  failure: string
}

async function readLastFailure(
  { temporal }: TemporalAccess,
  { workflowId, runId }: WorkflowExecutionDescription,
): Promise<string> {
  const { history } = await temporal.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: temporal.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: EVENTS_TO_READ,
  })
  const failed = history?.events?.find((event) => event.workflowTaskFailedEventAttributes)
  return failed?.workflowTaskFailedEventAttributes?.failure?.message?.split('\n')[0] ?? 'the worker’s log has the cause'
}

async function findStuck(context: TemporalAccess, workflowId: string): Promise<StuckWorkflow | undefined> {
  const described = await withTimeout(context, () => context.temporal.workflow.getHandle(workflowId).describe())
  const attempt = described.raw.pendingWorkflowTask?.attempt ?? 0
  if (described.status.name !== 'RUNNING' || attempt < MIN_STUCK_ATTEMPT) return undefined
  return { workflowId, failure: await withTimeout(context, () => readLastFailure(context, described)) }
}

/** Lists workflows whose tasks keep failing, usually because an upgrade is incompatible with them. */
async function listStuckWorkflows(context: TemporalAccess): Promise<StuckWorkflow[]> {
  const query = `TaskQueue = '${taskQueue(context.account)}' AND ExecutionStatus = 'Running'`
  const ids: string[] = []
  await withTimeout(context, async () => {
    for await (const { workflowId } of context.temporal.workflow.list({ query })) {
      ids.push(workflowId)
      if (ids.length === MAX_CHECKED_WORKFLOWS) break
    }
  })
  const stuck: StuckWorkflow[] = []
  for (const id of ids) {
    const workflow = await findStuck(context, id).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'WorkflowNotFoundError') return undefined
      throw error
    })
    if (workflow) stuck.push(workflow)
  }
  return stuck
}

/** Creates a probe that lists them every 30 seconds. The result is undefined while Temporal does not answer. */
export function createStuckProbe(
  context: TemporalAccess & Pick<WorkerContext, 'clock' | 'scaledMs'>,
): (isTemporalAvailable: boolean) => Promise<readonly StuckWorkflow[] | undefined> {
  let last: readonly StuckWorkflow[] | undefined
  let listedAtMs = -Infinity
  return async (isTemporalAvailable) => {
    const nowMs = context.clock.nowMs()
    if (!isTemporalAvailable) last = undefined
    else if (!last || nowMs - listedAtMs >= context.scaledMs(INTERVAL_MS)) {
      last = await handleOutage<typeof last>(
        () => listStuckWorkflows(context),
        () => undefined,
      )
      if (last) listedAtMs = nowMs
    }
    return last
  }
}
