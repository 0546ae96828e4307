import type { Plan } from '../../../config/maintenance.ts'
import { addDays } from '../../../platform/studioDay.ts'
import {
  findPlanOccurrences,
  isCoveredByPlan,
  isTimedPlan,
  type PlannedGear,
  type TimedPlan,
} from '../findDueOccurrences.ts'
import type { FindLastServiceDay } from '../lastServiceDays.ts'

const laterDay = (one: string, other: string): string => (one > other ? one : other)

/**
 * Finds the first day after `day` on which more work of a plan may become due, if the item and its services do not
 * change.
 * @param doneOn date of the item's last service, for plans that count from it
 */
export function findNextDueDay(
  plan: TimedPlan,
  gear: PlannedGear,
  day: string,
  timeZone: string,
  doneOn: string | undefined,
): string {
  const { next } = findPlanOccurrences(plan, gear, day, timeZone, doneOn)
  const leadStart = addDays(next, -plan.lead_days)
  if (leadStart > day) return leadStart
  // That date is already due. The date after it becomes the next one on this day.
  const dayAfter = addDays(next, 1)
  const following = findPlanOccurrences(plan, gear, dayAfter, timeZone, doneOn)
  return laterDay(dayAfter, addDays(following.next, -plan.lead_days))
}

export interface CheckContext {
  plans: readonly Plan[]
  /** Today, `YYYY-MM-DD`. */
  day: string
  timeZone: string
}

/**
 * Finds the day on which the plans must check an item again, unless it or its services change before.
 * @returns undefined without such a day: use changes only with the item
 */
export function findNextCheck(
  gear: PlannedGear,
  { plans, day, timeZone }: CheckContext,
  lastDone: FindLastServiceDay,
): string | undefined {
  const days = plans
    .filter(isTimedPlan)
    .filter((plan) => isCoveredByPlan(plan, gear))
    .map((plan) => findNextDueDay(plan, gear, day, timeZone, lastDone(gear.id, plan.service_type)))
  return days.toSorted((a, b) => (a < b ? -1 : Number(a > b)))[0]
}
