import { z } from 'zod'
import { isRealDay, requiredText } from '../contract/text.ts'
import { configId, rejectDuplicateIds } from '../contract/configId.ts'
import { createGearFilterSchema } from './gearFilter.ts'
import { parsePeriod } from './period.ts'
import { withSectionDefaults } from './section.ts'

const TARGET_MESSAGE = 'must name what the plan is for: type, brand, model or asset_tags'
const FROM_MESSAGE = 'must be purchase, last_completed or a day written YYYY-MM-DD'

const AppliesTo = createGearFilterSchema(['type', 'brand', 'model', 'asset_tags'], TARGET_MESSAGE)

function daysFrom(min: number) {
  const message = `must be a number of days, ${min} to 365`
  return z.int({ message }).min(min, { message }).max(365, { message })
}

const EveryPeriod = z.unknown().transform((value, context) => {
  const result = parsePeriod(value)
  if ('period' in result) return result.period
  context.addIssue({ code: 'custom', message: result.fault })
  return z.NEVER
})

const StartDay = z
  .string({ message: FROM_MESSAGE })
  .refine((text) => text === 'purchase' || text === 'last_completed' || isRealDay(text), { message: FROM_MESSAGE })
  .default('last_completed')

export const Plan = z.strictObject({
  id: configId,
  applies_to: AppliesTo,
  service_type: requiredText(200),
  title: requiredText(200).optional(),
  every: EveryPeriod,
  from: StartDay,
  /** Days between a record's creation and its due date. */
  lead_days: daysFrom(0).default(30),
  provider: requiredText(200).optional(),
})
export type Plan = z.output<typeof Plan>

const positiveDays = daysFrom(1)

export const ReminderStepsSchema = z.strictObject({
  before: z.array(positiveDays).max(20).default([14, 7, 1]),
  on: z.boolean().default(true),
  after: z.array(positiveDays).max(20).default([1, 7]),
  /** Days between repeats after the last step; `false`: no repeats. */
  every_after: z.union([positiveDays, z.literal(false)], { message: 'must be a number of days, 1 to 365, or false' }).default(7),
})
export type ReminderSteps = z.output<typeof ReminderStepsSchema>

/** `maintenance`: the plans of regular services, and the steps of their reminders. */
export const Maintenance = withSectionDefaults(
  z.strictObject({
    reminders: ReminderStepsSchema.prefault({}),
    plans: z
      .array(Plan)
      .max(200)
      .superRefine((plans, context) => rejectDuplicateIds(plans, 'plan', context))
      .default([]),
  }),
)
export type Maintenance = z.output<typeof Maintenance>
