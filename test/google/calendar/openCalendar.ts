import type { ApiCall } from '../call.ts'
import {
  createCalendarNotFound,
  createConditionNotMet,
  createInvalidParameter,
  createNotEmulated,
  createRequiredAccessLevel,
} from './errors.ts'
import type { CalendarEvent } from './event.ts'
import { isTimeZone } from './eventTimes.ts'
import type { CalendarRole, StoredCalendar } from './storedCalendar.ts'

const roles: readonly CalendarRole[] = ['freeBusyReader', 'reader', 'writer', 'owner']

const notEmulated = [
  'alwaysIncludeEmail',
  'conferenceDataVersion',
  'eventLabelVersion',
  'eventTypes',
  'iCalUID',
  'maxAttendees',
  'orderBy',
  'q',
  'sharedExtendedProperty',
  'showHiddenInvitations',
  'supportsAttachments',
  'updatedMin',
]

export interface OpenCalendar {
  calendar: StoredCalendar
  /** Role of the caller. */
  role: CalendarRole
}

/** Finds the calendar of a call. @param needed the lowest role that may call the method. @throws GoogleError */
export function openCalendar(
  { calendars, params, query, account }: ApiCall,
  needed: CalendarRole = 'freeBusyReader',
): OpenCalendar {
  const id = params['calendarId'] ?? ''
  const parameter = notEmulated.find((name) => query.has(name))
  if (parameter !== undefined) throw createNotEmulated(parameter)
  if (id === 'primary') throw createNotEmulated('the calendar primary')
  const calendar = calendars.get(id)
  const role = calendar?.roleOf(account)
  if (!calendar || !role) throw createCalendarNotFound()
  if (roles.indexOf(role) < roles.indexOf(needed)) throw createRequiredAccessLevel(needed)
  return { calendar, role }
}

/** The time zone of an answer. @throws GoogleError */
export function findTimeZone({ timeZone }: StoredCalendar, query: URLSearchParams): string {
  const wanted = query.get('timeZone') ?? timeZone
  if (!isTimeZone(wanted)) throw createInvalidParameter('Invalid time zone.', 'timeZone')
  return wanted
}

/** @throws GoogleError */
export function findEvent(calendar: StoredCalendar, { params, query }: ApiCall): CalendarEvent {
  const event = calendar.find(params['eventId'] ?? '', findTimeZone(calendar, query))
  if (!event) throw createCalendarNotFound()
  return event
}

/** Compares the header `If-Match` with the event. @throws GoogleError */
export function checkIfMatch({ ifMatch }: ApiCall, { etag }: CalendarEvent): void {
  if (ifMatch === undefined) return
  const etags = ifMatch.split(',').map((text) => text.trim())
  if (!etags.includes('*') && !etags.includes(etag)) throw createConditionNotMet()
}

/** Who may only see when the owner is busy gets no details. */
export function limitToRole(event: CalendarEvent, role: CalendarRole): object {
  if (role !== 'freeBusyReader') return event
  const { kind, id, etag, status, htmlLink, created, updated, start, end, iCalUID, sequence, eventType } = event
  return {
    kind,
    id,
    etag,
    status,
    htmlLink,
    created,
    updated,
    start,
    end,
    visibility: 'private',
    iCalUID,
    sequence,
    eventType,
  }
}
