/** Days of shoots that calendars hold, before and after today. */
export const DAYS_BEFORE = 90
export const DAYS_AFTER = 400

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a shoot that was cancelled or deleted is told as such. */
export const TOMBSTONE_MS = 90 * DAY_MS

/** Days as YYYY-MM-DD, both included. */
export interface CalendarWindow {
  first: string
  last: string
  /** The year of today. */
  year: number
}

/** The days that calendars hold now. @param zone the studio's, in which it is today */
export function calendarWindow(zone: string, nowMs: number): CalendarWindow {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDate()
  return { first: today.subtract({ days: DAYS_BEFORE }).toString(), last: today.add({ days: DAYS_AFTER }).toString(), year: today.year }
}
