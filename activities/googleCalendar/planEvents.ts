import { CANCELLED_VISIBLE_MS, toCalendarWindow, type CalendarWindow } from '../../calendars/calendarWindow.ts'
import type { CalendarEntry } from '../../calendars/entry.ts'
import { hashEvent, toGoogleEvent } from '../../calendars/google/event.ts'
import { toEntry } from '../../calendars/toEntry.ts'
import { DAY_MS } from '../../contract/policies.ts'
import type { CalendarRow } from '../../state/calendars/calendarRows.ts'
import { toNewEventRow, type GoogleEventRow } from '../../state/calendars/googleEvents.ts'
import type { PushedCalendar } from './types.ts'
import type { WantedEvent } from './writeEvent.ts'

/** An event to write or to delete. */
export interface PlannedEvent {
  row: GoogleEventRow
  /** Undefined for an event to delete. */
  wanted: WantedEvent | undefined
}

export interface PlanInput {
  calendar: PushedCalendar
  googleId: string
  zone: string
  nowMs: number
  /** Rows of the kind that this calendar shows. */
  records: readonly CalendarRow[]
  events: readonly GoogleEventRow[]
}

/** True if the calendar shows the record, regardless of its day. */
function isShown(
  { ended_at: endedAt, deleted }: CalendarRow,
  { isChosen }: CalendarEntry,
  calendar: PushedCalendar,
  nowMs: number,
): boolean {
  if (!isChosen) return false
  if (endedAt === null && deleted === 0) return true
  return calendar.google.cancelled === 'keep' && endedAt !== null && Date.parse(endedAt) >= nowMs - CANCELLED_VISIBLE_MS
}

/** Creates the event that Google should have. @param zone the studio's, an IANA name */
export function toWanted(entry: CalendarEntry, zone: string): WantedEvent {
  const event = toGoogleEvent(entry, zone)
  return { event, hash: hashEvent(event) }
}

/** True if a refused event is to be tried again: once a day, or when a person asked for it. */
const isRetryDue = ({ refused_at: refusedAt }: GoogleEventRow, nowMs: number): boolean =>
  refusedAt === null || Math.abs(nowMs - Date.parse(refusedAt)) >= DAY_MS

/** True if the event may be at Google. A refused one is looked for once, so that its refusal ends with its record. */
const mayExist = ({ is_shown: isShown, refusal }: GoogleEventRow): boolean => isShown === 1 || refusal !== null

const isInWindow = ({ day }: CalendarEntry, { first, last }: CalendarWindow): boolean => day >= first && day <= last

/**
 * Plans the write for a record; undefined if none is needed. New events are created only inside the window; existing
 * ones follow their record anywhere.
 */
function planRecord(
  record: CalendarRow,
  row: GoogleEventRow | undefined,
  input: PlanInput,
  window: CalendarWindow,
): PlannedEvent | undefined {
  const entry = toEntry(record, input.calendar)
  const isWanted =
    isShown(record, entry, input.calendar, input.nowMs) && (row?.is_shown === 1 || isInWindow(entry, window))
  if (!isWanted) return row && mayExist(row) ? { row, wanted: undefined } : undefined
  const wanted = toWanted(entry, input.zone)
  const isSame =
    row?.hash === wanted.hash && (row.refusal === null ? row.is_shown === 1 : !isRetryDue(row, input.nowMs))
  // `drift` was `report` when the change was found, and may be `repair` now.
  const isToRepair = typeof row?.edited_at === 'string' && input.calendar.google.drift === 'repair'
  return isSame && !isToRepair ? undefined : { row: row ?? toNewEventRow(input.googleId, record.id), wanted }
}

/** Lists the differences between the inventory and the calendar at Google, except events whose record has no row. */
export function planEvents(input: PlanInput): PlannedEvent[] {
  const window = toCalendarWindow(input.zone, input.nowMs)
  const rows = new Map(input.events.map((row) => [row.shoot_id, row]))
  return input.records.flatMap((record) => planRecord(record, rows.get(record.id), input, window) ?? [])
}

/** Finds events whose record has no row, and which may exist at Google. */
export function findOrphans({ records, events }: Pick<PlanInput, 'records' | 'events'>): GoogleEventRow[] {
  const known = new Set(records.map(({ id }) => id))
  return events.filter((row) => mayExist(row) && !known.has(row.shoot_id))
}
