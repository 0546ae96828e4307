import type { Shoot } from '../contract/shoots.ts'
import type { ShootRow } from '../state/calendarShoots.ts'
import type { Calendar } from './settings.ts'
import { renderCalendarText } from './calendar.ts'
import type { CalendarShoot } from './event.ts'
import { showsShoot } from './shownShoots.ts'
import { toCalendarWindow, CANCELLED_SHOOT_VISIBLE_MS, type CalendarWindow } from './calendarWindow.ts'

export interface RenderInput {
  calendar: Pick<Calendar, 'name' | 'color' | 'statuses' | 'clients' | 'places' | 'include' | 'hide_place' | 'default_duration'> & { name: string }
  rows: readonly ShootRow[]
  zone: string
  uidHost: string
  revision: number
  url?: string | undefined
  nowMs: number
}

const isShown = (row: ShootRow, shoot: Shoot, calendar: RenderInput['calendar'], window: CalendarWindow, nowMs: number): boolean =>
  shoot.shoot_date >= window.first &&
  shoot.shoot_date <= window.last &&
  showsShoot(calendar, shoot, row.status_shown) &&
  (row.ended_at === null || Date.parse(row.ended_at) >= nowMs - CANCELLED_SHOOT_VISIBLE_MS)

/** Renders the shoots of `toCalendarWindow`. Cancelled and deleted shoots remain for `CANCELLED_SHOOT_VISIBLE_MS`. */
export function renderCalendar({ calendar, rows, zone, uidHost, revision, url, nowMs }: RenderInput): string {
  const window = toCalendarWindow(zone, nowMs)
  const shoots = rows.flatMap((row): CalendarShoot[] => {
    const shoot = JSON.parse(row.record) as Shoot
    if (!isShown(row, shoot, calendar, window, nowMs)) return []
    return [{ shoot, sequence: row.sequence, modifiedAt: row.modified_at, isDeleted: row.deleted === 1 }]
  })
  const { name, color, include, hide_place: hidePlace = false, default_duration: defaultMinutes } = calendar
  return renderCalendarText({ name, color, url, zone, defaultMinutes, include, hidePlace, uidHost, revision, shoots, year: window.year })
}
