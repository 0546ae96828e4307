import { z } from 'zod'
import { documentTypes } from '../contract/api/documents.ts'
import { withSectionDefaults } from './section.ts'

const MAX_WINDOW_DAYS = 3660
const DEFAULT_STEPS = [90, 30, 7, 1, 0]

const days = z.int({ error: 'must be a whole number of days' })

const rejectRepeats = (values: readonly unknown[], context: z.RefinementCtx): void =>
  values.forEach((value, index) => {
    if (values.indexOf(value) < index)
      context.addIssue({ code: 'custom', path: [index], message: `${String(value)} is there twice` })
  })

export const CoverageSteps = z
  .array(days.min(0, { message: 'must be 0 or more: an end that has passed is reported once anyway' }))
  .min(1, { message: 'must have at least one number of days' })
  .max(50, { message: 'must have at most 50 numbers of days' })
  .superRefine(rejectRepeats)

const Settings = z
  .strictObject({
    window_days: days
      .min(0, { message: 'must be 0 or more' })
      .max(MAX_WINDOW_DAYS, { message: `must be at most ${MAX_WINDOW_DAYS}` })
      .default(90),
    /** Days before the end on which people are notified; 0 is the last day. */
    steps: CoverageSteps.optional(),
    /** Types of documents whose end date is watched. */
    types: z
      .array(z.enum(documentTypes))
      .min(1, { message: `must have at least one of ${documentTypes.join(', ')}` })
      .superRefine(rejectRepeats)
      .default(['warranty', 'insurance']),
  })
  .superRefine(({ window_days: window, steps = [] }, context) =>
    steps.forEach((step, index) => {
      if (step > window)
        context.addIssue({
          code: 'custom',
          path: ['steps', index],
          message: `${step} lies outside the window of ${window} days (window_days)`,
        })
    }),
  )

export const Warranty = withSectionDefaults(Settings).transform(({ steps, ...settings }) => ({
  ...settings,
  steps: steps ?? DEFAULT_STEPS.filter((step) => step <= settings.window_days),
}))
export type Warranty = z.output<typeof Warranty>
