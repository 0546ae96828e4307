import type { EntryTimes } from './entry.ts'

const DAY_MINUTES = 24 * 60

/** Start and end of an event. */
export type EntryMoments =
  | { isAllDay: true; first: Temporal.PlainDate; /** Exclusive. */ end: Temporal.PlainDate }
  | {
      isAllDay: false
      /** Local time from the inventory. A clock change can skip or repeat it. */ localStart: Temporal.PlainDateTime
      start: Temporal.ZonedDateTime
      end: Temporal.ZonedDateTime
    }

/**
 * Computes start and end of an event. Without a time, it lasts as many days as its length fills. A repeated local time
 * means its first occurrence, and a skipped one moves forward (RFC 5545 section 3.3.5). The length is elapsed time.
 * @param zone IANA name
 */
export function findEntryMoments({ day, time, minutes }: EntryTimes, zone: string): EntryMoments {
  if (time === null) {
    const first = Temporal.PlainDate.from(day)
    return { isAllDay: true, first, end: first.add({ days: Math.max(1, Math.ceil(minutes / DAY_MINUTES)) }) }
  }
  const localStart = Temporal.PlainDateTime.from(`${day}T${time}`)
  const start = localStart.toZonedDateTime(zone, { disambiguation: 'compatible' })
  return { isAllDay: false, localStart, start, end: start.add({ minutes }) }
}
