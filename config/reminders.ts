import { z } from 'zod'
import { ChannelSettings } from '../messages/channels/kinds.ts'
import { configId } from '../contract/control/configId.ts'
import { rejectDuplicateIds } from '../contract/control/rejectDuplicateIds.ts'
import { say } from '../contract/sentences/say.ts'
import { toSettingMessage } from '../contract/sentences/schemaSentences.ts'
import { languages } from '../messages/languages/language.ts'
import { Escalation } from './escalation.ts'
import { People, rejectUnreachable } from './people.ts'
import { withSectionDefaults } from './section.ts'

const Settings = z
  .strictObject({
    /** HH:MM in the studio's time zone. */
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { message: toSettingMessage(say('setting_time', { example: '08:00' })) })
      .default('08:00'),
    channels: z
      .array(ChannelSettings)
      .max(200)
      .superRefine((channels, context) => rejectDuplicateIds(channels, 'channel', context))
      .default([{ id: 'log', type: 'log' }]),
    /** Language of messages to people without a language; default: English. */
    language: z.enum(languages).optional(),
    /** People who get reminders. Without people, every channel gets every reminder. */
    people: People,
    /** Person for reminders that match nobody; default: the first. */
    fallback: configId.optional(),
    escalation: Escalation.optional(),
    /** False: only the command line can decide about plans. */
    decide_by_link: z.boolean().default(true),
    /** True to remind everybody who gets this kind of the next day's shoots. */
    shoots: z.boolean().default(false),
  })
  .superRefine(rejectUnreachable)

/** `reminders`: times, channels and people of notifications. */
export const Reminders = withSectionDefaults(Settings)
export type Reminders = z.output<typeof Reminders>
