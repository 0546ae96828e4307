import type { calendar_v3 } from '@googleapis/calendar'
import type { EventBody, EventPatch } from '../../calendars/google/patch.ts'
import { textsOf } from '../../platform/google/accountTexts.ts'
import { callGoogle } from '../../platform/google/call.ts'
import type { CalendarClients } from '../../platform/google/connect.ts'
import type { Subject } from '../../platform/google/explainError.ts'
import { GoogleRefused } from '../../platform/google/refused.ts'

type Event = calendar_v3.Schema$Event

/** Google's response to a call for one event. */
export type EventAnswer = { status: 'ok'; event: Event } | { status: 'refused'; error: GoogleRefused; code: number }

export interface EventPage {
  events: Event[]
  nextPageToken: string | undefined
  /** Present on the last page only. */
  nextSyncToken: string | undefined
}

/** Calls of the Calendar API for one calendar. Each waits for the quota. */
export interface CalendarCalls {
  insert(id: string, body: EventBody): Promise<EventAnswer>
  get(id: string): Promise<EventAnswer>
  /**
   * Changes the named fields. Google keeps the others, such as guests, who a service account may not send.
   * @param etag the call fails with 412 if the event has another one
   * @param mailsGuests true makes Google notify the guests
   */
  patch(id: string, changes: EventPatch, etag: string, mailsGuests: boolean): Promise<EventAnswer>
  remove(id: string, mailsGuests: boolean): Promise<EventAnswer>
  /**
   * Lists changed events since a token, including deleted ones; without a token, all events.
   * @throws GoogleRefused with status 410 for an expired token
   */
  list(page: { syncToken?: string; pageToken?: string }): Promise<EventPage>
  /** @throws GoogleRefused with advice if the calendar is gone or not writable */
  requireWritable(): Promise<void>
}

const LIST_FIELDS =
  'nextPageToken,nextSyncToken,items(id,etag,status,summary,description,location,start,end,transparency,recurrence,extendedProperties(private))'
const MAX_PAGE = 2500
const WRITING_ROLES = new Set(['owner', 'writer'])
/** Units of Google's quota that a patch takes. Other calls take one. */
const UNITS_OF_PATCH = 3

const toSendUpdates = (mailsGuests: boolean): 'all' | 'none' => (mailsGuests ? 'all' : 'none')

export const toSubject = (googleId: string): Subject => ({
  resource: { thing: 'calendar', id: googleId },
  api: 'Google Calendar API',
  isWrite: true,
})

/** @param pace waits until the account's quota has some units */
export function createCalls(
  clients: CalendarClients,
  calendarId: string,
  pace: (units: number) => Promise<void>,
  signal: AbortSignal,
): CalendarCalls {
  const { events } = clients.calendar
  const subject = toSubject(calendarId)
  const call = async <T>(send: (options: { signal: AbortSignal }) => Promise<{ data: T }>, units = 1): Promise<T> => {
    await pace(units)
    return callGoogle(clients, subject, signal, send)
  }
  const callEvent = async (
    send: (options: { signal: AbortSignal }) => Promise<{ data: Event | void }>,
    units?: number,
  ): Promise<EventAnswer> => {
    try {
      return { status: 'ok', event: (await call(send, units)) ?? {} }
    } catch (error) {
      if (!(error instanceof GoogleRefused) || error.isAboutAccount || error.status === undefined) throw error
      return { status: 'refused', error, code: error.status }
    }
  }
  return {
    insert: (id, body) =>
      callEvent((options) => events.insert({ calendarId, sendUpdates: 'none', requestBody: { id, ...body } }, options)),
    get: (eventId) => callEvent((options) => events.get({ calendarId, eventId }, options)),
    patch: (eventId, changes, etag, mailsGuests) =>
      callEvent(
        (options) =>
          events.patch(
            // The library's types do not know that `null` removes a property.
            { calendarId, sendUpdates: toSendUpdates(mailsGuests), eventId, requestBody: changes as Event },
            { ...options, headers: { 'If-Match': etag } },
          ),
        UNITS_OF_PATCH,
      ),
    remove: (eventId, mailsGuests) =>
      callEvent((options) => events.delete({ calendarId, sendUpdates: toSendUpdates(mailsGuests), eventId }, options)),
    list: async ({ syncToken, pageToken }) => {
      const query = { calendarId, showDeleted: true, maxResults: MAX_PAGE, fields: LIST_FIELDS }
      const data = await call((options) =>
        events.list({ ...query, ...(syncToken && { syncToken }), ...(pageToken && { pageToken }) }, options),
      )
      return {
        events: data.items ?? [],
        nextPageToken: data.nextPageToken ?? undefined,
        nextSyncToken: data.nextSyncToken ?? undefined,
      }
    },
    requireWritable: async () => {
      const { accessRole } = await call((options) =>
        events.list({ calendarId, maxResults: 1, fields: 'accessRole' }, options),
      )
      if (!WRITING_ROLES.has(accessRole ?? ''))
        throw new GoogleRefused(textsOf(clients.account, subject.api).notShared(subject.resource, true), false, 403)
    },
  }
}
