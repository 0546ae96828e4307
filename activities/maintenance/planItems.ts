import type { Gear } from '../../contract/api/gear.ts'
import type { Plan } from '../../config/maintenance.ts'
import { wasServicePlanned } from '../../state/maintenance/plannedService.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import { forEachItem, type FailedItem } from '../shared/forEachItem.ts'
import { toPlannedKey, createDueRecord, type DueOutcome } from './createDueRecord.ts'
import { isCoveredByPlan, findDueOccurrences, type DueOccurrence } from './findDueOccurrences.ts'
import type { FindLastServiceDay } from './lastServiceDays.ts'
import type { ServiceDeps } from './types.ts'
import { EMPTY_USE, isUsePlan } from './use/decideUse.ts'
import { findUseOccurrence } from './use/findUseOccurrence.ts'
import { followMeters, type FollowedMeters, type UseContext } from './use/followMeters.ts'

const MAX_CONCURRENT = 8

export interface PlanningContext {
  plans: readonly Plan[]
  /** Today, `YYYY-MM-DD`. */
  day: string
  timeZone: string
  lastDone: FindLastServiceDay
  use: UseContext
}

type PlanningCounts = Record<DueOutcome, number> & { reported?: number }

export interface PlannedWork {
  counts: PlanningCounts
  /** Ids of items. */
  failed: FailedItem<string>[]
}

export const createPlannedWork = (): PlannedWork => ({
  counts: { made: 0, found: 0, done: 0, waits: 0, refused: 0, unavailable: 0 },
  failed: [],
})

/** Finds the work of an item that is due today, by time or by use. */
function findItemDues(
  gear: Gear,
  { plans, day, timeZone, lastDone }: PlanningContext,
  { uses }: FollowedMeters,
): DueOccurrence[] {
  return plans
    .filter((plan) => isCoveredByPlan(plan, gear))
    .flatMap((plan) => {
      const byUse = isUsePlan(plan) ? findUseOccurrence(plan, gear, day, uses.get(gear.id) ?? EMPTY_USE) : undefined
      return [
        ...(byUse ? [byUse] : []),
        ...findDueOccurrences(plan, gear, day, timeZone, lastDone(gear.id, plan.service_type)),
      ]
    })
}

/** Finds due records of a page that do not exist yet, grouped by item. */
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

/**
 * Creates a record under a lock. The date of work due by use is the day on which it is found, so an event and the daily
 * run must not create it concurrently.
 */
const createExclusively = (
  deps: ServiceDeps,
  due: DueOccurrence,
  timeZone: string,
  signal: AbortSignal,
): Promise<DueOutcome> =>
  due.use
    ? deps.withLock(`maintenance:${due.gear.id}`, (state) => createDueRecord({ ...deps, state }, due, timeZone, signal))
    : createDueRecord(deps, due, timeZone, signal)

/** Outcomes that are not final for the next run. Work that waits for other work is checked again when that changes. */
const UNSETTLED: ReadonlySet<DueOutcome> = new Set(['refused', 'unavailable'])

/**
 * Updates the meters of items, creates their due records, and adds the outcomes to `work`.
 * @returns ids of the items that the next run must check again, whatever its day
 */
export async function planItems(
  deps: ServiceDeps,
  planning: PlanningContext,
  page: readonly Gear[],
  work: PlannedWork,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  signal.throwIfAborted()
  const { counts } = work
  const unsettled = new Set<string>()
  const planDue = async (due: DueOccurrence): Promise<DueOutcome | undefined> => {
    const outcome = counts.unavailable === 0 ? await createExclusively(deps, due, planning.timeZone, signal) : undefined
    if (outcome) counts[outcome] += 1
    if (!outcome || UNSETTLED.has(outcome)) unsettled.add(due.gear.id)
    return outcome
  }
  const planItem = async (dues: readonly DueOccurrence[]): Promise<void> => {
    const outcomes = new Map<DueOccurrence, DueOutcome | undefined>()
    // This loop is sequential, because one plan's record may satisfy another plan.
    for (const due of dues) outcomes.set(due, await planDue(due))
    if (![...outcomes.values()].includes('made')) return
    // A record that was created after the check of another plan may satisfy that one too.
    for (const [due, outcome] of outcomes) {
      if (outcome !== 'waits') continue
      counts.waits -= 1
      await planDue(due)
    }
  }
  const followed = await followMeters(deps, planning.use, page)
  if (followed.reported > 0) counts.reported = (counts.reported ?? 0) + followed.reported
  const dues = await findDue(deps, planning, page, followed)
  const failedItems = await forEachItem({ api: deps.api, signal, limit: MAX_CONCURRENT }, dues, planItem)
  for (const { item, error } of failedItems) {
    const id = item[0]?.gear.id ?? ''
    unsettled.add(id)
    work.failed.push({ item: id, error })
  }
  return unsettled
}
