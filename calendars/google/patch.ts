import { findStaleLineProperties, mergeDescription, toLineProperties } from './description.ts'
import { MAX_DESCRIPTION_LENGTH, momentOf, type AnsweredEvent, type GoogleEvent } from './event.ts'

/** An event with the properties by which Kitroom finds it. */
export type EventBody = GoogleEvent & { extendedProperties: { private: Record<string, string> } }

/** Private properties of an event, without those about its description. */
export type OwnProperties = Record<'kitroom' | 'shoot' | 'hash', string>

/** An event in Google's response, as far as writing it needs. */
export interface FoundEvent extends AnsweredEvent {
  sequence?: number | null
  extendedProperties?: { private?: Record<string, string> | null } | null
}

type PatchedTime = Record<'date' | 'dateTime' | 'timeZone', string | null>

/** Changes of an event. Google leaves what a patch does not name, and `null` removes. */
export type EventPatch = Omit<GoogleEvent, 'start' | 'end'> & {
  start: PatchedTime
  end: PatchedTime
  sequence: number
  extendedProperties: { private: Record<string, string | null> }
}

export const toEventBody = (event: GoogleEvent, properties: OwnProperties): EventBody => ({
  ...event,
  extendedProperties: { private: { ...properties, ...toLineProperties(event.description) } },
})

/** Names every part, because Google merges the parts of a time too. */
const toPatchedTime = (time: GoogleEvent['start']): PatchedTime => ({
  date: 'date' in time ? time.date : null,
  dateTime: 'date' in time ? null : time.dateTime,
  timeZone: 'date' in time ? null : time.timeZone,
})

/** Creates the changes that make an event what the inventory says, and leave what people added to it. */
export function toEventPatch(event: GoogleEvent, properties: OwnProperties, found: FoundEvent): EventPatch {
  const stored = found.extendedProperties?.private ?? {}
  const lines = toLineProperties(event.description)
  const stale = findStaleLineProperties(stored, lines).map((key) => [key, null] as const)
  return {
    ...event,
    description: mergeDescription(found.description ?? '', stored, event.description, MAX_DESCRIPTION_LENGTH),
    start: toPatchedTime(event.start),
    end: toPatchedTime(event.end),
    sequence: (found.sequence ?? 0) + 1,
    extendedProperties: { private: { ...Object.fromEntries(stale), ...properties, ...lines } },
  }
}

/** True if a write changes what guests plan by: the time, the place, or whether the event takes place. */
export const isMoved = (found: FoundEvent, event: GoogleEvent): boolean =>
  momentOf(found.start) !== momentOf(event.start) ||
  momentOf(found.end) !== momentOf(event.end) ||
  (found.location ?? '') !== event.location ||
  found.status === 'cancelled' ||
  (found.transparency ?? 'opaque') !== event.transparency
