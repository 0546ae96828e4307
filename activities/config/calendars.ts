import { z } from 'zod'
import { configId, refuseTwins } from './names.ts'

const Calendar = z.strictObject({ id: configId })

/** `calendars`: feeds of the shoots that calendar programs subscribe to. */
export const Calendars = z
  .array(Calendar)
  .max(100)
  .nullish()
  .transform((calendars) => calendars ?? [])
  .superRefine((calendars, context) => refuseTwins(calendars, 'calendar', context))
export type Calendars = z.output<typeof Calendars>
