import { z } from 'zod'
import { ChannelSettings } from '../channels/kinds.ts'
import { rejectDuplicateIds } from '../contract/configId.ts'
import { withSectionDefaults } from './section.ts'

/** `reminders`: when and through which channels people are notified. */
export const Reminders = withSectionDefaults(
  z.strictObject({
    /** HH:MM in the studio's time zone. */
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { message: 'must be a time such as "08:00", in quotes' })
      .default('08:00'),
    channels: z
      .array(ChannelSettings)
      .max(20)
      .superRefine((channels, context) => rejectDuplicateIds(channels, 'channel', context))
      .default([{ id: 'log', type: 'log' }]),
  }),
)
export type Reminders = z.output<typeof Reminders>
