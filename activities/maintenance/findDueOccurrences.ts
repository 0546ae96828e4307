import type { Gear } from '../../contract/api/gear.ts'
import { matchesGear } from '../../config/gearFilter.ts'
import type { MeterField } from '../../contract/api/gearFields.ts'
import type { Plan } from '../../config/maintenance.ts'
import type { Period } from '../../config/period.ts'
import { addDays, toStudioDay } from '../../platform/studioDay.ts'
import { findSurroundingOccurrences, type SurroundingOccurrences } from './occurrences.ts'

/** Fields of gear on which plans depend. */
export type PlannedGear = Pick<
  Gear,
  'id' | 'gear_type' | 'brand' | 'model' | 'asset_tag' | 'status' | 'purchase_date' | 'created_at'
>

/** A reading at which work is due, and the baseline from which it counts. */
interface DueUse {
  field: MeterField
  reading: number
  from: number
  /** YYYY-MM-DD. */
  since: string
}

export type TimedPlan = Plan & { every: Period }

export const isTimedPlan = (plan: Plan): plan is TimedPlan => plan.every !== undefined

export interface DueOccurrence {
  gear: PlannedGear
  plan: Plan
  dueOn: string
  /** True if the due date has passed. */
  isMissed: boolean
  /** Reading of work due by use. `dueOn` is then the day on which it was found. */
  use?: DueUse
}

/** True if a plan applies to an item. Retired items are not serviced. */
export const isCoveredByPlan = ({ applies_to: filter }: Plan, gear: PlannedGear): boolean =>
  gear.status !== 'retired' && matchesGear(filter, gear)

const findPurchaseDay = (gear: PlannedGear, timeZone: string): string =>
  gear.purchase_date ?? toStudioDay(Date.parse(gear.created_at), timeZone)

interface PlanOccurrences extends SurroundingOccurrences {
  ownedFrom: string
}

/**
 * Finds the dates of a plan before and after a day.
 * @param doneOn date of the item's last service, for plans that count from it
 */
export function findPlanOccurrences(
  plan: TimedPlan,
  gear: PlannedGear,
  day: string,
  timeZone: string,
  doneOn: string | undefined,
): PlanOccurrences {
  const ownedFrom = findPurchaseDay(gear, timeZone)
  const fixedAnchor = plan.from === 'purchase' || plan.from === 'last_completed' ? undefined : plan.from
  const anchor = fixedAnchor ?? (plan.from === 'last_completed' ? (doneOn ?? ownedFrom) : ownedFrom)
  return { ...findSurroundingOccurrences(anchor, plan.every, fixedAnchor === undefined ? 1 : 0, day), ownedFrom }
}

/**
 * Finds occurrences by time that need a record: the next one once its lead time has begun, and the last missed one.
 * @param doneOn date of the item's last service, for plans that count from it
 */
export function findDueOccurrences(
  plan: Plan,
  gear: PlannedGear,
  day: string,
  timeZone: string,
  doneOn: string | undefined,
): DueOccurrence[] {
  if (!isTimedPlan(plan)) return []
  const { missed, next, ownedFrom } = findPlanOccurrences(plan, gear, day, timeZone, doneOn)
  const lastDueOn = addDays(day, plan.lead_days)
  const toDue = (dueOn: string, isMissed: boolean): DueOccurrence => ({ gear, plan, dueOn, isMissed })
  // Ignore occurrences before the studio owned the item.
  return [
    ...(missed !== undefined && missed > ownedFrom ? [toDue(missed, true)] : []),
    ...(next <= lastDueOn && next > ownedFrom ? [toDue(next, false)] : []),
  ]
}
