import { z } from 'zod'
import { meterFields, typesWithField, type MeterField } from '../contract/api/gearFields.ts'
import { say, type Said } from '../contract/sentences/say.ts'
import { createSettingIssue } from '../contract/sentences/schemaSentences.ts'
import type { GearFilter } from './gearFilter.ts'
import { parsePeriod, type Period } from './period.ts'

/** A service after some use of an item, in the unit of a meter. */
export interface Use {
  field: MeterField
  /** Use between two services. */
  count: number
  /** Remaining use at which the work becomes due. */
  lead: number
}

const MAX_COUNTS: Readonly<Record<MeterField, number>> = { shutter_count: 1_000_000_000, flight_hours: 1_000_000 }

const isMeter = (name: string): name is MeterField => (meterFields as readonly string[]).includes(name)

const isAmount = (field: MeterField, value: unknown, min: number): value is number =>
  typeof value === 'number' &&
  value >= min &&
  value <= MAX_COUNTS[field] &&
  (field !== 'shutter_count' || Number.isInteger(value))

/** Names the unit of a meter, for people. */
export const describeUnit = (field: MeterField): string =>
  field === 'shutter_count' ? 'shutter releases' : 'flight hours'

type Every = { period: Period } | { meter: Pick<Use, 'field' | 'count'> }

function parseEvery(value: unknown): Every | { fault: Said } {
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const [[name, count] = ['', undefined]] = entries
  if (entries.length !== 1 || !isMeter(name)) return parsePeriod(value)
  if (isAmount(name, count, Number.MIN_VALUE)) return { meter: { field: name, count } }
  return { fault: say('setting_use', { meter: name, max: MAX_COUNTS[name] }) }
}

/** Accepts a period or some use: `6 months` or `{ shutter_count: 100000 }`. */
export const EverySchema = z.unknown().transform((value, context): Every => {
  const result = parseEvery(value)
  if (!('fault' in result)) return result
  context.addIssue(createSettingIssue(result.fault))
  return z.NEVER
})

interface TimingSettings {
  applies_to: GearFilter
  every: Every
  or?: Period | undefined
  lead?: number | undefined
  from?: string | undefined
  lead_days?: number | undefined
}

type AddFault = (name: string, fault: Said) => void

function checkUse({ field, count }: Pick<Use, 'field' | 'count'>, plan: TimingSettings, addFault: AddFault): void {
  const types = typesWithField(field)
  const { type } = plan.applies_to
  if (type !== undefined && !types.includes(type))
    addFault('every', say('setting_meter_of_types', { type, meter: field, types: types.join(', ') }))
  if (plan.lead !== undefined && !(isAmount(field, plan.lead, 0) && plan.lead < count))
    addFault('lead', say('setting_use_lead', { meter: field, limit: count }))
  if (plan.from !== undefined && plan.from !== 'last_completed') addFault('from', say('setting_use_start'))
  if (plan.lead_days !== undefined && plan.or === undefined) addFault('lead_days', say('setting_use_lead_days'))
}

/** Rejects time settings in a plan by use, and use settings in a plan by time. */
export function rejectMixedTiming(plan: TimingSettings, context: z.RefinementCtx): void {
  const addFault: AddFault = (name, fault) => context.addIssue(createSettingIssue(fault, [name]))
  if ('meter' in plan.every) return checkUse(plan.every.meter, plan, addFault)
  if (plan.or !== undefined) addFault('or', say('setting_only_by_use'))
  if (plan.lead !== undefined) addFault('lead', say('setting_lead_by_use'))
}

export const describeUse = ({ field, count }: Pick<Use, 'field' | 'count'>): string =>
  `every ${count} ${describeUnit(field)}`
