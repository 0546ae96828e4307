import { z } from 'zod'
import { configId } from '../contract/control/configId.ts'

const MAX_HOURS = 240
const AFTER_MESSAGE = 'must be a time such as 48h or 3d, at most 240h or 10d'

/** People to notify when nobody has acted on a reminder for some time. */
export const Escalation = z.strictObject({
  /** Hours. */
  after: z.string({ message: AFTER_MESSAGE }).transform((text, context) => {
    const [, count, unit] = /^(\d{1,3})(h|d)$/.exec(text) ?? []
    const hours = Number(count) * (unit === 'd' ? 24 : 1)
    if (hours >= 1 && hours <= MAX_HOURS) return hours
    context.addIssue({ code: 'custom', message: AFTER_MESSAGE })
    return z.NEVER
  }),
  /** Id of a person. */
  to: configId,
})
