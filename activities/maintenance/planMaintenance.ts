import { listGear, type Gear } from '../../contract/gear.ts'
import { wasServicePlanned } from '../../state/plannedService.ts'
import { readAccount } from '../api.ts'
import type { AutomationDeps, Counts } from '../automation.ts'
import { withRemindersHeld } from '../holdReminders.ts'
import { forEachItem, throwIfItemsFailed, type FailedItem } from '../forEachItem.ts'
import type { Plan } from '../../config/maintenance.ts'
import { runActivity } from '../runActivity.ts'
import { visitAllRecords } from '../walkList.ts'
import { isCoveredByPlan, findDueOccurrences, type DueOccurrence } from './findDueOccurrences.ts'
import { readLastServiceDays, type FindLastServiceDay } from './lastServiceDays.ts'
import { toPlannedKey, createDueRecord, type DueOutcome } from './createDueRecord.ts'
import type { MaintenanceActivities } from './types.ts'

const MAX_CONCURRENT = 8

const UNAVAILABLE_WARNING =
  'The subscription has no maintenance: what the plans of kitroom.yaml say is due is not recorded. Change the subscription, or remove the plans.'

interface PlanningContext {
  plans: readonly Plan[]
  day: string
  timeZone: string
  lastDone: FindLastServiceDay
}

/** Due records of a page that do not exist yet, grouped by item. */
async function findDue({ state }: AutomationDeps, planning: PlanningContext, page: readonly Gear[]): Promise<DueOccurrence[][]> {
  const { plans, day, timeZone, lastDone } = planning
  const byItem = page.flatMap((gear) => {
    const applicable = plans.filter((plan) => isCoveredByPlan(plan, gear))
    const dues = applicable.flatMap((plan) => findDueOccurrences(plan, gear, day, timeZone, lastDone(gear.id, plan.service_type)))
    return dues.length === 0 ? [] : [dues]
  })
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

async function planAll(
  deps: AutomationDeps,
  planning: PlanningContext,
  signal: AbortSignal,
): Promise<{ counts: Record<DueOutcome, number>; failed: FailedItem<string>[] }> {
  const counts: Record<DueOutcome, number> = { made: 0, found: 0, done: 0, waits: 0, refused: 0, unavailable: 0 }
  const failed: FailedItem<string>[] = []
  const createRecords = async (dues: readonly DueOccurrence[]): Promise<void> => {
    // Sequential: one plan's record may satisfy another plan.
    for (const due of dues) if (counts.unavailable === 0) counts[await createDueRecord(deps, due, planning.timeZone, signal)] += 1
  }
  const readPage = async (query: { limit: number; offset: number }) => (await deps.api.call(listGear, { query }, { signal })).body
  await visitAllRecords('inventory', readPage, async (page) => {
    signal.throwIfAborted()
    if (counts.unavailable > 0) return
    const failedItems = await forEachItem({ api: deps.api, signal, limit: MAX_CONCURRENT }, await findDue(deps, planning, page), createRecords)
    failed.push(...failedItems.map(({ item, error }) => ({ item: item[0]?.gear.id ?? '', error })))
  })
  return { counts, failed }
}

async function planDay(deps: AutomationDeps, day: string, signal: AbortSignal): Promise<Counts> {
  const { plans } = (await deps.readConfig()).maintenance
  if (plans.length === 0) return {}
  const { timeZone } = await readAccount(deps.api, signal)
  const lastDone = await readLastServiceDays(deps.api, plans, timeZone, signal)
  const { counts, failed } = await planAll(deps, { plans, day, timeZone, lastDone }, signal)
  if (counts.unavailable > 0) deps.log.warn({ day }, UNAVAILABLE_WARNING)
  if (counts.made > 0) deps.log.info({ day, ...counts }, `maintenance plans: ${counts.made} records were made`)
  await throwIfItemsFailed(deps, 'Maintenance that falls due could not be entered', failed, signal)
  return counts
}

/** Creates the records that plans require. Without plans it reads nothing. */
export const createPlanMaintenance =
  (deps: AutomationDeps): MaintenanceActivities['planMaintenance'] =>
  ({ day }) =>
    runActivity(deps.log, (signal) => withRemindersHeld(deps, () => planDay(deps, day, signal)))
