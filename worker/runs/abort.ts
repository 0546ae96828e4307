import { toReason } from '../../activities/shared/failures.ts'
import { say } from '../../contract/sentences/say.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { WorkflowNotFoundError, type WorkflowExecutionDescription } from '@temporalio/client'
import type { abortRun, Run } from '../../contract/control/control.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { withSourceLock, type RunContext, type StateAndLocks, type TemporalAccess } from '../context/context.ts'
import { ABORTED_CODE } from '../problems/facts/sources.ts'
import { endRun } from '../../state/sync/endRun.ts'
import { findOpenRun, findRun, markAborted } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { readWriteBack, storeWriteBack } from '../../state/sync/writeBacks.ts'
import { withTimeout, syncWorkflowHandle } from '../temporal/syncWorkflow.ts'
import { createWorkerError } from '../context/errors.ts'
import { readRunView } from './find.ts'

const CLOSE_TIMEOUT_MS = 6000
/** Time for activities to stop: they detect the workflow's end with their next heartbeat, sent every two seconds. */
const ACTIVITY_STOP_MS = 5000
const POLL_INTERVAL_MS = 100
/** Code of a write-back that was cancelled, from `workflows/failureReason.ts`. */
const CANCELLED_CODE = 'cancelled'
const REASON = toReason(ABORTED_CODE, say('run_aborted'))
const NOT_WRITTEN = toReason(ABORTED_CODE, say('write_back_aborted'))

type AbortContext = Omit<RunContext, 'settings'>

/** Resolves to undefined if no such workflow runs. */
async function ignoreNotRunning<T>(context: TemporalAccess, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await withTimeout(context, call)
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined
    throw error
  }
}

/**
 * Cancels the workflow and waits until it has closed, shortly after its run has ended, so that a second abort finds
 * nothing to terminate.
 * @returns true if it has closed
 */
async function cancelWorkflow(context: TemporalAccess, source: string): Promise<boolean> {
  const handle = syncWorkflowHandle(context, source)
  if ((await ignoreNotRunning(context, () => handle.cancel())) === undefined) return false
  const giveUpAtMs = performance.now() + CLOSE_TIMEOUT_MS
  while (performance.now() < giveUpAtMs) {
    const described = await ignoreNotRunning(context, () => handle.describe())
    if (described?.status.name !== 'RUNNING') return true
    await delay(POLL_INTERVAL_MS)
  }
  return false
}

/**
 * Terminates the source's workflow and waits until its activities have stopped writing.
 * @returns true if one was running
 */
async function terminateWorkflow(context: AbortContext, source: string): Promise<boolean> {
  const handle = syncWorkflowHandle(context, source)
  const described: WorkflowExecutionDescription | undefined = await ignoreNotRunning(context, () => handle.describe())
  if (described?.status.name !== 'RUNNING') return false
  await ignoreNotRunning(context, () => handle.terminate(REASON.detail))
  context.log.warn(
    { source, workflowId: described.workflowId },
    `the workflow of ${source} was terminated: its run was aborted`,
  )
  if ((described.raw.pendingActivities ?? []).length > 0) await delay(ACTIVITY_STOP_MS)
  return true
}

/** Notes that the abort prevented the writing into the sheet. The workflow knows only that it was cancelled. */
const markNotWritten = (context: AbortContext, runId: string): Promise<void> =>
  context.state.write(async (tx) => {
    const run = await findRun(tx, runId)
    const writeBack = run && readWriteBack(run)
    if (writeBack?.status === 'pending' || writeBack?.notes[0]?.code === CANCELLED_CODE)
      await storeWriteBack(tx, runId, { status: 'failed', rows: 0, notes: [NOT_WRITTEN] })
  })

async function abortOpenRun(context: AbortContext, run: RunRow): Promise<void> {
  const isClosed = await cancelWorkflow(context, run.source)
  if (!isClosed) await terminateWorkflow(context, run.source)
  if (run.status === 'applying') await markNotWritten(context, run.run_id)
  if (isClosed && run.status === 'applying') await delay(ACTIVITY_STOP_MS)
  const at = toIsoTime(context.clock.nowMs())
  await context.state.write(async (tx) => {
    const currentRun = await findRun(tx, run.run_id)
    if (!currentRun) return
    if (currentRun.finished_at === null)
      await endRun(tx, currentRun, {
        statusOf: () => (currentRun.status === 'applying' ? 'stopped' : 'failed'),
        reason: REASON,
        at,
      })
    else await markAborted(tx, run.run_id, JSON.stringify(REASON))
  })
  context.log.warn({ runId: run.run_id, source: run.source }, `sync of ${run.source} was aborted`)
}

/**
 * Finds the named run of the source if it has ended.
 * @throws WorkerError unknown_run; no_run for a run of another source
 */
async function findEndedRun(context: AbortContext, source: string, runId: string): Promise<Run | undefined> {
  const run = await readRunView(context, runId)
  if (run.source !== source)
    throw createWorkerError('run_of_other_source', { run: runId, source, other_source: run.source })
  return run.finished_at === null ? undefined : run
}

/** Ends a source's run, even if its workflow is stuck or the database does not have the run. */
export async function abortSourceRun(
  context: AbortContext & StateAndLocks,
  { params, body }: Input<typeof abortRun>,
): Promise<Reply<typeof abortRun>> {
  const { source } = params
  return withSourceLock(context, source, async (locked) => {
    const endedRun = body.run_id === undefined ? undefined : await findEndedRun(locked, source, body.run_id)
    if (endedRun) return { data: endedRun }
    const run = await locked.state.read((tx) => findOpenRun(tx, source))
    if (run) {
      await abortOpenRun(locked, run)
      return { data: await readRunView(locked, run.run_id) }
    }
    if (await terminateWorkflow(locked, source)) return { data: null }
    throw createWorkerError('no_run_to_end', { source })
  })
}
