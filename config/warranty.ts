import { z } from 'zod'
import { documentTypes } from '../contract/api/documents.ts'
import { say } from '../contract/sentences/say.ts'
import { createSettingIssue, toSettingMessage } from '../contract/sentences/schemaSentences.ts'
import { withSectionDefaults } from './section.ts'

const MAX_WINDOW_DAYS = 3660
const MAX_STEPS = 50
const DEFAULT_STEPS = [90, 30, 7, 1, 0]

const days = z.int({ error: toSettingMessage(say('setting_whole_days')) })

const rejectRepeats = (values: readonly unknown[], context: z.RefinementCtx): void =>
  values.forEach((value, index) => {
    if (values.indexOf(value) < index)
      context.addIssue(createSettingIssue(say('setting_entry_twice', { entry: String(value) }), [index]))
  })

export const CoverageSteps = z
  .array(days.min(0, { message: toSettingMessage(say('setting_step_past')) }))
  .min(1, { message: toSettingMessage(say('setting_no_steps')) })
  .max(MAX_STEPS, { message: toSettingMessage(say('setting_too_many_steps', { max: MAX_STEPS })) })
  .superRefine(rejectRepeats)

const Settings = z
  .strictObject({
    window_days: days
      .min(0, { message: toSettingMessage(say('setting_at_least', { min: 0 })) })
      .max(MAX_WINDOW_DAYS, { message: toSettingMessage(say('setting_at_most', { max: MAX_WINDOW_DAYS })) })
      .default(90),
    /** Days before the end on which people are notified; 0 is the last day. */
    steps: CoverageSteps.optional(),
    /** Types of documents whose end date is watched. */
    types: z
      .array(z.enum(documentTypes))
      .min(1, { message: toSettingMessage(say('setting_no_types', { types: documentTypes.join(', ') })) })
      .superRefine(rejectRepeats)
      .default(['warranty', 'insurance']),
  })
  .superRefine(({ window_days: window, steps = [] }, context) =>
    steps.forEach((step, index) => {
      if (step > window)
        context.addIssue(
          createSettingIssue(say('setting_step_outside', { step, window, setting: 'window_days' }), ['steps', index]),
        )
    }),
  )

export const Warranty = withSectionDefaults(Settings).transform(({ steps, ...settings }) => ({
  ...settings,
  steps: steps ?? DEFAULT_STEPS.filter((step) => step <= settings.window_days),
}))
export type Warranty = z.output<typeof Warranty>
