import { z } from 'zod'
import { configId } from '../contract/control/configId.ts'
import { say } from '../contract/sentences/say.ts'
import { createSettingIssue, toSettingMessage } from '../contract/sentences/schemaSentences.ts'

const MAX_HOURS = 240
const NEEDS_DURATION = say('setting_escalation_after')

/** People to notify when nobody has acted on a reminder for some time. */
export const Escalation = z.strictObject({
  /** Hours. */
  after: z.string({ message: toSettingMessage(NEEDS_DURATION) }).transform((text, context) => {
    const [, count, unit] = /^(\d{1,3})(h|d)$/.exec(text) ?? []
    const hours = Number(count) * (unit === 'd' ? 24 : 1)
    if (hours >= 1 && hours <= MAX_HOURS) return hours
    context.addIssue(createSettingIssue(NEEDS_DURATION))
    return z.NEVER
  }),
  /** Id of a person. */
  to: configId,
})
