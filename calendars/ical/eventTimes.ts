import { formatDate, formatLocal, formatUtc } from './formats.ts'
import type { Property } from './component.ts'
import type { EntryTimes } from '../entry.ts'
import { findEntryMoments } from '../entryMoments.ts'

const UTC_NAMES = new Set(['UTC', 'Etc/UTC'])

/**
 * Start and end of an event. `years` are the years of its local times; undefined for dates and UTC times, which need no
 * time zone.
 */
export interface EventTimes {
  properties: readonly [start: Property, end: Property]
  years?: readonly [first: number, last: number]
}

/** Formats an all-day event as DATEs (RFC 5545 section 3.3.4) with an exclusive end (section 3.8.2.2). */
function toAllDay(first: Temporal.PlainDate, end: Temporal.PlainDate): EventTimes {
  const params = { VALUE: 'DATE' }
  return {
    properties: [
      { name: 'DTSTART', params, value: formatDate(first) },
      { name: 'DTEND', params, value: formatDate(end) },
    ],
  }
}

/** True if the local time exists exactly once, so that all clients agree on the moment. */
const isUnambiguous = (local: Temporal.PlainDateTime, zone: string): boolean =>
  local
    .toZonedDateTime(zone, { disambiguation: 'earlier' })
    .equals(local.toZonedDateTime(zone, { disambiguation: 'later' }))

/**
 * Formats start and end of an event. Local times that a clock change repeats or skips are written in UTC, because
 * clients differ.
 * @param zone IANA name
 */
export function toEventTimes(entry: EntryTimes, zone: string): EventTimes {
  const times = findEntryMoments(entry, zone)
  if (times.isAllDay) return toAllDay(times.first, times.end)
  const { localStart, start, end } = times
  if (UTC_NAMES.has(zone) || !isUnambiguous(localStart, zone) || !isUnambiguous(end.toPlainDateTime(), zone))
    return {
      properties: [
        { name: 'DTSTART', value: formatUtc(start.toInstant()) },
        { name: 'DTEND', value: formatUtc(end.toInstant()) },
      ],
    }
  const params = { TZID: zone }
  return {
    properties: [
      { name: 'DTSTART', params, value: formatLocal(localStart) },
      { name: 'DTEND', params, value: formatLocal(end.toPlainDateTime()) },
    ],
    years: [start.year, end.year],
  }
}
