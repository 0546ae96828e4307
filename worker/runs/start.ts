import { toReason } from '../../activities/shared/failures.ts'
import { say } from '../../contract/sentences/say.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { v7 as uuidv7 } from 'uuid'
import type { RunSettings } from '../../activities/inventorySync/run.ts'
import { describeLocation, isSent, omitSecrets } from '../../sheets/sources/kinds.ts'
import type { SourceSettings } from '../../sheets/sources/settings.ts'
import type { startRun } from '../../contract/control/control.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { syncMessages, syncWorkflowId } from '../../contract/temporal.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { withSourceLock, type RunCommandContext, type RunStartContext } from '../context/context.ts'
import { endIfOrphaned } from '../wakeups/reconcile.ts'
import { resumeOrEndRun } from '../wakeups/resumeRun.ts'
import { addChoice, type Choice } from '../../state/sync/bulkEdits.ts'
import { addRun, findOpenRun, markFinished, markUndoes } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { findUpload } from '../../state/sync/stagedSheets.ts'
import { startWorkflow, type RunToStart } from '../temporal/syncWorkflow.ts'
import { WorkerError, createWorkerError } from '../context/errors.ts'
import { checkServersAnswer } from './checkServers.ts'
import { requireSource } from './requireSource.ts'
import { readRunView } from './find.ts'
import { sendUpdate } from './update.ts'
import { scaleTimeLimit } from '../../platform/timeLimit.ts'

/**
 * Maximum wait for the previous workflow, which closes right after its run. If its worker was killed, Temporal waits
 * five seconds before another worker gets the last task.
 */
const CLOSE_TIMEOUT_MS = 15_000

/** Parts that start a run under the lock of its source. */
export type LaunchContext = Omit<RunCommandContext, 'withLock'>

type StartRequest = Input<typeof startRun>['body']

/** Reads a source and the settings to store with its run. */
export async function readSourceSettings(
  context: Pick<LaunchContext, 'settings'>,
  id: string,
): Promise<{ source: SourceSettings; settings: RunSettings }> {
  const { sources } = await context.settings.read()
  const source = requireSource(sources, id)
  return { source, settings: { source: omitSecrets(source), sources: sources.map((candidate) => candidate.id) } }
}

/** Returns the uploaded file, else the location of the source's own sheet, which the run will fetch. */
async function readOrigin(
  context: LaunchContext,
  uploadId: string | undefined,
  source: SourceSettings,
): Promise<{ file: string; sha256: string | null }> {
  if (uploadId === undefined) return { file: describeLocation(source).location, sha256: null }
  const upload = await context.state.read((tx) => findUpload(tx, uploadId))
  if (!upload) throw createWorkerError('upload_not_stored', {})
  return { file: upload.name, sha256: upload.sha256 }
}

async function supersedeRun(context: RunStartContext, source: string): Promise<void> {
  const openRun = await context.state.read((tx) => findOpenRun(tx, source))
  if (!openRun) return
  await resumeOrEndRun(context, openRun)
  const hasEnded = (await context.state.read((tx) => findOpenRun(tx, source))) === undefined
  if (hasEnded) return
  try {
    await sendUpdate(context, openRun, syncMessages.supersede, {})
  } catch (error) {
    if (!(error instanceof WorkerError && error.code === 'not_waiting')) throw error
  }
}

/** Starts a run's workflow once the previous one has closed. */
export async function startAfterPreviousCloses(context: RunStartContext, run: RunToStart): Promise<void> {
  const deadlineMs = performance.now() + scaleTimeLimit(CLOSE_TIMEOUT_MS)
  for (;;) {
    try {
      await startWorkflow(context, run)
      return
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
      if (performance.now() > deadlineMs) throw createWorkerError('workflow_not_ended', {}, { cause: error })
    }
    await endIfOrphaned(context, syncWorkflowId(context.account, run.source))
    await delay(50)
  }
}

type RunOrigin = Pick<RunRow, 'source' | 'decide' | 'settings' | 'file' | 'sha256'> &
  Partial<Pick<RunRow, 'run_id' | 'edit'>>

interface RunExtras {
  /** Run that this run undoes. */
  undoes?: string
  /** Items of a bulk edit. */
  choice?: Choice
}

/**
 * Adds a run and starts its workflow. It supersedes a planning or waiting run of the source.
 * @returns the run's id
 * @throws WorkerError `sync_running` if another host starts one of the source concurrently
 */
export async function launchRun(
  context: LaunchContext,
  origin: RunOrigin,
  { undoes, choice }: RunExtras = {},
): Promise<string> {
  await checkServersAnswer(context)
  await supersedeRun(context, origin.source)
  const run = { run_id: uuidv7(), scheduled_by: null, ...origin }
  await context.state.write(async (tx) => {
    if (!(await addRun(tx, { ...run, started_at: toIsoTime(context.clock.nowMs()) })))
      throw createWorkerError('other_run_began', { source: origin.source })
    if (undoes !== undefined) await markUndoes(tx, run.run_id, undoes)
    if (choice) await addChoice(tx, run.run_id, choice)
  })
  try {
    await startAfterPreviousCloses(context, { ...run, undoes: undoes ?? null })
  } catch (error) {
    const reason = JSON.stringify(toReason('temporal_unavailable', say('workflow_not_started')))
    const at = toIsoTime(context.clock.nowMs())
    await context.state.write((tx) =>
      markFinished(tx, { runId: run.run_id, status: 'failed', done: 0, results: '{}', reason, at }),
    )
    throw error
  }
  return run.run_id
}

async function startFromRequest(context: LaunchContext, body: StartRequest): Promise<string> {
  const { source, settings } = await readSourceSettings(context, body.source)
  const origin = await readOrigin(context, body.upload_id, source)
  const stored: RunSettings = {
    ...settings,
    ...(body.upload_id !== undefined && !isSent(source) && { isUpload: true }),
  }
  return launchRun(context, { source: source.id, decide: body.decide, settings: JSON.stringify(stored), ...origin })
}

/** Starts a run of a source. It supersedes a planning or waiting run, and refuses while a run is being applied. */
export async function startRequestedRun(
  context: RunCommandContext,
  { body }: Input<typeof startRun>,
): Promise<Reply<typeof startRun>> {
  const runId = await withSourceLock(context, body.source, (locked) => startFromRequest(locked, body))
  return { data: await readRunView(context, runId) }
}
