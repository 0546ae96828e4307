/** Days of shoots in a calendar, before and after today. */
export const DAYS_BEFORE = 90
export const DAYS_AFTER = 400

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a cancelled or deleted shoot stays visible as cancelled. */
export const TOMBSTONE_MS = 90 * DAY_MS

export interface CalendarWindow {
  first: string
  last: string
  year: number
}

/** Days that calendars show now, `YYYY-MM-DD`, inclusive. @param zone the studio's IANA name */
export function calendarWindow(zone: string, nowMs: number): CalendarWindow {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDate()
  return { first: today.subtract({ days: DAYS_BEFORE }).toString(), last: today.add({ days: DAYS_AFTER }).toString(), year: today.year }
}
