import type { Shoot } from '../contract/shoots.ts'
import { formatDate, formatLocal, formatUtc } from './formats.ts'
import type { Property } from './component.ts'

const DAY_MINUTES = 24 * 60
const UTC_NAMES = new Set(['UTC', 'Etc/UTC'])

/** Start and end of an event; `years` of its local times, when they are in the studio's time zone. */
export interface EventTimes {
  properties: readonly [start: Property, end: Property]
  years?: readonly [first: number, last: number]
}

type Timed = Pick<Shoot, 'shoot_date' | 'shoot_time' | 'duration_minutes'>

/** An all-day event: DATEs (RFC 5545 section 3.3.4) with an exclusive end (section 3.8.2.2). */
function toAllDay({ shoot_date: date, duration_minutes: minutes }: Timed): EventTimes {
  const first = Temporal.PlainDate.from(date)
  const days = Math.max(1, Math.ceil((minutes ?? 0) / DAY_MINUTES))
  const params = { VALUE: 'DATE' }
  return {
    properties: [
      { name: 'DTSTART', params, value: formatDate(first) },
      { name: 'DTEND', params, value: formatDate(first.add({ days })) },
    ],
  }
}

/** True when the local time exists exactly once, so that all clients agree on the moment. */
const isUnambiguous = (wall: Temporal.PlainDateTime, zone: string): boolean =>
  wall.toZonedDateTime(zone, { disambiguation: 'earlier' }).equals(wall.toZonedDateTime(zone, { disambiguation: 'later' }))

/**
 * Start and end of a shoot. An ambiguous local time is the earlier one; a skipped one moves forward (RFC 5545 section 3.3.5). Such events are written
 * in UTC, because clients differ. The length is elapsed time.
 * @param zone IANA name
 * @param defaultMinutes length of a shoot without one
 */
export function toEventTimes(shoot: Timed, zone: string, defaultMinutes: number): EventTimes {
  if (shoot.shoot_time === null) return toAllDay(shoot)
  const wall = Temporal.PlainDateTime.from(`${shoot.shoot_date}T${shoot.shoot_time}`)
  const start = wall.toZonedDateTime(zone, { disambiguation: 'compatible' })
  const end = start.add({ minutes: shoot.duration_minutes ?? defaultMinutes })
  if (UTC_NAMES.has(zone) || !isUnambiguous(wall, zone) || !isUnambiguous(end.toPlainDateTime(), zone))
    return {
      properties: [
        { name: 'DTSTART', value: formatUtc(start.toInstant()) },
        { name: 'DTEND', value: formatUtc(end.toInstant()) },
      ],
    }
  const params = { TZID: zone }
  return {
    properties: [
      { name: 'DTSTART', params, value: formatLocal(wall) },
      { name: 'DTEND', params, value: formatLocal(end.toPlainDateTime()) },
    ],
    years: [start.year, end.year],
  }
}
