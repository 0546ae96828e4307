import { refreshShoots } from './refreshShoots.ts'
import { renderCalendar, type RenderInput } from '../../calendars/renderCalendar.ts'
import { Calendar } from '../../calendars/settings.ts'
import type { WorkerContext } from '../context.ts'
import { takeFeed, type FeedRow } from '../../state/calendarFeeds.ts'
import { findShootsRead, listShootRows } from '../../state/calendarShoots.ts'
import type { Tx } from '../../platform/sql/types.ts'

/** What of the worker calendars work with. */
export type CalendarContext = Pick<WorkerContext, 'state' | 'api' | 'clock' | 'log' | 'account' | 'configFile' | 'publicUrl' | 'withLock'>

const LOCK = 'calendars'

/** What a calendar holds for whom kitroom.yaml has none. */
export const plainCalendar: RenderInput['calendar'] = { ...Calendar.parse({ id: 'shoots' }), name: 'Shoots' }

/** Brings what is known of the shoots up to date, one reading at a time. */
export const refreshCalendars = (context: CalendarContext): Promise<void> => context.withLock(LOCK, () => refreshShoots(context))

/** What a file and a feed are made for. */
export interface MakeOptions {
  calendar: RenderInput['calendar']
  /** 0 for what is no calendar of kitroom.yaml. */
  revision: number
  url?: string
}

/**
 * A calendar as the worker knows the shoots now.
 * @returns undefined while no shoots were ever read: an empty calendar would say that there are none
 */
export async function makeCalendar(context: CalendarContext, options: MakeOptions): Promise<string | undefined> {
  const { read, rows } = await context.state.read(async (tx) => ({ read: await findShootsRead(tx), rows: await listShootRows(tx) }))
  if (!read) return undefined
  return renderCalendar({ ...options, rows, zone: read.time_zone, uidHost: `${context.account}.kitroom`, nowMs: context.clock.nowMs() })
}

/** A calendar of kitroom.yaml, with its id for a name where it has none. */
export const namedCalendar = (calendar: Calendar): RenderInput['calendar'] => ({ ...calendar, name: calendar.name ?? calendar.id })

/** What is kept of a calendar of kitroom.yaml as it is set now. */
export const feedOf = (tx: Tx, calendar: Calendar): Promise<FeedRow> => takeFeed(tx, calendar.id, calendar.default_duration)
