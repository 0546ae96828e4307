import { isCancellation, log } from '@temporalio/workflow'
import type { UsedWork } from '../activities/maintenance/types.ts'
import { drain } from './drain.ts'
import { failureReason } from './failureReason.ts'
import { serviceActivities, withOneHourBudget } from './proxies.ts'
import { sendQueued } from './sendQueued.ts'

/**
 * Runs the plans by use for items that were used or serviced, and reminds of new records. If it fails, the daily run
 * does it.
 */
async function planByUse({ items, day, settledDay }: UsedWork): Promise<void> {
  try {
    // A retry counts the records of an earlier attempt as found.
    const counts = await withOneHourBudget.planMaintenance.executeWithOptions(
      { summary: `Create maintenance that is due, ${day}, items: ${items.length}` },
      [{ day, items }],
    )
    const { made = 0, found = 0, reported = 0 } = counts
    if (made + found > 0)
      await withOneHourBudget.remindOfMaintenance.executeWithOptions(
        { summary: `Queue reminders of maintenance, ${day}` },
        [{ day, settledDay }],
      )
    if (made + found + reported > 0) await sendQueued()
  } catch (error) {
    if (isCancellation(error)) throw error
    const { code, detail } = failureReason(error)
    log.warn('maintenance by use is left to the daily run', { code, detail })
  }
}

export const service = (): Promise<void> =>
  drain(async () => {
    const options = { summary: 'Handle events of maintenance' }
    const { more, used } = await serviceActivities.followEvents.executeWithOptions(options, [])
    if (used) await planByUse(used)
    return more
  })
