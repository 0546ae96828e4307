import { syncWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { WorkflowNotFoundError } from '@temporalio/client'
import { toIsoTime } from '../../platform/clock.ts'
import type { RunContext, SettingsAccess, StateAccess, TemporalAccess } from '../context/context.ts'
import { wasEndedByRestore, storeEpoch, readEpoch } from '../../state/database/epoch.ts'
import { findRun } from '../../state/sync/runs.ts'
import { handleOutage } from '../context/faults.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'

/**
 * Lists ids of sync workflows that may run: those in Temporal's list, which lags, and those of the configured sources.
 */
async function listSyncWorkflowIds(context: TemporalAccess & SettingsAccess): Promise<Set<string>> {
  // Errors of kitroom.yaml are reported elsewhere.
  const { sources } = await context.settings.readUsable().catch(() => ({ sources: [] }))
  const ids = new Set(sources.map(({ id }) => syncWorkflowId(context.account, id)))
  const query = `WorkflowType = '${workflowNames.inventorySync}' AND TaskQueue = '${taskQueue(context.account)}' AND ExecutionStatus = 'Running'`
  await withTimeout(context, async () => {
    for await (const { workflowId } of context.temporal.workflow.list({ query })) ids.add(workflowId)
  })
  return ids
}

/** True if the worker's database does not have the run, or a restore has ended it. */
async function isOrphaned(context: StateAccess, runId: string | undefined): Promise<boolean> {
  const run = runId === undefined ? undefined : await context.state.read((tx) => findRun(tx, runId))
  return run === undefined || wasEndedByRestore(run)
}

/**
 * Ends a running sync workflow whose run is missing in the worker's database or was ended by a restore, so that it does
 * not block its source.
 */
export async function endIfOrphaned(
  context: Omit<RunContext, 'clock' | 'settings'>,
  workflowId: string,
): Promise<void> {
  const handle = context.temporal.workflow.getHandle(workflowId)
  try {
    const { memo, status, runId: executionId } = await withTimeout(context, () => handle.describe())
    const runId = memo?.['runId'] as string | undefined
    if (status.name !== 'RUNNING' || !(await isOrphaned(context, runId))) return
    const execution = context.temporal.workflow.getHandle(workflowId, executionId)
    await withTimeout(context, () =>
      execution.terminate("Its run is not in the worker's database, or was ended when the inventory was restored."),
    )
    context.log.warn({ runId, workflowId }, `the workflow ${workflowId} was ended: its run must not continue`)
  } catch (error) {
    // The workflow does not exist, or another check has ended it.
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

/** Ends orphaned sync workflows. While Temporal is unreachable, the next start of their source does it. */
export async function endOrphanedWorkflows(context: Omit<RunContext, 'clock'>): Promise<void> {
  const endAll = async (): Promise<void> => {
    for (const workflowId of await listSyncWorkflowIds(context)) await endIfOrphaned(context, workflowId)
  }
  await handleOutage(endAll, () =>
    context.log.warn(
      'Temporal cannot list its workflows now; orphaned ones are ended at the next sync of their source.',
    ),
  )
}

/**
 * Detects a restore of the inventory and ends every run that started before it.
 * @param epoch as the API reports it now
 * @returns true if it was restored
 */
export async function detectRestore(context: RunContext, epoch: string): Promise<boolean> {
  if ((await context.state.read(readEpoch)) === epoch) return false
  const restored = await context.state.write((tx) => storeEpoch(tx, epoch, toIsoTime(context.clock.nowMs())))
  if (!restored) return false
  const { ended, unbound } = restored
  context.log.warn(
    { epoch, ended: ended.map(({ run_id: runId }) => runId), unbound },
    `The inventory was restored from a backup: ${ended.length} earlier runs were ended, ${unbound} items are no longer bound.`,
  )
  await endOrphanedWorkflows(context)
  return true
}
