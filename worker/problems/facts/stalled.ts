import { DAY_MS } from '../../../contract/policies.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import type { SourceSettings } from '../../../sheets/sources/settings.ts'
import { findLastEnd } from '../../../state/sync/runs.ts'
import { DAILY_SCHEDULE_KEY, listSchedules } from '../../../state/schedules/schedules.ts'
import {
  listScheduleWatches,
  removeScheduleWatch,
  storeScheduleWatch,
  type ScheduleWatch,
} from '../../../state/schedules/scheduleWatches.ts'
import { listStarts } from '../../context/cronTimes.ts'

/**
 * Minimum number of starts without an ended run after which a schedule counts as stalled, in addition to the minimum
 * time.
 */
const MIN_STARTS = 3
const MIN_AGE_MS = DAY_MS

async function updateWatch(tx: Tx, stored: ScheduleWatch | undefined, current: ScheduleWatch): Promise<ScheduleWatch> {
  const { source, cron, time_zone: timeZone } = current
  const isSame = stored?.cron === cron && stored.time_zone === timeZone
  const lastEnd = isSame ? ((await findLastEnd(tx, source)) ?? '') : ''
  if (isSame && lastEnd <= stored.since) return stored
  const watch = isSame ? { ...stored, since: lastEnd } : current
  await storeScheduleWatch(tx, watch)
  return watch
}

const hasStalled = ({ cron, time_zone: timeZone, since }: ScheduleWatch, nowMs: number): boolean => {
  const sinceMs = Date.parse(since)
  return (
    nowMs - sinceMs >= MIN_AGE_MS && listStarts({ cron, timeZone }, sinceMs, nowMs, MIN_STARTS).length === MIN_STARTS
  )
}

/**
 * Finds schedules with starts after which no run ended. A schedule that was paused, resumed or changed counts from then
 * on.
 * @returns them by source
 */
export async function findStalledSchedules(
  tx: Tx,
  sources: readonly SourceSettings[],
  nowMs: number,
): Promise<Map<string, ScheduleWatch>> {
  const [schedules, watches] = [await listSchedules(tx), await listScheduleWatches(tx)]
  const stalled = new Map<string, ScheduleWatch>()
  for (const { id: source, schedule: cron } of sources) {
    const set = schedules.get(source)
    if (cron === undefined || set === undefined || set.paused === 1) continue
    const watch = await updateWatch(tx, watches.get(source), {
      source,
      cron,
      time_zone: set.time_zone,
      since: toIsoTime(nowMs),
    })
    watches.delete(source)
    if (hasStalled(watch, nowMs)) stalled.set(source, watch)
  }
  for (const source of watches.keys()) if (source !== DAILY_SCHEDULE_KEY) await removeScheduleWatch(tx, source)
  return stalled
}
