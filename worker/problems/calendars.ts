import { findGoogleId, isPushed, toUncreatedKey } from '../../activities/googleCalendar/findCalendar.ts'
import type { PushedCalendar } from '../../activities/googleCalendar/types.ts'
import { kinds } from '../../calendars/kinds/all.ts'
import type { CalendarKind } from '../../calendars/kinds/kind.ts'
import type { Calendar } from '../../calendars/settings.ts'
import type { Config } from '../../config/config.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { listCalendarFaults, type CalendarFaultRow } from '../../state/calendarFaults.ts'
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

function toUnreadableProblem({ id, shows }: Calendar, { detail, since }: CalendarFaultRow): Problem {
  const { noun } = kinds[shows]
  const consequence = `Until then the calendar stays as it is. Other calendars are not concerned.`
  return {
    key: toKey(id),
    code: 'calendar_unreadable',
    title: `The calendar ${id} cannot show ${noun.many}`,
    detail: `${detail}\n${consequence}`,
    facts: [
      { name: 'Calendar', value: id },
      { name: 'Why', value: detail },
      { name: 'Since', value: since },
      { name: 'What that means', value: consequence },
    ],
  }
}

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

const countRecords = ({ noun }: CalendarKind, { length }: readonly unknown[]): string => (length === 1 ? `a ${noun.one}` : `${length} ${noun.many}`)

function toRefusedProblem({ id, shows }: Calendar, rows: readonly GoogleEventRow[]): Problem {
  const kind = kinds[shows]
  const detail = `${listTitles(rows)}: ${rows[0]?.refusal ?? ''}`
  return {
    key: toKey(id),
    code: 'calendar_events_refused',
    title: `Google refuses ${countRecords(kind, rows)} in the calendar ${id}`,
    detail: `${detail}\nThe other ${kind.noun.many} are written. Each is tried again when it changes.`,
    facts: [
      { name: 'Calendar', value: id },
      { name: 'Events', value: listTitles(rows) },
      { name: 'Why', value: rows[0]?.refusal ?? '' },
    ],
  }
}

function toEditedProblem({ id, shows }: Calendar, rows: readonly GoogleEventRow[]): Problem {
  const kind = kinds[shows]
  const detail = `Kitroom leaves the changes, because the calendar has drift: report, and overwrites them when the ${kind.noun.one} changes next.`
  return {
    key: toKey(id),
    code: 'calendar_events_edited',
    title: `Somebody changed ${countRecords(kind, rows)} in the calendar ${id} at Google`,
    detail: `${listTitles(rows)}\n${detail}`,
    facts: [
      { name: 'Calendar', value: id },
      { name: 'Events', value: listTitles(rows) },
      { name: 'What happens', value: detail },
    ],
  }
}

async function findGoogleProblem(tx: Tx, calendar: PushedCalendar, nowMs: number): Promise<Problem | undefined> {
  const { id } = calendar
  const googleId = (await findGoogleId(tx, calendar)) ?? toUncreatedKey(id)
  const { fault, fault_detail: detail, fault_since: since } = await readGooglePush(tx, googleId)
  const isLasting = fault !== 'unavailable' || (since !== null && nowMs - Date.parse(since) >= UNAVAILABLE_AFTER_MS)
  if (fault !== null && isLasting) return toStoppedProblem(id, fault, detail ?? '', since ?? '')
  const rows = await listGoogleEvents(tx, googleId)
  const refused = rows.filter(({ refusal }) => refusal !== null)
  if (refused.length > 0) return toRefusedProblem(calendar, refused)
  const edited = rows.filter(({ edited_at: editedAt }) => editedAt !== null)
  return edited.length > 0 && calendar.google.drift === 'report' ? toEditedProblem(calendar, edited) : undefined
}

/** Calendars whose records the worker may not read, or that cannot be written to Google, and events there that differ from the inventory. */
export async function findCalendarProblems(tx: Tx, { calendars }: Config, nowMs: number): Promise<Problem[]> {
  const problems: Problem[] = []
  const faults = new Map((await listCalendarFaults(tx)).map((fault) => [fault.kind, fault]))
  for (const calendar of calendars) {
    const fault = faults.get(calendar.shows)
    if (fault) problems.push(toUnreadableProblem(calendar, fault))
    else if (isPushed(calendar)) {
      const problem = await findGoogleProblem(tx, calendar, nowMs)
      if (problem) problems.push(problem)
    }
  }
  return problems
}
