import { ScheduleNotFoundError } from '@temporalio/client'
import { GOOGLE_QUOTA_CODE } from '../../activities/shared/failures.ts'
import type { StopReason } from '../../activities/inventorySync/types.ts'
import { syncScheduleId } from '../../contract/temporal.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findNewestReportable, findOpenRun } from '../../state/sync/runs.ts'
import { listSchedules } from '../../state/schedules/schedules.ts'
import type { WorkerContext } from '../context/context.ts'
import { isTemporalUnusable } from '../context/faults.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'

const RETRY_DELAY_MS = 60 * 60 * 1000

/** True if the last run of a source was scheduled, and Google's quota ended it that long ago. */
async function isDue(tx: Tx, source: string, endedBefore: number): Promise<boolean> {
  if (await findOpenRun(tx, source)) return false
  const run = await findNewestReportable(tx, source)
  if (!run || run.scheduled_by === null || run.finished_at === null || run.reason === null) return false
  return (JSON.parse(run.reason) as StopReason).code === GOOGLE_QUOTA_CODE && Date.parse(run.finished_at) <= endedBefore
}

/** Triggers the schedules of sources whose last run ended because Google's quota was used up, an hour after its end, unless they are paused. */
export async function retryAfterQuota(context: WorkerContext): Promise<void> {
  const endedBefore = context.clock.nowMs() - context.scaledMs(RETRY_DELAY_MS)
  const due = await context.state.read(async (tx) => {
    const sources: string[] = []
    for (const { source, paused } of (await listSchedules(tx)).values())
      if (paused === 0 && (await isDue(tx, source, endedBefore))) sources.push(source)
    return sources
  })
  try {
    for (const source of due)
      await withTimeout(context, () =>
        context.temporal.schedule.getHandle(syncScheduleId(context.account, source)).trigger(),
      )
  } catch (error) {
    // The schedule supervisor recreates a schedule that Temporal has lost.
    if (!isTemporalUnusable(error) && !(error instanceof ScheduleNotFoundError)) throw error
  }
}
