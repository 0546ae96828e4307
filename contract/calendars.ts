import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { timestamp } from './text.ts'

// Calendars of shoots, as the worker's control plane shows them and hands them out.

/** A calendar of kitroom.yaml. */
export const CalendarInfo = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Statuses of shoots that it shows. */
  statuses: z.array(z.string()),
  /** What it tells beside title, time and place. */
  include: z.array(z.string()),
  /** When the address of its feed was made; null: it has none. */
  address_since: timestamp.nullable(),
  /** When the feed was last asked for by somebody who has the address. */
  last_fetched_at: timestamp.nullable(),
})
export type CalendarInfo = z.output<typeof CalendarInfo>

export const listCalendars = defineOperation({
  id: 'listCalendars',
  method: 'GET',
  path: '/calendars',
  objectType: 'calendars',
  summary: 'Calendars of kitroom.yaml and when their feeds were read',
  reply: { status: 200, body: z.strictObject({ data: z.array(CalendarInfo) }) },
  errors: [],
})

/** A file in the iCalendar format, up to date. Without a calendar: shoots of all statuses with title, time and place. */
export const exportCalendar = defineOperation({
  id: 'exportCalendar',
  method: 'GET',
  path: '/calendar-file',
  objectType: 'calendars',
  summary: 'The shoots as a calendar file',
  query: { calendar: z.string().optional() },
  reply: { status: 200, body: z.unknown() },
  errors: [],
})

/**
 * Makes the address of a feed: whoever has it can read the calendar, and it is told this once. With `rotate` it takes the place of the one
 * before, which leads nowhere from then on.
 */
export const issueCalendarAddress = defineOperation({
  id: 'issueCalendarAddress',
  method: 'POST',
  path: '/calendars/{id}/address',
  objectType: 'calendars',
  summary: 'Make the address of a feed',
  params: { id: z.string() },
  body: z.strictObject({ rotate: z.boolean() }),
  reply: { status: 201, body: z.strictObject({ data: z.strictObject({ id: z.string(), url: z.string(), address_since: timestamp }) }) },
  errors: [],
})
