import { say } from '../../contract/sentences/say.ts'
import { ApplicationFailure } from '@temporalio/common'
import { v7 as uuidv7 } from 'uuid'
import { createFinalFailure } from '../../activities/shared/failures.ts'
import type { ScheduleDeps } from '../../activities/inventorySync/types.ts'
import type { ScheduledStart } from '../../contract/temporal.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { withSourceLock, type RunCommandContext, type StateAccess } from '../context/context.ts'
import { toWorkerError } from '../context/errors.ts'
import { describeLocation } from '../../sheets/sources/kinds.ts'
import { checkServersAnswer } from '../runs/checkServers.ts'
import { readSourceSettings, startAfterPreviousCloses, type LaunchContext } from '../runs/start.ts'
import { resumeOrEndRun } from '../wakeups/resumeRun.ts'
import { clearScheduleFault, recordScheduleFault } from '../../state/schedules/scheduleFaults.ts'
import { addRun, findOpenRun, findScheduledRun, type NewRun } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'

// The status is one of `ScheduledStart`, because the run is unfinished.
const toUnfinished = (run: RunRow): ScheduledStart => ({
  outcome: run.status as Exclude<ScheduledStart['outcome'], 'started'>,
  runId: run.run_id,
})

/** Adds the run unless its source has an unfinished run. @returns the unfinished run */
const addUnlessOpen = (context: StateAccess, run: NewRun): Promise<RunRow | undefined> =>
  context.state.write(async (tx) => {
    if (await addRun(tx, run)) return undefined
    return findOpenRun(tx, run.source)
  })

async function startUnlessOpen(context: LaunchContext, id: string, executionId: string): Promise<ScheduledStart> {
  const earlierRun = await context.state.read((tx) => findScheduledRun(tx, executionId))
  if (earlierRun) {
    await resumeOrEndRun(context, earlierRun)
    return { outcome: 'started', runId: earlierRun.run_id }
  }
  const { source, settings } = await readSourceSettings(context, id)
  await checkServersAnswer(context)
  const currentRun = await context.state.read((tx) => findOpenRun(tx, id))
  if (currentRun) await resumeOrEndRun(context, currentRun)
  const run: NewRun = {
    run_id: uuidv7(),
    source: id,
    decide: 'policy',
    settings: JSON.stringify(settings),
    file: describeLocation(source).location,
    sha256: null,
    started_at: toIsoTime(context.clock.nowMs()),
    scheduled_by: executionId,
  }
  const unfinishedRun = await addUnlessOpen(context, run)
  if (unfinishedRun) return toUnfinished(unfinishedRun)
  await startAfterPreviousCloses(context, run)
  return { outcome: 'started', runId: run.run_id }
}

// Converts an error. Invalid settings are retried, because the file may be in the middle of an edit. A removed source
// is final.
function toFailure(error: unknown): unknown {
  const { code, detail } = toWorkerError(error)
  if (code === 'internal_error') return error
  return code === 'unknown_source'
    ? createFinalFailure(code, say('worker_said', { text: detail }))
    : ApplicationFailure.retryable(detail, code)
}

/**
 * Starts a scheduled run under the source's lock. A retry continues with the run whose workflow could not be started.
 */
export const createScheduledStart =
  (context: RunCommandContext): ScheduleDeps['startScheduled'] =>
  async (source, executionId) => {
    try {
      const started = await withSourceLock(context, source, (locked) => startUnlessOpen(locked, source, executionId))
      await context.state.write((tx) => clearScheduleFault(tx, source))
      return started
    } catch (error) {
      const { code, detail } = toWorkerError(error, context.temporal.options.namespace)
      const since = toIsoTime(context.clock.nowMs())
      await context.state.write((tx) => recordScheduleFault(tx, { source, code, detail, since }))
      throw toFailure(error)
    }
  }
