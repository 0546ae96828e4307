import { findGoogleId, isPushed, toUncreatedKey } from '../../activities/googleCalendar/findCalendar.ts'
import type { PushedCalendar } from '../../activities/googleCalendar/types.ts'
import { kinds } from '../../calendars/kinds/all.ts'
import type { Calendar } from '../../calendars/settings.ts'
import type { Config } from '../../config/config.ts'
import { englishTexts } from '../../messages/languages/texts.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { listCalendarFaults, type CalendarFaultRow } from '../../state/calendars/calendarFaults.ts'
import { readGooglePush } from '../../state/calendars/googleCalendars.ts'
import { listGoogleEvents, type GoogleEventRow } from '../../state/calendars/googleEvents.ts'
import { createProblem, type Problem } from './problem.ts'

/** Until then an outage ends by itself. */
const UNAVAILABLE_AFTER_MS = 60 * 60_000
const MAX_TITLES = 5
const CHECK_COMMAND = 'npm run kitroom -- google check'

const toKey = (id: string): string => `calendar:${id}`

/** How often a push is repeated. */
const INTERVALS = { refused: 'every quarter of an hour', unavailable: 'every minute', quota: 'every hour' } as const

const { calendar: english } = englishTexts.problems

function toUnreadableProblem({ id, shows }: Calendar, { detail, since }: CalendarFaultRow): Problem {
  return createProblem({
    key: toKey(id),
    code: 'calendar_unreadable',
    detail: `${detail}\n${english.staysAsItIs}`,
    describe: ({ problems: { calendar, facts: names }, format }) => ({
      title: calendar.unreadable({ id, shows }),
      facts: [
        { name: names.calendar, value: id },
        { name: names.why, value: detail },
        { name: names.since, value: format.time(since) },
        { name: names.whatThatMeans, value: calendar.staysAsItIs },
      ],
    }),
  })
}

function toStoppedProblem(id: string, fault: keyof typeof INTERVALS, detail: string, since: string): Problem {
  return createProblem({
    key: toKey(id),
    code: 'calendar_stopped',
    detail: `${detail}\nIt is tried again ${INTERVALS[fault]}. See it: ${CHECK_COMMAND}`,
    describe: ({ problems: { calendar, facts: names }, format }) => ({
      title: calendar.stopped(id),
      facts: [
        { name: names.calendar, value: id },
        { name: names.why, value: detail },
        { name: names.since, value: since === '' ? '' : format.time(since) },
        { name: names.seeIt, value: CHECK_COMMAND },
      ],
    }),
  })
}

function listTitles(rows: readonly GoogleEventRow[], { titles } = english): string {
  const listed = rows.slice(0, MAX_TITLES).map(({ title }) => title)
  return titles(listed, rows.length - listed.length)
}

function toRefusedProblem({ id, shows }: Calendar, rows: readonly GoogleEventRow[]): Problem {
  const refusal = rows[0]?.refusal ?? ''
  return createProblem({
    key: toKey(id),
    code: 'calendar_events_refused',
    detail: `${listTitles(rows)}: ${refusal}\nThe other ${kinds[shows].noun.many} are written. Each is tried again when it changes.`,
    describe: ({ problems: { calendar, facts: names } }) => ({
      title: calendar.refused({ id, shows, count: rows.length }),
      facts: [
        { name: names.calendar, value: id },
        { name: names.events, value: listTitles(rows, calendar) },
        { name: names.why, value: refusal },
      ],
    }),
  })
}

function toEditedProblem({ id, shows }: Calendar, rows: readonly GoogleEventRow[]): Problem {
  return createProblem({
    key: toKey(id),
    code: 'calendar_events_edited',
    detail: `${listTitles(rows)}\n${english.leavesChanges(shows)}`,
    describe: ({ problems: { calendar, facts: names } }) => ({
      title: calendar.edited({ id, shows, count: rows.length }),
      facts: [
        { name: names.calendar, value: id },
        { name: names.events, value: listTitles(rows, calendar) },
        { name: names.whatHappens, value: calendar.leavesChanges(shows) },
      ],
    }),
  })
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
