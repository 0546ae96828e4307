import { createForbiddenForServiceAccounts, createInvalid, createNotEmulated } from './errors.ts'
import { normalizeTimes, type EventTimes } from './eventTimes.ts'

export type EventStatus = 'cancelled' | 'confirmed' | 'tentative'

/** Properties that clients and people write. */
export interface EventFields extends EventTimes {
  summary?: string
  description?: string
  location?: string
  transparency?: string
  visibility?: string
  colorId?: string
  reminders?: object
  /** Lines of RFC 5545, such as `RRULE:FREQ=WEEKLY`. */
  recurrence?: string[]
  attendees?: object[]
  source?: object
  extendedProperties?: { private?: Record<string, string>; shared?: Record<string, string> }
  anyoneCanAddSelf?: boolean
  guestsCanInviteOthers?: boolean
  guestsCanModify?: boolean
  guestsCanSeeOtherGuests?: boolean
}

/** The body of a request. */
export interface EventBody extends EventFields {
  id?: string
  iCalUID?: string
  status?: string
  sequence?: number
  eventType?: string
}

/** An event as Google answers it. */
export interface CalendarEvent extends EventFields {
  kind: 'calendar#event'
  id: string
  /** With its quotes. */
  etag: string
  status: EventStatus
  htmlLink: string
  created: string
  updated: string
  creator: { email: string }
  organizer: { email: string; displayName: string; self: true }
  iCalUID: string
  sequence: number
  eventType: 'default'
}

const fieldNames = [
  'summary',
  'description',
  'location',
  'transparency',
  'visibility',
  'colorId',
  'reminders',
  'recurrence',
  'attendees',
  'source',
  'anyoneCanAddSelf',
  'guestsCanInviteOthers',
  'guestsCanModify',
  'guestsCanSeeOtherGuests',
] as const satisfies (keyof EventFields)[]

/** Google leaves default values out of its answers. */
const defaults: Record<string, unknown> = {
  summary: '',
  description: '',
  location: '',
  transparency: 'opaque',
  visibility: 'default',
  anyoneCanAddSelf: false,
  guestsCanInviteOthers: true,
  guestsCanModify: false,
  guestsCanSeeOtherGuests: true,
}

/** Google leaves out what is not set, default values and empty lists. */
const isWritten = (value: unknown, usual: unknown): boolean =>
  value !== undefined && value !== null && value !== usual && !(Array.isArray(value) && value.length === 0)

const notEmulated = [
  'attachments',
  'birthdayProperties',
  'conferenceData',
  'eventLabelId',
  'focusTimeProperties',
  'gadget',
  'outOfOfficeProperties',
  'privateCopy',
  'workingLocationProperties',
]

const MAX_KEY_LENGTH = 44
const MAX_VALUE_LENGTH = 1024

/** Google drops long keys and cuts long values silently. */
function cutProperties(properties: Record<string, string> = {}): Record<string, string> | undefined {
  const kept = Object.entries(properties).filter(([key]) => key.length <= MAX_KEY_LENGTH)
  if (kept.length === 0) return undefined
  return Object.fromEntries(kept.map(([key, value]) => [key, value.slice(0, MAX_VALUE_LENGTH)]))
}

function normalizeProperties({ extendedProperties }: EventFields): Pick<EventFields, 'extendedProperties'> {
  const own = cutProperties(extendedProperties?.private)
  const shared = cutProperties(extendedProperties?.shared)
  return own || shared ? { extendedProperties: { ...(own && { private: own }), ...(shared && { shared }) } } : {}
}

/** Checks a repetition. Google refuses other lines, and times without a zone. @throws GoogleError */
function checkRecurrence({ recurrence = [], start, end }: EventFields): void {
  if (recurrence.length === 0) return
  if (!recurrence.every((line) => /^(?:RRULE|EXRULE|RDATE|EXDATE)[:;]/.test(line)))
    throw createInvalid('Invalid recurrence rule.')
  for (const [name, time] of Object.entries({ start, end }))
    if (time.dateTime !== undefined && time.timeZone === undefined)
      throw createInvalid(`Missing time zone definition for ${name} time.`, 'required')
}

/**
 * Copies what is written of a body, and checks it. Properties that only Google sets are ignored.
 * @throws GoogleError
 */
export function normalizeFields(body: EventFields): EventFields {
  const name = notEmulated.find((candidate) => candidate in body)
  if (name !== undefined) throw createNotEmulated(name)
  checkRecurrence(body)
  const written = fieldNames.filter((field) => isWritten(body[field], defaults[field]))
  return {
    reminders: { useDefault: true },
    ...Object.fromEntries(written.map((field) => [field, body[field]])),
    ...normalizeTimes(body),
    ...normalizeProperties(body),
  }
}

const ID = /^[a-v0-9]{5,1024}$/

/** @throws GoogleError */
export function checkEventId(id: string): void {
  if (!ID.test(id)) throw createInvalid('Invalid resource id value.')
}

const isStatus = (status: string): status is EventStatus => ['confirmed', 'tentative', 'cancelled'].includes(status)

/**
 * Checks what does not depend on the stored event.
 * @param isServiceAccount it may not invite people.
 * @throws GoogleError
 */
export function checkEventBody(
  { status, attendees = [], eventType = 'default' }: EventBody,
  isServiceAccount: boolean,
): EventStatus | undefined {
  if (eventType !== 'default') throw createNotEmulated(`eventType ${eventType}`)
  if (status !== undefined && !isStatus(status)) throw createInvalid(`Invalid value for status: ${status}`)
  if (isServiceAccount && attendees.length > 0) throw createForbiddenForServiceAccounts()
  return status
}
