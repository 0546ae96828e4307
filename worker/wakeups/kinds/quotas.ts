import type { StopReason } from '../../../activities/inventorySync/types.ts'
import { GOOGLE_QUOTA_CODE } from '../../../activities/shared/failures.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { listSchedules } from '../../../state/schedules/schedules.ts'
import { findNewestReportable, findOpenRun } from '../../../state/sync/runs.ts'
import type { Wakeup } from '../wakeup.ts'

const RETRY_DELAY_MS = 60 * 60 * 1000

/** True if the last run of a source was scheduled, and Google's quota ended it before `endedBefore`. */
async function isDue(tx: Tx, source: string, endedBefore: number): Promise<boolean> {
  if (await findOpenRun(tx, source)) return false
  const run = await findNewestReportable(tx, source)
  if (!run || run.scheduled_by === null || run.finished_at === null || run.reason === null) return false
  return (JSON.parse(run.reason) as StopReason).code === GOOGLE_QUOTA_CODE && Date.parse(run.finished_at) <= endedBefore
}

/**
 * Restarts sources whose last run ended an hour ago because Google's quota was used up, unless their schedules are
 * paused.
 */
export const quotas: Wakeup = {
  id: 'quotas',
  intervalMs: 60_000,
  find: ({ state, clock, scaledMs }) => {
    const endedBefore = clock.nowMs() - scaledMs(RETRY_DELAY_MS)
    return state.read(async (tx) => {
      const due: { scheduleOf: string }[] = []
      for (const { source, paused } of (await listSchedules(tx)).values())
        if (paused === 0 && (await isDue(tx, source, endedBefore))) due.push({ scheduleOf: source })
      return due
    })
  },
}
