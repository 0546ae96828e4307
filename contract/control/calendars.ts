import { z } from 'zod'
import { listingErrors } from '../controlErrors.ts'
import { defineControlOperation } from '../operation.ts'
import { timestamp } from '../text.ts'

/** Records that a calendar can show. */
export const calendarKinds = ['shoots', 'maintenance', 'warranty'] as const
export type CalendarKindName = (typeof calendarKinds)[number]

export const CalendarInfo = z.strictObject({
  id: z.string(),
  name: z.string(),
  shows: z.enum(calendarKinds),
  /** Statuses of the shown records; empty if they have none. */
  statuses: z.array(z.string()),
  /** Types of documents whose end is shown; null for other records. */
  types: z.array(z.string()).nullable(),
  /** Clients and places whose shoots are shown; null for all. */
  clients: z.array(z.string()).nullable(),
  places: z.array(z.string()).nullable(),
  hide_place: z.boolean(),
  /** Optional parts of an event, in addition to title, time and location: client, provider, notes. */
  include: z.array(z.string()),
  /** Creation time of the feed's address; null if it has none. */
  address_since: timestamp.nullable(),
  /** Time of the last successful request for the feed. */
  last_fetched_at: timestamp.nullable(),
})
export type CalendarInfo = z.output<typeof CalendarInfo>

export const listCalendars = defineControlOperation({
  id: 'listCalendars',
  method: 'GET',
  path: '/calendars',
  objectType: 'calendars',
  summary: 'Calendars of kitroom.yaml with the last reading of their feeds',
  reply: { status: 200, body: z.strictObject({ data: z.array(CalendarInfo) }) },
  errors: [],
})

/**
 * Exports an iCalendar file of a calendar. Without one, it has shoots of all statuses with title, time and location.
 */
export const exportCalendar = defineControlOperation({
  id: 'exportCalendar',
  method: 'GET',
  path: '/calendar-file',
  objectType: 'calendars',
  summary: 'A calendar as a file',
  query: { calendar: z.string().optional() },
  reply: { status: 200, body: z.unknown() },
  errors: ['unknown_calendar', 'inventory_restored', ...listingErrors],
})

/** Revokes the address of a feed: programs that subscribed to it get 404. Idempotent. */
export const revokeCalendarAddress = defineControlOperation({
  id: 'revokeCalendarAddress',
  method: 'DELETE',
  path: '/calendars/{id}/address',
  objectType: 'calendars',
  summary: 'Revoke the address of a feed',
  params: { id: z.string() },
  /** `revoked` is false if the feed had no address. */
  reply: { status: 200, body: z.strictObject({ data: z.strictObject({ id: z.string(), revoked: z.boolean() }) }) },
  errors: ['unknown_calendar'],
})

/**
 * Creates the secret address of a feed and returns it once. `rotate` replaces the previous address, which stops
 * working.
 */
export const issueCalendarAddress = defineControlOperation({
  id: 'issueCalendarAddress',
  method: 'POST',
  path: '/calendars/{id}/address',
  objectType: 'calendars',
  summary: 'Create the address of a feed',
  params: { id: z.string() },
  body: z.strictObject({ rotate: z.boolean() }),
  reply: {
    status: 201,
    body: z.strictObject({ data: z.strictObject({ id: z.string(), url: z.string(), address_since: timestamp }) }),
  },
  errors: ['unknown_calendar', 'feed_has_address'],
})
