import { listGear, type Gear } from '../../contract/gear.ts'
import { wasServicePlanned } from '../../state/plannedService.ts'
import { readAccount } from '../api.ts'
import type { AutomationDeps, Counts } from '../automation.ts'
import { releaseReminders, withRemindersHeld } from '../holdReminders.ts'
import { forEachItem, throwIfItemsFailed, type FailedItem } from '../forEachItem.ts'
import type { Plan } from '../../config/maintenance.ts'
import { readItemsById } from '../readItem.ts'
import { runActivity } from '../runActivity.ts'
import { visitAllRecords } from '../walkList.ts'
import { isCoveredByPlan, findDueOccurrences, type DueOccurrence } from './findDueOccurrences.ts'
import { readLastServiceDays, type FindLastServiceDay } from './lastServiceDays.ts'
import { toPlannedKey, createDueRecord, type DueOutcome } from './createDueRecord.ts'
import { EMPTY_USE, isUsePlan } from './use/decideUse.ts'
import { findUseOccurrence } from './use/findUseOccurrence.ts'
import { followMeters, type FollowedMeters, type UseContext } from './use/followMeters.ts'
import { openMeterRows } from './use/openMeterRows.ts'
import type { MaintenanceActivities, ServiceDeps, UsedItem } from './types.ts'

const MAX_CONCURRENT = 8

const UNAVAILABLE_WARNING =
  'The subscription has no maintenance: what the plans of kitroom.yaml say is due is not recorded. Change the subscription, or remove the plans.'

interface PlanningContext {
  plans: readonly Plan[]
  day: string
  timeZone: string
  lastDone: FindLastServiceDay
  use: UseContext
  /** Only these items; default: all. */
  items: readonly UsedItem[] | undefined
}

/** Work of an item that is due today, by time or by use. */
function findItemDues(gear: Gear, { plans, day, timeZone, lastDone }: PlanningContext, { uses }: FollowedMeters): DueOccurrence[] {
  return plans
    .filter((plan) => isCoveredByPlan(plan, gear))
    .flatMap((plan) => {
      const byUse = isUsePlan(plan) ? findUseOccurrence(plan, gear, day, uses.get(gear.id) ?? EMPTY_USE) : undefined
      return [...(byUse ? [byUse] : []), ...findDueOccurrences(plan, gear, day, timeZone, lastDone(gear.id, plan.service_type))]
    })
}

/** Due records of a page that do not exist yet, grouped by item. */
async function findDue(
  { state }: AutomationDeps,
  planning: PlanningContext,
  page: readonly Gear[],
  followed: FollowedMeters,
): Promise<DueOccurrence[][]> {
  const byItem = page.map((gear) => findItemDues(gear, planning, followed)).filter((dues) => dues.length > 0)
  if (byItem.length === 0) return []
  return state.read(async (tx) => {
    const unplanned: DueOccurrence[][] = []
    for (const dues of byItem) {
      const remaining: DueOccurrence[] = []
      for (const due of dues) if (!(await wasServicePlanned(tx, toPlannedKey(due)))) remaining.push(due)
      if (remaining.length > 0) unplanned.push(remaining)
    }
    return unplanned
  })
}

/** The date of work due by use depends on when it is found, so an event and the daily run must not create it at the same time. */
const createExclusively = (deps: ServiceDeps, due: DueOccurrence, timeZone: string, signal: AbortSignal): Promise<DueOutcome> =>
  due.use
    ? deps.withLock(`maintenance:${due.gear.id}`, (state) => createDueRecord({ ...deps, state }, due, timeZone, signal))
    : createDueRecord(deps, due, timeZone, signal)

type PlanningCounts = Record<DueOutcome, number> & { reported?: number }

async function planAll(
  deps: ServiceDeps,
  planning: PlanningContext,
  signal: AbortSignal,
): Promise<{ counts: PlanningCounts; failed: FailedItem<string>[] }> {
  const counts: PlanningCounts = { made: 0, found: 0, done: 0, waits: 0, refused: 0, unavailable: 0 }
  const failed: FailedItem<string>[] = []
  const createRecords = async (dues: readonly DueOccurrence[]): Promise<void> => {
    // Sequential: one plan's record may satisfy another plan.
    for (const due of dues) if (counts.unavailable === 0) counts[await createExclusively(deps, due, planning.timeZone, signal)] += 1
  }
  const visitPage = async (page: readonly Gear[]): Promise<void> => {
    signal.throwIfAborted()
    const followed = await followMeters(deps, planning.use, page)
    if (followed.reported > 0) counts.reported = (counts.reported ?? 0) + followed.reported
    if (counts.unavailable > 0) return
    const dues = await findDue(deps, planning, page, followed)
    const failedItems = await forEachItem({ api: deps.api, signal, limit: MAX_CONCURRENT }, dues, createRecords)
    failed.push(...failedItems.map(({ item, error }) => ({ item: item[0]?.gear.id ?? '', error })))
  }
  const meterRows = await openMeterRows(deps.state, planning.items)
  const visit = async (page: readonly Gear[]): Promise<void> => {
    meterRows.keep(page)
    await visitPage(page)
  }
  if (planning.items) await visit([...(await readItemsById(deps.api, new Set(planning.items.map(({ id }) => id)), signal)).values()])
  else await visitAllRecords('inventory', async (query) => (await deps.api.call(listGear, { query }, { signal })).body, visit)
  await meterRows.removeOthers()
  return { counts, failed }
}

async function planDay(deps: ServiceDeps, day: string, items: readonly UsedItem[] | undefined, signal: AbortSignal): Promise<Counts> {
  const config = await deps.readConfig()
  const usePlans = config.maintenance.plans.filter(isUsePlan)
  const plans = items ? usePlans : config.maintenance.plans
  if (plans.length === 0) return {}
  const { timeZone } = await readAccount(deps.api, signal)
  const ids = items?.map(({ id }) => id)
  const { find, findCompletion } = await readLastServiceDays(deps.api, plans, timeZone, signal, ids)
  const readAt = new Map(items?.flatMap(({ id, readAt: at }) => (at === undefined ? [] : [[id, at] as const])))
  const use = { config, plans: usePlans, day, findCompletion, readAt }
  const { counts, failed } = await planAll(deps, { plans, day, timeZone, lastDone: find, use, items }, signal)
  if (counts.unavailable > 0) deps.log.warn({ day }, UNAVAILABLE_WARNING)
  if (counts.made > 0) deps.log.info({ day, ...counts }, `maintenance plans: ${counts.made} records were made`)
  await throwIfItemsFailed(deps, 'Maintenance that falls due could not be entered', failed, signal)
  return { ...counts }
}

/** Creates the records that plans require. Without plans it reads nothing. */
export const createPlanMaintenance =
  (deps: ServiceDeps): MaintenanceActivities['planMaintenance'] =>
  ({ day, items }) =>
    runActivity(deps.log, async (signal) => {
      const counts = await withRemindersHeld(deps, () => planDay(deps, day, items, signal))
      // No reminder follows. The daily run has more steps.
      if (items && !counts['made'] && !counts['found']) await releaseReminders(deps)
      return counts
    })
