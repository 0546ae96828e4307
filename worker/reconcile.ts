import { syncWorkflowId, taskQueue, workflowNames } from '../contract/temporal.ts'
import { WorkflowNotFoundError } from '@temporalio/client'
import { isoTime } from '../platform/clock.ts'
import type { WorkerContext } from './context.ts'
import { readConfig } from './sources.ts'
import { endedByRestore, noteEpoch, readEpoch } from '../state/epoch.ts'
import { findRun } from '../state/runs.ts'
import { isTemporalUnusable } from './temporal/faults.ts'
import { inTime } from './temporal/syncWorkflow.ts'

/** Workflows of syncs that run: those that Temporal lists, which lags a little behind, and those of the sources that there are. */
async function listSyncs(context: WorkerContext): Promise<Set<string>> {
  // What is wrong with the file is told by whoever needs it.
  const { sources } = await readConfig(context.configFile).catch(() => ({ sources: [] }))
  const ids = new Set(sources.map(({ id }) => syncWorkflowId(context.account, id)))
  const query = `WorkflowType = '${workflowNames.inventorySync}' AND TaskQueue = '${taskQueue(context.account)}' AND ExecutionStatus = 'Running'`
  await inTime(context, async () => {
    for await (const { workflowId } of context.temporal.workflow.list({ query })) ids.add(workflowId)
  })
  return ids
}

/** Whether a run may still go on, as far as the worker's database says. */
async function isOver(context: WorkerContext, runId: string | undefined): Promise<boolean> {
  const run = runId === undefined ? undefined : await context.state.read((tx) => findRun(tx, runId))
  return run === undefined || endedByRestore(run)
}

async function endIfStranger(context: WorkerContext, workflowId: string): Promise<void> {
  const handle = context.temporal.workflow.getHandle(workflowId)
  try {
    const { memo, status, runId: executionId } = await inTime(context, () => handle.describe())
    const runId = memo?.['runId'] as string | undefined
    if (status.name !== 'RUNNING' || !(await isOver(context, runId))) return
    const execution = context.temporal.workflow.getHandle(workflowId, executionId)
    await inTime(context, () => execution.terminate("Its run is not in the worker's database, or was ended when the inventory was restored."))
    context.log.warn({ runId, workflowId }, `the workflow ${workflowId} was ended: its run is not one that may go on`)
  } catch (error) {
    // There is none, or it has closed by itself.
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

/**
 * Ends workflows of runs that the worker's database does not know, because it is older than they are, or that ended with a restore. What Temporal
 * cannot answer now is left to the next start of the source.
 */
export async function endStrangers(context: WorkerContext): Promise<void> {
  try {
    for (const workflowId of await listSyncs(context)) await endIfStranger(context, workflowId)
  } catch (error) {
    if (!isTemporalUnusable(error)) throw error
    context.log.warn('Temporal cannot say now which workflows it has; those that may not go on are ended when their source is synced next.')
  }
}

/**
 * Looks whether the inventory was restored from a backup since the notes in the worker's database were made, and then ends everything that was
 * begun before. Answers whether it was.
 * @param epoch what the API says now
 */
export async function noticeRestore(context: WorkerContext, epoch: string): Promise<boolean> {
  if ((await context.state.read(readEpoch)) === epoch) return false
  const restored = await context.state.write((tx) => noteEpoch(tx, epoch, isoTime(context.clock.nowMs())))
  if (!restored) return false
  const { ended, unbound } = restored
  context.log.warn(
    { epoch, ended: ended.map(({ run_id: runId }) => runId), unbound },
    `The inventory was restored from a backup: ${ended.length} runs of before were ended, ${unbound} items are not bound any more.`,
  )
  await endStrangers(context)
  return true
}
