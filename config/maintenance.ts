import { z } from 'zod'
import { isRealDay, requiredText } from '../contract/text.ts'
import { configId } from '../contract/control/configId.ts'
import { rejectDuplicateIds } from '../contract/control/rejectDuplicateIds.ts'
import { say } from '../contract/sentences/say.ts'
import { createSettingIssue, toSettingMessage } from '../contract/sentences/schemaSentences.ts'
import { createGearFilterSchema } from './gearFilter.ts'
import { describePeriod, parsePeriod, type Period } from './period.ts'
import { withSectionDefaults } from './section.ts'
import { describeUse, EverySchema, rejectMixedTiming, type Use } from './use.ts'

const TARGET_MESSAGE = toSettingMessage(say('setting_filter_of_plan'))
const FROM_MESSAGE = toSettingMessage(say('setting_plan_start'))

const AppliesTo = createGearFilterSchema(['type', 'brand', 'model', 'asset_tags'], TARGET_MESSAGE)

const MAX_DAYS = 365

function daysFrom(min: number) {
  const message = toSettingMessage(say('setting_days', { min, max: MAX_DAYS }))
  return z.int({ message }).min(min, { message }).max(MAX_DAYS, { message })
}

const PeriodSchema = z.unknown().transform((value, context) => {
  const result = parsePeriod(value)
  if ('period' in result) return result.period
  context.addIssue(createSettingIssue(result.fault))
  return z.NEVER
})

const StartDay = z
  .string({ message: FROM_MESSAGE })
  .refine((text) => text === 'purchase' || text === 'last_completed' || isRealDay(text), { message: FROM_MESSAGE })

/** Settings of a plan as written. */
export const PlanSettings = z.strictObject({
  id: configId,
  applies_to: AppliesTo,
  service_type: requiredText(200),
  title: requiredText(200).optional(),
  every: EverySchema,
  /** Longest time between two services, for a plan by use. */
  or: PeriodSchema.optional(),
  from: StartDay.optional(),
  /** Days between a record's creation and its due date; default 30. */
  lead_days: daysFrom(0).optional(),
  lead: z.number({ message: toSettingMessage(say('setting_number')) }).optional(),
  provider: requiredText(200).optional(),
})

const DEFAULT_LEAD_DAYS = 30

interface Timing {
  /** Undefined for a plan by use alone. */
  every: Period | undefined
  use: Use | undefined
}

const toTiming = ({ every, or, lead = 0 }: Pick<z.output<typeof PlanSettings>, 'every' | 'or' | 'lead'>): Timing =>
  'meter' in every ? { every: or, use: { ...every.meter, lead } } : { every: every.period, use: undefined }

const PlanSchema = PlanSettings.superRefine(rejectMixedTiming).transform(
  ({ every, or, lead, from = 'last_completed', lead_days = DEFAULT_LEAD_DAYS, ...plan }) => ({
    ...plan,
    ...toTiming({ every, or, lead }),
    from,
    lead_days,
  }),
)
export type Plan = z.output<typeof PlanSchema>

/** Describes a timing, such as `every 100000 shutter releases, or every 12 months`. */
export const describeTiming = ({ every, use }: Timing): string =>
  [...(use ? [describeUse(use)] : []), ...(every ? [describePeriod(every)] : [])].join(', or ')

const positiveDays = daysFrom(1)

export const ReminderStepsSchema = z.strictObject({
  before: z.array(positiveDays).max(20).default([14, 7, 1]),
  on: z.boolean().default(true),
  after: z.array(positiveDays).max(20).default([1, 7]),
  /** Days between repeats after the last step; `false`: no repeats. */
  every_after: z
    .union([positiveDays, z.literal(false)], {
      message: toSettingMessage(say('setting_days_or_false', { min: 1, max: MAX_DAYS })),
    })
    .default(7),
})
export type ReminderSteps = z.output<typeof ReminderStepsSchema>

/** `maintenance`: plans of regular services, and steps of their reminders. */
export const Maintenance = withSectionDefaults(
  z.strictObject({
    reminders: ReminderStepsSchema.prefault({}),
    /** True to report maintenance that is created or priced while the item has coverage. */
    covered_repairs: z.boolean().default(true),
    plans: z
      .array(PlanSchema)
      .max(200)
      .superRefine((plans, context) => rejectDuplicateIds(plans, 'plan', context))
      .default([]),
  }),
)
export type Maintenance = z.output<typeof Maintenance>
