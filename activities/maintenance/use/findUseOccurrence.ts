import type { DueOccurrence, PlannedGear } from '../findDueOccurrences.ts'
import { findDueReading } from './baseline.ts'
import type { StoredUse, UsePlan } from './decideUse.ts'

/** Finds the work that a plan by use requires. It is due on the day when it is found; undefined before. */
export function findUseOccurrence(
  plan: UsePlan,
  gear: PlannedGear,
  day: string,
  { meters, baselines }: StoredUse,
): DueOccurrence | undefined {
  const { use } = plan
  const [meter, baseline] = [meters.get(use.field), baselines.get(plan.id)]
  if (!meter || !baseline) return undefined
  const reading = findDueReading(use, baseline, meter.reading.value)
  if (reading === undefined) return undefined
  return {
    gear,
    plan,
    dueOn: day,
    isMissed: false,
    use: { field: use.field, reading, from: baseline.value, since: baseline.since.slice(0, 10) },
  }
}
