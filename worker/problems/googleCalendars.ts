import { findGoogleId, isPushed, toUncreatedKey } from '../../activities/googleCalendar/findCalendar.ts'
import type { PushedCalendar } from '../../activities/googleCalendar/types.ts'
import type { Config } from '../../config/config.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { readGooglePush } from '../../state/googleCalendars.ts'
import { listGoogleEvents, type GoogleEventRow } from '../../state/googleEvents.ts'
import type { Problem } from './problem.ts'

/** Until then an outage ends by itself. */
const UNAVAILABLE_AFTER_MS = 60 * 60_000
const MAX_TITLES = 5
const CHECK_COMMAND = 'npm run kitroom -- google check'

const toKey = (id: string): string => `calendar:${id}`

/** How often a push is repeated. */
const INTERVALS = { refused: 'every quarter of an hour', unavailable: 'every minute', quota: 'every hour' } as const

function toStoppedProblem(id: string, fault: keyof typeof INTERVALS, detail: string, since: string): Problem {
  return {
    key: toKey(id),
    code: 'calendar_stopped',
    title: `The calendar ${id} is not written to Google any more`,
    detail: `${detail}\nIt is tried again ${INTERVALS[fault]}. See it: ${CHECK_COMMAND}`,
    facts: [
      { name: 'Calendar', value: id },
      { name: 'Why', value: detail },
      { name: 'Since', value: since },
      { name: 'See it', value: CHECK_COMMAND },
    ],
  }
}

function listTitles(rows: readonly GoogleEventRow[]): string {
  const titles = rows.slice(0, MAX_TITLES).map(({ title }) => `"${title}"`)
  return rows.length > titles.length ? `${titles.join(', ')} and ${rows.length - titles.length} more` : titles.join(', ')
}

function toRefusedProblem(id: string, rows: readonly GoogleEventRow[]): Problem {
  const detail = `${listTitles(rows)}: ${rows[0]?.refusal ?? ''}`
  return {
    key: toKey(id),
    code: 'calendar_events_refused',
    title: `Google refuses ${rows.length === 1 ? 'a shoot' : `${rows.length} shoots`} in the calendar ${id}`,
    detail: `${detail}\nThe other shoots are written. Each is tried again when it changes.`,
    facts: [
      { name: 'Calendar', value: id },
      { name: 'Shoots', value: listTitles(rows) },
      { name: 'Why', value: rows[0]?.refusal ?? '' },
    ],
  }
}

function toEditedProblem(id: string, rows: readonly GoogleEventRow[]): Problem {
  const detail = 'Kitroom leaves the changes, because the calendar has drift: report, and overwrites them when the shoot changes next.'
  return {
    key: toKey(id),
    code: 'calendar_events_edited',
    title: `Somebody changed ${rows.length === 1 ? 'a shoot' : `${rows.length} shoots`} in the calendar ${id} at Google`,
    detail: `${listTitles(rows)}\n${detail}`,
    facts: [
      { name: 'Calendar', value: id },
      { name: 'Shoots', value: listTitles(rows) },
      { name: 'What happens', value: detail },
    ],
  }
}

async function findCalendarProblem(tx: Tx, calendar: PushedCalendar, nowMs: number): Promise<Problem | undefined> {
  const { id } = calendar
  const googleId = (await findGoogleId(tx, calendar)) ?? toUncreatedKey(id)
  const { fault, fault_detail: detail, fault_since: since } = await readGooglePush(tx, googleId)
  const isLasting = fault !== 'unavailable' || (since !== null && nowMs - Date.parse(since) >= UNAVAILABLE_AFTER_MS)
  if (fault !== null && isLasting) return toStoppedProblem(id, fault, detail ?? '', since ?? '')
  const rows = await listGoogleEvents(tx, googleId)
  const refused = rows.filter(({ refusal }) => refusal !== null)
  if (refused.length > 0) return toRefusedProblem(id, refused)
  const edited = rows.filter(({ edited_at: editedAt }) => editedAt !== null)
  return edited.length > 0 && calendar.google.drift === 'report' ? toEditedProblem(id, edited) : undefined
}

/** Calendars that cannot be written to Google, and shoots in them that differ from the inventory. */
export async function findCalendarProblems(tx: Tx, { calendars }: Config, nowMs: number): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const calendar of calendars.filter(isPushed)) {
    const problem = await findCalendarProblem(tx, calendar, nowMs)
    if (problem) problems.push(problem)
  }
  return problems
}
