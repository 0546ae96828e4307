import type { calendar_v3 } from '@googleapis/calendar'
import type { GoogleEvent } from '../../calendars/google/event.ts'
import { textsOf } from '../../platform/google/accountTexts.ts'
import { callGoogle } from '../../platform/google/call.ts'
import type { CalendarClients } from '../../platform/google/connect.ts'
import type { Subject } from '../../platform/google/explainError.ts'
import { GoogleRefused } from '../../platform/google/refused.ts'

type Event = calendar_v3.Schema$Event

/** An event with the properties by which Kitroom finds it. */
export type EventBody = GoogleEvent & { extendedProperties: { private: Record<'kitroom' | 'shoot' | 'hash', string> } }

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
  /** @param etag the call fails with 412 if the event has another one */
  update(id: string, body: EventBody, etag: string): Promise<EventAnswer>
  remove(id: string): Promise<EventAnswer>
  /**
   * Lists changed events since a token, including deleted ones; without a token, all events.
   * @throws GoogleRefused with status 410 for an expired token
   */
  list(page: { syncToken?: string; pageToken?: string }): Promise<EventPage>
  /** @throws GoogleRefused with advice if the calendar is gone or not writable */
  requireWritable(): Promise<void>
}

const LIST_FIELDS =
  'nextPageToken,nextSyncToken,items(id,etag,status,summary,description,location,start,end,transparency,extendedProperties(private))'
const MAX_PAGE = 2500
const WRITING_ROLES = new Set(['owner', 'writer'])
/** No mail to anybody. */
const SEND_UPDATES = 'none'

export const toSubject = (googleId: string): Subject => ({
  what: `calendar ${googleId}`,
  api: 'Google Calendar API',
  isWrite: true,
})

/** @param pace waits for the account's quota */
export function createCalls(
  clients: CalendarClients,
  calendarId: string,
  pace: () => Promise<void>,
  signal: AbortSignal,
): CalendarCalls {
  const { events } = clients.calendar
  const subject = toSubject(calendarId)
  const call = async <T>(send: (options: { signal: AbortSignal }) => Promise<{ data: T }>): Promise<T> => {
    await pace()
    return callGoogle(clients, subject, signal, send)
  }
  const callEvent = async (
    send: (options: { signal: AbortSignal }) => Promise<{ data: Event | void }>,
  ): Promise<EventAnswer> => {
    try {
      return { status: 'ok', event: (await call(send)) ?? {} }
    } catch (error) {
      if (!(error instanceof GoogleRefused) || error.isAboutAccount || error.status === undefined) throw error
      return { status: 'refused', error, code: error.status }
    }
  }
  const common = { calendarId, sendUpdates: SEND_UPDATES } as const
  return {
    insert: (id, body) => callEvent((options) => events.insert({ ...common, requestBody: { id, ...body } }, options)),
    get: (eventId) => callEvent((options) => events.get({ calendarId, eventId }, options)),
    update: (eventId, requestBody, etag) =>
      callEvent((options) =>
        events.update({ ...common, eventId, requestBody }, { ...options, headers: { 'If-Match': etag } }),
      ),
    remove: (eventId) => callEvent((options) => events.delete({ ...common, eventId }, options)),
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
        throw new GoogleRefused(textsOf(clients.account, subject.api).notShared(subject.what, true), false, 403)
    },
  }
}
