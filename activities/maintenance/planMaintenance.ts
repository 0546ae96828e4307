import type { Config } from '../../config/config.ts'
import { readAccount } from '../shared/api.ts'
import type { Counts, Day } from '../shared/automation.ts'
import { releaseReminders, withRemindersHeld } from '../notify/holdReminders.ts'
import { throwIfItemsFailed } from '../shared/forEachItem.ts'
import { readItemsById } from '../shared/readItem.ts'
import { runActivity } from '../shared/runActivity.ts'
import { readLastServiceDays } from './lastServiceDays.ts'
import { createPlannedWork, planItems, type PlannedWork } from './planItems.ts'
import { planSelectedItems, type ProcessMemory } from './planSelectedItems.ts'
import { isUsePlan } from './use/decideUse.ts'
import { openMeterRows } from './use/openMeterRows.ts'
import type { ServiceDeps, UsedItem } from './types.ts'

const UNAVAILABLE_WARNING =
  'The subscription has no maintenance: what the plans of kitroom.yaml say is due is not recorded. Change the subscription, or remove the plans.'

interface PlannedDay extends Day {
  /** Items to which the work is limited, and then to plans by use; default: all items and plans. */
  items?: readonly UsedItem[]
}

/** Runs the plans by use for items that were used or serviced. */
async function planUsedItems(
  deps: ServiceDeps,
  { config, day }: { config: Config; day: string },
  items: readonly UsedItem[],
  signal: AbortSignal,
): Promise<PlannedWork | undefined> {
  const plans = config.maintenance.plans.filter(isUsePlan)
  if (plans.length === 0) return undefined
  const { timeZone } = await readAccount(deps.api, signal)
  const ids = items.map(({ id }) => id)
  const { find, findCompletion } = await readLastServiceDays(deps.api, plans, timeZone, signal, ids)
  const readAt = new Map(items.flatMap(({ id, readAt: at }) => (at === undefined ? [] : [[id, at] as const])))
  const work = createPlannedWork()
  const meterRows = await openMeterRows(deps.state, items)
  const page = [...(await readItemsById(deps.api, new Set(ids), signal)).values()]
  meterRows.keep(page)
  await planItems(
    deps,
    { plans, day, timeZone, lastDone: find, use: { config, plans, day, findCompletion, readAt } },
    page,
    work,
    signal,
  )
  await meterRows.removeOthers()
  return work
}

async function planDay(
  deps: ServiceDeps,
  { day, items }: PlannedDay,
  memory: ProcessMemory,
  signal: AbortSignal,
): Promise<Counts> {
  const config = await deps.readConfig()
  const work = items
    ? await planUsedItems(deps, { config, day }, items, signal)
    : await planSelectedItems(deps, { config, day }, memory, signal)
  if (!work) return {}
  const { counts, failed } = work
  if (counts.unavailable > 0) deps.log.warn({ day }, UNAVAILABLE_WARNING)
  if (counts.made > 0) deps.log.info({ day, ...counts }, `maintenance plans: ${counts.made} records were made`)
  await throwIfItemsFailed(deps, 'maintenance_not_entered', failed, signal)
  return { ...counts }
}

/**
 * Updates the meters of gear, and creates the due records of plans. Without plans it reads nothing. Counts `made`,
 * `found` (existed), `done` (serviced without a record), `waits` (earlier work open), `refused` by the API,
 * `unavailable` in the subscription, and meters `reported` to people.
 */
export function createPlanMaintenance(deps: ServiceDeps) {
  const memory: ProcessMemory = { hasReadAll: false }
  return {
    planMaintenance: (work: PlannedDay): Promise<Counts> =>
      runActivity(deps.log, async (signal) => {
        const counts = await withRemindersHeld(deps, () => planDay(deps, work, memory, signal))
        // No reminder follows in this case. The daily run has more steps, which send some.
        if (work.items && !counts['made'] && !counts['found']) await releaseReminders(deps)
        return counts
      }),
  }
}
