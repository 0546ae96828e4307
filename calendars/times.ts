import type { Shoot } from '../contract/shoots.ts'
import { dateForm, localForm, utcForm } from './forms.ts'
import type { Property } from './component.ts'

const DAY_MINUTES = 24 * 60
const UTC_NAMES = new Set(['UTC', 'Etc/UTC'])

/** When an event is: its properties, and the years of its wall times where they are in the studio's zone. */
export interface EventTimes {
  properties: readonly [start: Property, end: Property]
  years?: readonly [first: number, last: number]
}

type Timed = Pick<Shoot, 'shoot_date' | 'shoot_time' | 'duration_minutes'>

/** A day without a time: DATEs (RFC 5545 section 3.3.4), of which the end is the day after (section 3.8.2.2). */
function wholeDays({ shoot_date: date, duration_minutes: minutes }: Timed): EventTimes {
  const first = Temporal.PlainDate.from(date)
  const days = Math.max(1, Math.ceil((minutes ?? 0) / DAY_MINUTES))
  const params = { VALUE: 'DATE' }
  return {
    properties: [
      { name: 'DTSTART', params, value: dateForm(first) },
      { name: 'DTEND', params, value: dateForm(first.add({ days })) },
    ],
  }
}

/** Whether readers agree on which moment a wall time is: it exists, and once. */
const isPlain = (wall: Temporal.PlainDateTime, zone: string): boolean =>
  wall.toZonedDateTime(zone, { disambiguation: 'earlier' }).equals(wall.toZonedDateTime(zone, { disambiguation: 'later' }))

/**
 * When a shoot is. A time that exists twice is the first one, one that does not exist is as much later as clocks were put forward (RFC 5545
 * section 3.3.5); such an event is in UTC, because readers differ there. The length is time that passes, over a change of clocks too.
 * @param zone the studio's, an IANA name
 * @param defaultMinutes length of a shoot that tells a time and no length
 */
export function timesOf(shoot: Timed, zone: string, defaultMinutes: number): EventTimes {
  if (shoot.shoot_time === null) return wholeDays(shoot)
  const wall = Temporal.PlainDateTime.from(`${shoot.shoot_date}T${shoot.shoot_time}`)
  const start = wall.toZonedDateTime(zone, { disambiguation: 'compatible' })
  const end = start.add({ minutes: shoot.duration_minutes ?? defaultMinutes })
  if (UTC_NAMES.has(zone) || !isPlain(wall, zone) || !isPlain(end.toPlainDateTime(), zone))
    return {
      properties: [
        { name: 'DTSTART', value: utcForm(start.toInstant()) },
        { name: 'DTEND', value: utcForm(end.toInstant()) },
      ],
    }
  const params = { TZID: zone }
  return {
    properties: [
      { name: 'DTSTART', params, value: localForm(wall) },
      { name: 'DTEND', params, value: localForm(end.toPlainDateTime()) },
    ],
    years: [start.year, end.year],
  }
}
