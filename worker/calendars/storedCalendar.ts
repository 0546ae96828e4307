import { renderCalendar, type RenderedCalendar } from '../../calendars/renderCalendar.ts'
import { Calendar } from '../../calendars/settings.ts'
import type { StateAndClock, WorkerContext } from '../context/context.ts'
import { loadFeedRow, type FeedRow } from '../../state/calendars/calendarFeeds.ts'
import { findCalendarRead, listCalendarRows } from '../../state/calendars/calendarRows.ts'
import type { Tx } from '../../platform/sql/types.ts'

export type RenderContext = StateAndClock & Pick<WorkerContext, 'account'>

/** Settings for an export that names no calendar of kitroom.yaml. */
export const defaultCalendar: RenderedCalendar = { ...Calendar.parse({ id: 'shoots' }), name: 'Shoots' }

export interface MakeCalendarOptions {
  calendar: RenderedCalendar
  /** Revision of the calendar's settings; 0 if kitroom.yaml does not define the calendar. */
  revision: number
  url?: string
  /** Default: the present time of this host's clock. */
  nowMs?: number
}

/**
 * Renders a calendar from the stored records.
 * @returns undefined before the first reading, because an empty calendar would claim that there are none
 */
export async function renderStoredCalendar(
  context: RenderContext,
  options: MakeCalendarOptions,
): Promise<string | undefined> {
  const { shows } = options.calendar
  const { read, rows } = await context.state.read(async (tx) => ({
    read: await findCalendarRead(tx, shows),
    rows: await listCalendarRows(tx, shows),
  }))
  if (!read) return undefined
  return renderCalendar({
    rows,
    zone: read.time_zone,
    uidHost: `${context.account}.kitroom`,
    nowMs: context.clock.nowMs(),
    ...options,
  })
}

export const withDefaultName = (calendar: Calendar): RenderedCalendar => ({
  ...calendar,
  name: calendar.name ?? calendar.id,
})

export const loadFeed = (tx: Tx, calendar: Calendar): Promise<FeedRow> =>
  loadFeedRow(tx, calendar.id, calendar.default_duration)
