import { z } from 'zod'
import { ChannelSettings } from '../messages/channels/kinds.ts'
import { configId, rejectDuplicateIds } from '../contract/control/configId.ts'
import { languages } from '../messages/languages/language.ts'
import { Escalation } from './escalation.ts'
import { People, rejectUnreachable } from './people.ts'
import { withSectionDefaults } from './section.ts'

const Settings = z
  .strictObject({
    /** HH:MM in the studio's time zone. */
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { message: 'must be a time such as "08:00", in quotes' })
      .default('08:00'),
    channels: z
      .array(ChannelSettings)
      .max(200)
      .superRefine((channels, context) => rejectDuplicateIds(channels, 'channel', context))
      .default([{ id: 'log', type: 'log' }]),
    /** Of messages to those who have none of their own; default: English. */
    language: z.enum(languages).optional(),
    /** Without people, every channel gets every reminder. */
    people: People,
    /** The person for reminders that match nobody; default: the first. */
    fallback: configId.optional(),
    escalation: Escalation.optional(),
    /** False: plans are decided by the command line only. */
    decide_by_link: z.boolean().default(true),
    /** Reminds everybody who takes this kind of the next day's shoots. */
    shoots: z.boolean().default(false),
  })
  .superRefine(rejectUnreachable)

/** `reminders`: when, through which channels and which people are notified. */
export const Reminders = withSectionDefaults(Settings)
export type Reminders = z.output<typeof Reminders>
