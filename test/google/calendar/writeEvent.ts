import type { ApiCall, Handler } from '../call.ts'
import { createDeleted, createDuplicate, createForbidden, createInvalid, createNotEmulated } from './errors.ts'
import {
  checkEventBody,
  checkEventId,
  normalizeFields,
  type CalendarEvent,
  type EventBody,
  type EventFields,
} from './event.ts'
import { checkIfMatch, findEvent, openCalendar } from './openCalendar.ts'
import type { StoredCalendar } from './storedCalendar.ts'

const isServiceAccount = ({ client }: ApiCall): boolean => client === undefined

export const insertEvent: Handler = (call) => {
  const { calendar } = openCalendar(call, 'writer')
  const body = call.body as EventBody
  const status = checkEventBody(body, isServiceAccount(call)) ?? 'confirmed'
  if (body.iCalUID !== undefined) throw createNotEmulated('iCalUID of a new event')
  if (body.id !== undefined) checkEventId(body.id)
  const fields = normalizeFields(body)
  requireAccepted(fields, calendar)
  // The id of a deleted event is never free again.
  if (body.id !== undefined && calendar.find(body.id)) throw createDuplicate()
  return calendar.insert(fields, call.account, { status, sequence: body.sequence }, body.id)
}

/** Merges a body into an event as PATCH does: `null` removes, objects are merged, lists are replaced. */
function mergePatch(stored: unknown, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const merged = new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}))
  for (const [name, value] of Object.entries(body))
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  return Object.fromEntries(merged)
}

const requireSequence = (sequence: number, event: CalendarEvent): void => {
  if (sequence < event.sequence)
    throw createInvalid(
      'Invalid sequence value. The specified sequence number is below the current sequence number of the resource. Re-fetch the resource and use its sequence number on the following request.',
      'invalidSequence',
    )
}

/** A title by which a test lets Google refuse an event for good. */
const requireAccepted = ({ summary = '' }: EventFields, { refusedTitle }: StoredCalendar): void => {
  if (refusedTitle !== undefined && summary.includes(refusedTitle))
    throw createInvalid('The event title is not allowed.')
}

/** PATCH changes what the body names. It costs three units of the quota. */
export const patchEvent: Handler = (call) => {
  const { calendar } = openCalendar(call, 'writer')
  const event = findEvent(calendar, call)
  const body = call.body as EventBody
  const sent = checkEventBody(body, isServiceAccount(call))
  if (body.id !== undefined && body.id !== event.id) throw createInvalid('Invalid resource id value.')
  const fields = normalizeFields(mergePatch(event, body) as EventFields)
  checkIfMatch(call, event)
  requireAccepted(fields, calendar)
  const status = sent ?? event.status
  if (event.status === 'cancelled' && status !== 'cancelled' && calendar.refusesRestore) throw createForbidden()
  const sequence = body.sequence ?? event.sequence
  requireSequence(sequence, event)
  return calendar.replace(event.id, fields, { status, sequence })
}

/** PUT replaces the whole event. */
export const updateEvent: Handler = (call) => {
  const { calendar } = openCalendar(call, 'writer')
  const event = findEvent(calendar, call)
  const body = call.body as EventBody
  const sent = checkEventBody(body, isServiceAccount(call))
  if (body.id !== undefined && body.id !== event.id) throw createInvalid('Invalid resource id value.')
  const fields = normalizeFields(body)
  checkIfMatch(call, event)
  const isDeleted = event.status === 'cancelled'
  // Without a status, a deleted event remains deleted.
  const status = sent ?? (isDeleted ? 'cancelled' : 'confirmed')
  if (isDeleted && status !== 'cancelled' && calendar.refusesRestore) throw createForbidden()
  const sequence = body.sequence ?? (calendar.requiresSequence ? 0 : event.sequence)
  requireAccepted(fields, calendar)
  requireSequence(sequence, event)
  return calendar.replace(event.id, fields, { status, sequence })
}

export const deleteEvent: Handler = (call) => {
  const { calendar } = openCalendar(call, 'writer')
  const event = findEvent(calendar, call)
  if (event.status === 'cancelled') throw createDeleted()
  checkIfMatch(call, event)
  calendar.deleteEvent(event.id)
  return undefined
}
