import { CANCELLED_SHOOT_VISIBLE_MS, toCalendarWindow, type CalendarWindow } from '../../calendars/calendarWindow.ts'
import { hashEvent, toEventSettings, toGoogleEvent } from '../../calendars/google/event.ts'
import { showsShoot } from '../../calendars/shownShoots.ts'
import type { Shoot } from '../../contract/shoots.ts'
import type { ShootRow } from '../../state/calendarShoots.ts'
import { toNewEventRow, type GoogleEventRow } from '../../state/googleEvents.ts'
import type { PushedCalendar } from './types.ts'
import type { WantedEvent } from './writeEvent.ts'

/** One event to write, or to delete. */
export interface PlannedEvent {
  row: GoogleEventRow
  /** Undefined: to be deleted. */
  wanted: WantedEvent | undefined
}

export interface PlanInput {
  calendar: PushedCalendar
  googleId: string
  zone: string
  nowMs: number
  shoots: readonly ShootRow[]
  events: readonly GoogleEventRow[]
}

/** True if the calendar shows the shoot, apart from its day. */
function isShown(row: ShootRow, shoot: Shoot, calendar: PushedCalendar, nowMs: number): boolean {
  const { ended_at: endedAt, deleted } = row
  if (!showsShoot(calendar, shoot, row.status_shown)) return false
  if (endedAt === null && deleted === 0) return true
  return calendar.google.cancelled === 'keep' && endedAt !== null && Date.parse(endedAt) >= nowMs - CANCELLED_SHOOT_VISIBLE_MS
}

function toWanted(shoot: Shoot, isCancelled: boolean, { calendar, zone }: PlanInput): WantedEvent {
  const event = toGoogleEvent(shoot, isCancelled, toEventSettings(calendar, zone))
  return { event, hash: hashEvent(event) }
}

const isInWindow = ({ shoot_date: day }: Shoot, { first, last }: CalendarWindow): boolean => day >= first && day <= last

/** What is to be written for a shoot; undefined for nothing. New events are created inside the window only; existing ones follow their shoot anywhere. */
function planShoot(shootRow: ShootRow, row: GoogleEventRow | undefined, input: PlanInput, window: CalendarWindow): PlannedEvent | undefined {
  const shoot = JSON.parse(shootRow.record) as Shoot
  if (!isShown(shootRow, shoot, input.calendar, input.nowMs)) return row?.is_shown === 1 ? { row, wanted: undefined } : undefined
  if (row?.is_shown !== 1 && !isInWindow(shoot, window)) return undefined
  const wanted = toWanted(shoot, shootRow.ended_at !== null, input)
  const isSame = row?.hash === wanted.hash && (row.is_shown === 1 || row.refusal !== null)
  // `drift` was `report` when the change was found.
  const isToRepair = typeof row?.edited_at === 'string' && input.calendar.google.drift === 'repair'
  return isSame && !isToRepair ? undefined : { row: row ?? toNewEventRow(input.googleId, shoot.id), wanted }
}

/** Lists what differs between the inventory and the calendar at Google. Events whose shoot is in no row are left out. */
export function planEvents(input: PlanInput): PlannedEvent[] {
  const window = toCalendarWindow(input.zone, input.nowMs)
  const rows = new Map(input.events.map((row) => [row.shoot_id, row]))
  return input.shoots.flatMap((shoot) => planShoot(shoot, rows.get(shoot.id), input, window) ?? [])
}

/** Events that are shown, and whose shoot is in no row. */
export function findOrphans({ shoots, events }: Pick<PlanInput, 'shoots' | 'events'>): GoogleEventRow[] {
  const known = new Set(shoots.map(({ id }) => id))
  return events.filter((row) => row.is_shown === 1 && !known.has(row.shoot_id))
}
