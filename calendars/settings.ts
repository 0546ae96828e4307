import { z } from 'zod'
import { calendarKinds } from '../contract/control/calendars.ts'
import { configId } from '../contract/control/configId.ts'
import { rejectDuplicateIds } from '../contract/control/rejectDuplicateIds.ts'
import { say, sayAll } from '../contract/sentences/say.ts'
import { createSettingIssue, toSettingMessage } from '../contract/sentences/schemaSentences.ts'
import type { DocumentType } from '../contract/api/documents.ts'
import { cssColors } from './cssColors.ts'
import { GoogleCalendarSettings, rejectSharedGoogleCalendars } from './google/settings.ts'
import { kinds } from './kinds/all.ts'
import type { KindSetting, OptionalPart } from './kinds/kind.ts'

const MAX_MINUTES = 10_080
const DEFAULT_MINUTES = 120

/** Parses a duration such as 90m, 2h or 1h30m to minutes. */
const minutes = z
  .string()
  .regex(/^(?=\d)(?:(\d{1,3})h)?(?:(\d{1,5})m)?$/, { message: toSettingMessage(say('setting_duration')) })
  .transform((text) => Number(/(\d+)h/.exec(text)?.[1] ?? 0) * 60 + Number(/(\d+)m/.exec(text)?.[1] ?? 0))
  .refine((value) => value >= 1 && value <= MAX_MINUTES, { message: toSettingMessage(say('setting_duration_range')) })

const hasNoDuplicates = (values: readonly string[]): boolean => new Set(values).size === values.length

const NAMES_TWICE = toSettingMessage(say('setting_names_twice'))
const MAX_NAMES = 100
const names = z
  .array(z.string().trim().min(1).max(200))
  .min(1)
  .max(MAX_NAMES)
  .refine(hasNoDuplicates, { message: NAMES_TWICE })

export const CalendarFields = z.strictObject({
  id: configId,
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((name) => !/\p{Cc}/u.test(name), { message: toSettingMessage(say('setting_one_line')) })
    .optional(),
  color: z
    .string()
    .refine((name) => cssColors.has(name), {
      message: toSettingMessage(say('setting_color')),
    })
    .optional(),
  /** Kind of records that the calendar shows. */
  shows: z.enum(calendarKinds).default('shoots'),
  statuses: z
    .array(z.string())
    .min(1)
    .refine(hasNoDuplicates, { message: toSettingMessage(say('setting_statuses_twice')) })
    .optional(),
  /** Clients and places whose shoots are shown; default: all. */
  clients: names.optional(),
  places: names.optional(),
  /** True shows title and time without the place. */
  hide_place: z.boolean().optional(),
  /** Additional fields beside title, time and location. */
  include: z.array(z.string()).refine(hasNoDuplicates, { message: NAMES_TWICE }).default([]),
  /** Duration of a shoot that has only a start time. */
  default_duration: minutes.optional(),
  google: GoogleCalendarSettings.optional(),
})
type CalendarFields = z.output<typeof CalendarFields>

function rejectOthers(
  values: readonly string[],
  allowed: readonly string[],
  path: string,
  context: z.RefinementCtx,
): void {
  for (const [index, value] of values.entries())
    if (!allowed.includes(value))
      context.addIssue(createSettingIssue(say('setting_one_of', { allowed: allowed.join(', ') }), [path, index]))
}

/** Adds an issue for each setting that does not apply to the calendar's kind. */
function rejectSettingsOfOtherKinds(calendar: CalendarFields, context: z.RefinementCtx): void {
  const { shows, statuses = [], include } = calendar
  const { refused, statuses: allowedStatuses, include: allowedParts } = kinds[shows]
  for (const [setting, why] of Object.entries(refused))
    if (calendar[setting as KindSetting] !== undefined)
      context.addIssue(createSettingIssue(sayAll(say('setting_other_calendar', { shows }), say(why)), [setting]))
  if (refused.statuses === undefined) rejectOthers(statuses, allowedStatuses, 'statuses', context)
  rejectOthers(include, allowedParts, 'include', context)
}

export const Calendar = CalendarFields.superRefine(rejectSettingsOfOtherKinds).transform((calendar) => ({
  ...calendar,
  statuses: calendar.statuses ?? kinds[calendar.shows].statuses,
  include: calendar.include as readonly OptionalPart[],
  default_duration: calendar.default_duration ?? DEFAULT_MINUTES,
}))

/** A calendar of kitroom.yaml. */
export type Calendar = z.output<typeof Calendar> & {
  /** Watched types for a calendar of warranties; `warranty:` of kitroom.yaml has them. */
  types?: readonly DocumentType[]
}

const MAX_CALENDARS = 100

export const Calendars = z
  .array(Calendar)
  .max(MAX_CALENDARS, { message: toSettingMessage(say('setting_too_many_calendars', { max: MAX_CALENDARS })) })
  .nullish()
  .transform((calendars): Calendar[] => calendars ?? [])
  .superRefine((calendars, context) => {
    rejectDuplicateIds(calendars, 'calendar', context)
    rejectSharedGoogleCalendars(calendars, context)
  })
export type Calendars = z.output<typeof Calendars>
