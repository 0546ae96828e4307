import type { CalendarRow } from '../state/calendars/calendarRows.ts'
import { renderCalendarText } from './ical/calendar.ts'
import { toCalendarWindow, CANCELLED_VISIBLE_MS } from './calendarWindow.ts'
import type { Calendar } from './settings.ts'
import { toEntry } from './toEntry.ts'

/** A calendar of kitroom.yaml, or the default calendar of an exported file. */
export type RenderedCalendar = Omit<Calendar, 'id' | 'google'> & { name: string }

export interface RenderInput {
  calendar: RenderedCalendar
  /** Rows of the kind that this calendar shows. */
  rows: readonly CalendarRow[]
  zone: string
  uidHost: string
  revision: number
  url?: string | undefined
  nowMs: number
}

/** Renders the records of `toCalendarWindow`. Cancelled and deleted ones stay visible for `CANCELLED_VISIBLE_MS`. */
export function renderCalendar({ calendar, rows, zone, uidHost, revision, url, nowMs }: RenderInput): string {
  const { first, last, year } = toCalendarWindow(zone, nowMs)
  const entries = rows
    .filter(({ ended_at: endedAt }) => endedAt === null || Date.parse(endedAt) >= nowMs - CANCELLED_VISIBLE_MS)
    .map((row) => toEntry(row, calendar))
    .filter(({ isChosen, day }) => isChosen && day >= first && day <= last)
  return renderCalendarText({ name: calendar.name, color: calendar.color, url, zone, uidHost, revision, entries, year })
}
