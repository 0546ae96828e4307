import { z } from 'zod'
import { shootStatuses } from '../contract/shoots.ts'
import { cssColors } from './cssColors.ts'
import { optionalParts } from './event.ts'
import { GoogleCalendarSettings, rejectSharedGoogleCalendars } from './google/settings.ts'
import { configId, rejectDuplicateIds } from '../contract/configId.ts'

const MAX_MINUTES = 10_080
/** A cancelled shoot stays visible as cancelled, whatever statuses are shown. */
const shownStatuses = shootStatuses.filter((status) => status !== 'cancelled')

/** Parses a duration such as 90m, 2h or 1h30m to minutes. */
const minutes = z
  .string()
  .regex(/^(?=\d)(?:(\d{1,3})h)?(?:(\d{1,5})m)?$/, { message: 'must be a length of time such as 90m, 2h or 1h30m' })
  .transform((text) => Number(/(\d+)h/.exec(text)?.[1] ?? 0) * 60 + Number(/(\d+)m/.exec(text)?.[1] ?? 0))
  .refine((value) => value >= 1 && value <= MAX_MINUTES, { message: 'must be from 1m to 168h' })

const hasNoDuplicates = (values: readonly string[]): boolean => new Set(values).size === values.length

const MAX_NAMES = 100
const names = z.array(z.string().trim().min(1).max(200)).min(1).max(MAX_NAMES).refine(hasNoDuplicates, { message: 'names the same twice' })

export const Calendar = z.strictObject({
  id: configId,
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((name) => !/\p{Cc}/u.test(name), { message: 'must be one line' })
    .optional(),
  color: z
    .string()
    .refine((name) => cssColors.has(name), { message: 'must be the name of a CSS colour in lower case, such as turquoise' })
    .optional(),
  statuses: z.array(z.enum(shownStatuses)).min(1).refine(hasNoDuplicates, { message: 'names a status twice' }).default(shownStatuses),
  /** Clients and places whose shoots are shown; all without it. */
  clients: names.optional(),
  places: names.optional(),
  /** True shows title and time without the place. */
  hide_place: z.boolean().optional(),
  /** Fields shown beside title, time and location. */
  include: z.array(z.enum(optionalParts)).refine(hasNoDuplicates, { message: 'names the same twice' }).default([]),
  /** Duration of a shoot that has a start time but no duration. */
  default_duration: minutes.default(120),
  google: GoogleCalendarSettings.optional(),
})
export type Calendar = z.output<typeof Calendar>

export const Calendars = z
  .array(Calendar)
  .max(100)
  .nullish()
  .transform((calendars) => calendars ?? [])
  .superRefine((calendars, context) => {
    rejectDuplicateIds(calendars, 'calendar', context)
    rejectSharedGoogleCalendars(calendars, context)
  })
export type Calendars = z.output<typeof Calendars>
