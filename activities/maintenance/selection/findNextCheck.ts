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
 * The first day after `day` on which work of a plan may be due that was not due before, if the item and its services stay as they are.
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
  // That date is due already. The one after it has its turn once it is the next one.
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
 * The day on which the plans must check an item again, unless it or its services change before.
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
