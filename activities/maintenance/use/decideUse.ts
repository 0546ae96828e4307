import { meterFields, type MeterField } from '../../../contract/api/gearFields.ts'
import type { Gear } from '../../../contract/api/gear.ts'
import type { Plan } from '../../../config/maintenance.ts'
import type { Use } from '../../../config/use.ts'
import { updateBaseline, type Baseline } from './baseline.ts'
import { observeReading, type Meter, type MeterChange, type Reading } from './meter.ts'

export type UsePlan = Plan & { use: Use }

export const isUsePlan = (plan: Plan): plan is UsePlan => plan.use !== undefined

/** Stored state of an item: its meters, and the baselines of plans by their ids. */
export interface StoredUse {
  meters: ReadonlyMap<MeterField, Meter>
  baselines: ReadonlyMap<string, Baseline>
}

export const EMPTY_USE: StoredUse = { meters: new Map(), baselines: new Map() }

/** Present state of an item. */
export interface SeenUse {
  plans: readonly UsePlan[]
  readings: ReadonlyMap<MeterField, Reading>
  /** Finds the last completed service of a type, ISO 8601 UTC. */
  findCompletion: (serviceType: string) => string | undefined
}

export interface UseChange {
  field: MeterField
  change: MeterChange
  from: number
  to: number
}

export interface UseDecision extends StoredUse {
  changes: readonly UseChange[]
}

/**
 * Reads the meters of an item; an empty field has none.
 * @param at ISO 8601 UTC; the item has had them since then, or longer
 */
export function readMeters(gear: Gear, at = gear.updated_at): Map<MeterField, Reading> {
  const fields: Readonly<Record<string, unknown>> = gear
  const readings = new Map<MeterField, Reading>()
  for (const field of meterFields) {
    const value = fields[field]
    if (typeof value === 'number') readings.set(field, { value, at })
  }
  return readings
}

/** Computes the results of an item's present readings. A field without a reading changes nothing. */
export function decideUse(stored: StoredUse, { plans, readings, findCompletion }: SeenUse): UseDecision {
  const meters = new Map(stored.meters)
  const baselines = new Map(stored.baselines)
  const changes: UseChange[] = []
  for (const field of new Set(plans.map(({ use }) => use.field))) {
    const reading = readings.get(field)
    if (!reading) continue
    const before = stored.meters.get(field)
    const { meter: after, change } = observeReading(before, reading)
    meters.set(field, after)
    changes.push({ field, change, from: before?.reading.value ?? reading.value, to: reading.value })
    for (const { id, use, service_type: type } of plans)
      if (use.field === field)
        baselines.set(
          id,
          updateBaseline(stored.baselines.get(id), { before, after, change, reading }, findCompletion(type)),
        )
  }
  return { meters, baselines, changes }
}
