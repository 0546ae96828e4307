import { isCancellation, log, patched } from '@temporalio/workflow'
import type { UsedWork } from '../activities/maintenance/types.ts'
import { drain } from './drain.ts'
import { failureReason } from './failureReason.ts'
import { serviceActivities, withOneHourBudget } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/** Runs the plans by use for items that were used or serviced, and reminds of what they created. On failure the daily run does it. */
async function planByUse({ items, day, settledDay }: UsedWork): Promise<void> {
  try {
    // A retry finds what the attempt before has created.
    const { made = 0, found = 0, reported = 0 } = await withOneHourBudget.planMaintenance({ day, items })
    if (made + found > 0) await withOneHourBudget.remindOfMaintenance({ day, settledDay })
    if (made + found + reported > 0) await sendQueued()
  } catch (error) {
    if (isCancellation(error)) throw error
    const { code, detail } = failureReason(error)
    log.warn('maintenance by use is left to the daily run', { code, detail })
  }
}

export const service = (): Promise<void> =>
  drain(async () => {
    const { more, used } = await serviceActivities.followEvents({})
    if (used && patched('plan-by-use')) await planByUse(used)
    return more
  })
