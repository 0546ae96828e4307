import { createHash } from 'node:crypto'
import { toShownTitle, type CalendarEntry } from '../entry.ts'
import { findEntryMoments, type EntryMoments } from '../entryMoments.ts'
import { removeControlCharacters } from '../text.ts'
import { hasLines } from './description.ts'

/** Google truncates or refuses longer titles. */
const MAX_TITLE_LENGTH = 1000
export const MAX_DESCRIPTION_LENGTH = 8000

/** A day, or a moment with the zone that displays it. */
type GoogleTime = { date: string } | { dateTime: string; timeZone: string }

/** Fields of an event that Kitroom writes. All others are people's. */
export interface GoogleEvent {
  summary: string
  description: string
  location: string
  start: GoogleTime
  end: GoogleTime
  status: 'confirmed' | 'tentative'
  transparency: 'opaque' | 'transparent'
}

const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`

/** Escapes text for a description, which Google shows as HTML. */
const escapeHtml = (text: string): string =>
  /<|&#?\w+;/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text

function toTimes(times: EntryMoments, timeZone: string): Pick<GoogleEvent, 'start' | 'end'> {
  if (times.isAllDay) return { start: { date: times.first.toString() }, end: { date: times.end.toString() } }
  const toTime = (at: Temporal.ZonedDateTime): GoogleTime => ({
    dateTime: at.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    timeZone,
  })
  return { start: toTime(times.start), end: toTime(times.end) }
}

/**
 * Converts an entry to an event of Google Calendar. A cancelled one stays visible as free time.
 * @param zone the studio's, an IANA name
 */
export function toGoogleEvent(entry: CalendarEntry, zone: string): GoogleEvent {
  const { place, details, isTentative, isCancelled, isFree } = entry
  return {
    summary: cut(removeControlCharacters(toShownTitle(entry)), MAX_TITLE_LENGTH),
    description: cut(escapeHtml(removeControlCharacters(details)), MAX_DESCRIPTION_LENGTH),
    location: cut(removeControlCharacters(place ?? ''), MAX_TITLE_LENGTH),
    ...toTimes(findEntryMoments(entry, zone), zone),
    status: isTentative ? 'tentative' : 'confirmed',
    transparency: isCancelled || isFree ? 'transparent' : 'opaque',
  }
}

/** SHA-256 of an event's fields, hex. */
export const hashEvent = (event: GoogleEvent): string =>
  createHash('sha256').update(JSON.stringify(event)).digest('hex')

/** An event in Google's response; each field may be missing. */
export type AnsweredEvent = { [Name in Exclude<keyof GoogleEvent, 'start' | 'end'>]?: string | null | undefined } & {
  [Name in 'start' | 'end']?:
    | { date?: string | null | undefined; dateTime?: string | null | undefined }
    | null
    | undefined
}

export const momentOf = (time: AnsweredEvent['start']): string =>
  time?.dateTime ? Temporal.Instant.from(time.dateTime).toString() : (time?.date ?? '')

/**
 * Normalizes the fields of an event but its description: Google omits defaults, and writes moments in other offsets.
 */
const comparableOf = (event: AnsweredEvent): string =>
  JSON.stringify([
    event.summary ?? '',
    event.location ?? '',
    momentOf(event.start),
    momentOf(event.end),
    event.status ?? 'confirmed',
    event.transparency ?? 'opaque',
  ])

/**
 * True if an event at Google has the fields that Kitroom writes. Lines that people added to its description do not
 * matter.
 */
export const hasSameFields = (found: AnsweredEvent, wanted: AnsweredEvent): boolean =>
  comparableOf(found) === comparableOf(wanted) && hasLines(found.description ?? '', wanted.description ?? '')

/**
 * Computes the id of a record's event: its UUID without dashes, whose characters Google allows.
 * @param generation above 0 if Google refuses to restore the deleted event with the previous id
 */
export const toEventId = (recordId: string, generation: number): string =>
  recordId.replaceAll('-', '').toLowerCase() + (generation === 0 ? '' : String(generation))
