import type { Shoot } from '../contract/shoots.ts'
import { formatDate, formatLocal, formatUtc } from './formats.ts'
import type { Property } from './component.ts'

const DAY_MINUTES = 24 * 60
const UTC_NAMES = new Set(['UTC', 'Etc/UTC'])

/** Start and end of an event. `years` are those of its local times; undefined for a date or a UTC time, which need no time zone. */
export interface EventTimes {
  properties: readonly [start: Property, end: Property]
  years?: readonly [first: number, last: number]
}

type TimedShoot = Pick<Shoot, 'shoot_date' | 'shoot_time' | 'duration_minutes'>

/** An all-day event: DATEs (RFC 5545 section 3.3.4) with an exclusive end (section 3.8.2.2). */
function toAllDay({ shoot_date: date, duration_minutes: minutes }: TimedShoot): EventTimes {
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
const isUnambiguous = (local: Temporal.PlainDateTime, zone: string): boolean =>
  local.toZonedDateTime(zone, { disambiguation: 'earlier' }).equals(local.toZonedDateTime(zone, { disambiguation: 'later' }))

/**
 * Start and end of a shoot. At a change of the clock, a repeated local time means the earlier moment and a skipped one moves forward (RFC 5545
 * section 3.3.5). Such events are written in UTC, because clients differ. The duration is elapsed time.
 * @param zone IANA name
 * @param defaultMinutes duration of a shoot without one
 */
export function toEventTimes(shoot: TimedShoot, zone: string, defaultMinutes: number): EventTimes {
  if (shoot.shoot_time === null) return toAllDay(shoot)
  const localStart = Temporal.PlainDateTime.from(`${shoot.shoot_date}T${shoot.shoot_time}`)
  const start = localStart.toZonedDateTime(zone, { disambiguation: 'compatible' })
  const end = start.add({ minutes: shoot.duration_minutes ?? defaultMinutes })
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
