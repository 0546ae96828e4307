// Simulates work due by use, at the usual rate from the last reading on. Today's reading is the last one itself, as in
// the daily run.
import { addDays, countDaysBetween } from '../../platform/studioDay.ts'
import { findDueReading } from '../maintenance/use/baseline.ts'
import type { StoredUse, UsePlan } from '../maintenance/use/decideUse.ts'
import type { DueOccurrence, PlannedGear } from '../maintenance/findDueOccurrences.ts'
import { findUsualRate } from '../maintenance/use/meter.ts'

/** Day after all others. */
export const NEVER = '9999-12-31'
const MAX_DAYS = 40_000

/** An item's use for one plan. */
export interface SimulatedUse {
  /** First day of the simulation. */
  today: string
  value: number
  /** Day of the last reading. */
  day: string
  /** Rise per day; undefined if unknown. */
  rate: number | undefined
  baseline: { value: number; since: string }
}

/** @returns undefined for an item without a reading */
export function openUse(
  { id, use }: UsePlan,
  { meters, baselines }: StoredUse,
  today: string,
): SimulatedUse | undefined {
  const [meter, baseline] = [meters.get(use.field), baselines.get(id)]
  if (!meter || !baseline) return undefined
  const { value, at } = meter.reading
  return {
    today,
    value,
    day: at.slice(0, 10),
    rate: findUsualRate(meter),
    baseline: { value: baseline.value, since: baseline.since.slice(0, 10) },
  }
}

const estimateReading = ({ today, value, day: lastDay, rate = 0 }: SimulatedUse, day: string): number =>
  day <= today ? value : value + rate * Math.max(0, countDaysBetween(lastDay, day))

/** Finds the work that becomes due by use on a day. */
export function findEstimatedUse(
  plan: UsePlan,
  gear: PlannedGear,
  simulated: SimulatedUse,
  day: string,
): DueOccurrence | undefined {
  const { use } = plan
  const { baseline } = simulated
  const reading = findDueReading(use, baseline, estimateReading(simulated, day))
  if (reading === undefined) return undefined
  return {
    gear,
    plan,
    dueOn: day,
    isMissed: false,
    use: { field: use.field, reading, from: baseline.value, since: baseline.since },
  }
}

/** Finds the next day after this one on which more work can be due by use. */
export function findNextUseDay({ use }: UsePlan, simulated: SimulatedUse, day: string): string {
  const { value, day: lastDay, rate = 0, baseline } = simulated
  if (rate <= 0) return NEVER
  const due = findDueReading(use, baseline, estimateReading(simulated, day)) ?? baseline.value
  const days = Math.ceil((due + use.count - use.lead - value) / rate)
  if (days > MAX_DAYS) return NEVER
  const [estimatedDay, nextDay] = [addDays(lastDay, days), addDays(day, 1)]
  return estimatedDay > nextDay ? estimatedDay : nextDay
}

/** Starts a new baseline at a completed service. */
export const completeUse = (simulated: SimulatedUse, day: string): SimulatedUse => ({
  ...simulated,
  baseline: { value: estimateReading(simulated, day), since: day },
})
