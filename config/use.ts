import { z } from 'zod'
import { meterFields, typesWithField, type MeterField } from '../contract/api/gearFields.ts'
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

const describeAmount = (field: MeterField): string =>
  `${field === 'shutter_count' ? 'a whole number' : 'a number'} of ${describeUnit(field)}`

/** Names the unit of a meter, for people. */
export const describeUnit = (field: MeterField): string =>
  field === 'shutter_count' ? 'shutter releases' : 'flight hours'

type Every = { period: Period } | { meter: Pick<Use, 'field' | 'count'> }

function parseEvery(value: unknown): Every | { fault: string } {
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const [[name, count] = ['', undefined]] = entries
  if (entries.length !== 1 || !isMeter(name)) return parsePeriod(value)
  if (isAmount(name, count, Number.MIN_VALUE)) return { meter: { field: name, count } }
  return { fault: `must be ${describeAmount(name)} above 0, at most ${MAX_COUNTS[name]}` }
}

/** Accepts a period or some use: `6 months` or `{ shutter_count: 100000 }`. */
export const EverySchema = z.unknown().transform((value, context): Every => {
  const result = parseEvery(value)
  if (!('fault' in result)) return result
  context.addIssue({ code: 'custom', message: result.fault })
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

type AddFault = (name: string, message: string) => void

function checkUse({ field, count }: Pick<Use, 'field' | 'count'>, plan: TimingSettings, addFault: AddFault): void {
  const types = typesWithField(field)
  const { type } = plan.applies_to
  if (type !== undefined && !types.includes(type))
    addFault('every', `${type} has no ${field}: only ${types.join(', ')} has one`)
  if (plan.lead !== undefined && !(isAmount(field, plan.lead, 0) && plan.lead < count))
    addFault('lead', `must be ${describeAmount(field)}, from 0 to less than ${count}`)
  if (plan.from !== undefined && plan.from !== 'last_completed')
    addFault('from', 'must be last_completed for a plan by use: use counts from the last service')
  if (plan.lead_days !== undefined && plan.or === undefined)
    addFault('lead_days', 'needs a period: `or: 12 months`. A plan by use has `lead`')
}

/** Rejects time settings in a plan by use, and use settings in a plan by time. */
export function rejectMixedTiming(plan: TimingSettings, context: z.RefinementCtx): void {
  const addFault: AddFault = (name, message) => context.addIssue({ code: 'custom', path: [name], message })
  if ('meter' in plan.every) return checkUse(plan.every.meter, plan, addFault)
  const onlyByUse = 'is for plans by use, such as `every: { shutter_count: 100000 }`'
  if (plan.or !== undefined) addFault('or', onlyByUse)
  if (plan.lead !== undefined) addFault('lead', `${onlyByUse}. A plan by time has \`lead_days\``)
}

export const describeUse = ({ field, count }: Pick<Use, 'field' | 'count'>): string =>
  `every ${count} ${describeUnit(field)}`
