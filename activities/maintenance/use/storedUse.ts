import type { MeterField } from '../../../contract/api/gearFields.ts'
import type { MeterBaselineTable, MeterTable } from '../../../state/tables/maintenanceTables.ts'
import type { MeterRows } from '../../../state/maintenance/meters.ts'
import type { Baseline } from './baseline.ts'
import type { Meter } from './meter.ts'
import { EMPTY_USE, type StoredUse, type UsePlan } from './decideUse.ts'

const toMeter = ({ reading, read_at, recent, pending, pending_at }: MeterTable): Meter => ({
  reading: { value: reading, at: read_at },
  recent: JSON.parse(recent) as Meter['recent'],
  pending: pending === null ? undefined : { value: pending, at: pending_at ?? '' },
})

export const toMeterRow = (gearId: string, field: MeterField, { reading, recent, pending }: Meter): MeterTable => ({
  gear_id: gearId,
  field,
  reading: reading.value,
  read_at: reading.at,
  recent: JSON.stringify(recent),
  pending: pending?.value ?? null,
  pending_at: pending?.at ?? null,
})

const toBaseline = ({ reading, since, completed_at }: MeterBaselineTable): Baseline => ({
  value: reading,
  since,
  completedAt: completed_at ?? undefined,
})

export const toBaselineRow = (
  gearId: string,
  { id, use }: UsePlan,
  { value, since, completedAt }: Baseline,
): MeterBaselineTable => ({
  gear_id: gearId,
  plan: id,
  field: use.field,
  reading: value,
  since,
  completed_at: completedAt ?? null,
})

/** Converts rows by item. It omits baselines of a meter that is not the plan's present one. */
export function toStoredUse(
  { meters, baselines }: MeterRows,
  plans: readonly UsePlan[],
): (gearId: string) => StoredUse {
  const fields = new Map(plans.map(({ id, use }) => [id, use.field]))
  const metersById = Map.groupBy(meters, ({ gear_id: id }) => id)
  const baselinesById = Map.groupBy(
    baselines.filter(({ plan, field }) => fields.get(plan) === field),
    ({ gear_id: id }) => id,
  )
  return (gearId) => {
    const [ownMeters, ownBaselines] = [metersById.get(gearId), baselinesById.get(gearId)]
    if (!ownMeters && !ownBaselines) return EMPTY_USE
    return {
      meters: new Map((ownMeters ?? []).map((row) => [row.field, toMeter(row)])),
      baselines: new Map((ownBaselines ?? []).map((row) => [row.plan, toBaseline(row)])),
    }
  }
}
