import type { Shoot } from '../contract/shoots.ts'

const DAY_MINUTES = 24 * 60

export type TimedShoot = Pick<Shoot, 'shoot_date' | 'shoot_time' | 'duration_minutes'>

/** When a shoot takes place. */
export type ShootTimes =
  | { isAllDay: true; first: Temporal.PlainDate; /** Exclusive. */ end: Temporal.PlainDate }
  | {
      isAllDay: false
      /** As written in the inventory; a change of the clock can skip or repeat it. */ localStart: Temporal.PlainDateTime
      start: Temporal.ZonedDateTime
      end: Temporal.ZonedDateTime
    }

/**
 * A shoot without a time lasts whole days, as many as its duration fills. At a change of the clock, a repeated local time means the earlier moment and
 * a skipped one moves forward (RFC 5545 section 3.3.5). The duration is elapsed time.
 * @param zone IANA name
 * @param defaultMinutes duration of a shoot with a time and without a duration
 */
export function findShootTimes(
  { shoot_date: date, shoot_time: time, duration_minutes: minutes }: TimedShoot,
  zone: string,
  defaultMinutes: number,
): ShootTimes {
  if (time === null) {
    const first = Temporal.PlainDate.from(date)
    return { isAllDay: true, first, end: first.add({ days: Math.max(1, Math.ceil((minutes ?? 0) / DAY_MINUTES)) }) }
  }
  const localStart = Temporal.PlainDateTime.from(`${date}T${time}`)
  const start = localStart.toZonedDateTime(zone, { disambiguation: 'compatible' })
  return { isAllDay: false, localStart, start, end: start.add({ minutes: minutes ?? defaultMinutes }) }
}
