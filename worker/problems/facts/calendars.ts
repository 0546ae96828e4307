import { findGoogleId, isPushed, toUncreatedKey } from '../../../activities/googleCalendar/findCalendar.ts'
import type { PushedCalendar } from '../../../activities/googleCalendar/types.ts'
import { parseStoredText, type StoredText } from '../../../contract/sentences/storedText.ts'
import type { Calendar } from '../../../calendars/settings.ts'
import { englishTexts } from '../../../messages/languages/texts.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { listCalendarFaults, type CalendarFault } from '../../../state/calendars/calendarFaults.ts'
import { readGooglePush, type GooglePushRow } from '../../../state/calendars/googleCalendars.ts'
import { listGoogleEvents, type GoogleEventRow } from '../../../state/calendars/googleEvents.ts'
import { everybody, MINUTE_MS, oncePerCheck, saying, type Check } from '../kind.ts'

/** Time after which an outage is reported. A shorter one needs no person. */
const UNAVAILABLE_AFTER_MS = 60 * MINUTE_MS
const MAX_TITLES = 5

/** Faults of a calendar of kitroom.yaml. If it cannot be written to Google, its events are not read. */
export interface CalendarState {
  calendar: Calendar
  /** Fault that prevents the worker from reading the calendar's records. */
  unreadable?: CalendarFault
  /** Fault that prevents writing to Google. */
  stopped?: { fault: NonNullable<GooglePushRow['fault']>; cause: StoredText; since: string }
  refused?: readonly GoogleEventRow[]
  /** Events that people changed, if such changes are reported. */
  edited?: readonly GoogleEventRow[]
  /** Events that people made repeat. */
  repeated?: readonly GoogleEventRow[]
}

async function readPushedState(calendar: PushedCalendar, nowMs: number, tx: Tx): Promise<CalendarState> {
  const googleId = (await findGoogleId(tx, calendar)) ?? toUncreatedKey(calendar.id)
  const { fault, fault_detail: detail, fault_since: since } = await readGooglePush(tx, googleId)
  const isLasting = fault !== 'unavailable' || (since !== null && nowMs - Date.parse(since) >= UNAVAILABLE_AFTER_MS)
  if (fault !== null && isLasting)
    return { calendar, stopped: { fault, cause: parseStoredText(detail ?? ''), since: since ?? '' } }
  const rows = await listGoogleEvents(tx, googleId)
  return {
    calendar,
    refused: rows.filter(({ refusal }) => refusal !== null),
    edited: calendar.google.drift === 'report' ? rows.filter(({ edited_at: editedAt }) => editedAt !== null) : [],
    repeated: rows.filter(({ repeated_at: repeatedAt }) => repeatedAt !== null),
  }
}

export const readCalendarStates = oncePerCheck(async ({ config, nowMs }: Check, tx) => {
  const faults = new Map((await listCalendarFaults(tx)).map((fault) => [fault.kind, fault]))
  const states: CalendarState[] = []
  for (const calendar of config.calendars) {
    const unreadable = faults.get(calendar.shows)
    if (unreadable) states.push({ calendar, unreadable })
    else if (isPushed(calendar)) states.push(await readPushedState(calendar, nowMs, tx))
  }
  return states
})

export function listTitles(rows: readonly GoogleEventRow[], { titles } = englishTexts.problems.calendar): string {
  const listed = rows.slice(0, MAX_TITLES).map(({ title }) => title)
  return titles(listed, rows.length - listed.length)
}

/** Common parts of problems of calendars at Google. */
export const ofCalendar = {
  key: 'calendar',
  isOfWorker: false,
  blocks: 'none',
  notifies: everybody,
  end: saying(({ problems }, { subject }) => problems.calendar.works(subject)),
} as const
