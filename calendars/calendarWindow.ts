import { CANCELLED_EVENT_VISIBLE_DAYS, DAY_MS } from '../contract/policies.ts'

/** A calendar contains events from this many days before today to `DAYS_AFTER` days after it. */
const DAYS_BEFORE = 90
const DAYS_AFTER = 400

export const CANCELLED_VISIBLE_MS = CANCELLED_EVENT_VISIBLE_DAYS * DAY_MS

export interface CalendarWindow {
  first: string
  last: string
  year: number
}

/** Computes the first and the last day that calendars show now, `YYYY-MM-DD`. @param zone IANA name */
export function toCalendarWindow(zone: string, nowMs: number): CalendarWindow {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDate()
  return {
    first: today.subtract({ days: DAYS_BEFORE }).toString(),
    last: today.add({ days: DAYS_AFTER }).toString(),
    year: today.year,
  }
}
