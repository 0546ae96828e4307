import type { calendar_v3 } from '@googleapis/calendar'
import { hasSameFields, toEventId } from '../../calendars/google/event.ts'
import { toEntry } from '../../calendars/toEntry.ts'
import { GoogleRefused } from '../../platform/google/refused.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { listCalendarRows, type CalendarRow } from '../../state/calendars/calendarRows.ts'
import { readGooglePush, updateGooglePush } from '../../state/calendars/googleCalendars.ts'
import {
  listGoogleEvents,
  storeGoogleEvent,
  toNewEventRow,
  type GoogleEventRow,
} from '../../state/calendars/googleEvents.ts'
import type { CalendarCalls, EventPage } from './calls.ts'
import { toWanted } from './planEvents.ts'
import type { GoogleCalendarDeps, Push } from './types.ts'
import { toRepeatedAt } from './writeEvent.ts'

type Event = calendar_v3.Schema$Event

/** Answers to a sync token that Google has expired, and to one that it does not know. */
const LOST_TOKEN: ReadonlySet<number> = new Set([400, 410])
const UUID_PARTS = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})(\d*)$/

interface Changes {
  events: Event[]
  /** True if `events` is the complete list. */
  isFull: boolean
  syncToken: string | undefined
}

/** Parses record and generation of an event id that Kitroom could have created. */
function parseEventId(id: string): { recordId: string; generation: number } | undefined {
  const [, a, b, c, d, e, generation = ''] = UUID_PARTS.exec(id) ?? []
  return a === undefined ? undefined : { recordId: [a, b, c, d, e].join('-'), generation: Number(generation || 0) }
}

/** Lists events whose id Kitroom could have created. */
async function listChanges(calls: CalendarCalls, syncToken: string | undefined): Promise<Changes> {
  const events: Event[] = []
  let page: EventPage | undefined
  do {
    page = await calls.list({ syncToken, pageToken: page?.nextPageToken })
    // A shared calendar can contain years of other events.
    events.push(...page.events.filter(({ id }) => parseEventId(id ?? '') !== undefined))
  } while (page.nextPageToken !== undefined)
  return { events, isFull: syncToken === undefined, syncToken: page.nextSyncToken }
}

/** Lists changes since the last list; all events if Google does not accept the token. */
async function listChangesOrAll(calls: CalendarCalls, syncToken: string | null): Promise<Changes> {
  if (syncToken === null) return listChanges(calls, undefined)
  try {
    return await listChanges(calls, syncToken)
  } catch (error) {
    if (!(error instanceof GoogleRefused) || !LOST_TOKEN.has(error.status ?? 0)) throw error
    return listChanges(calls, undefined)
  }
}

/** Adopts an unknown event of Kitroom's, which the worker wrote before its database was restored. */
function adopt(
  event: Event,
  { googleId }: Push,
  { account, at }: { account: string; at: string },
): GoogleEventRow | undefined {
  const id = parseEventId(event.id ?? '')
  if (!id || event.status === 'cancelled' || event.extendedProperties?.private?.['kitroom'] !== account)
    return undefined
  const { recordId, generation } = id
  return {
    ...toNewEventRow(googleId, recordId),
    generation,
    is_shown: 1,
    etag: event.etag ?? null,
    title: event.summary ?? '',
    repeated_at: toRepeatedAt(toNewEventRow(googleId, recordId), event, at),
  }
}

/** Updates the row of an event that differs from what Kitroom wrote. */
function applyDrift(row: GoogleEventRow, event: Event, { calendar }: Push, at: string): GoogleEventRow {
  const etag = event.etag ?? null
  // A person restored an event that Kitroom deleted. It must be deleted again.
  if (row.is_shown === 0) return { ...row, is_shown: 1, etag, hash: null }
  return calendar.google.drift === 'repair'
    ? { ...row, etag, hash: null }
    : { ...row, etag, edited_at: row.edited_at ?? at }
}

interface StoredState {
  rows: ReadonlyMap<string, GoogleEventRow>
  records: ReadonlyMap<string, CalendarRow>
}

/** True if the event equals what Kitroom last wrote. */
function isAsWritten(row: GoogleEventRow, event: Event, { records }: StoredState, push: Push): boolean {
  const isGone = event.status === 'cancelled'
  if (isGone || row.is_shown === 0) return isGone && row.is_shown === 0
  if (event.etag === row.etag && row.edited_at === null) return true
  const record = records.get(row.shoot_id)
  if (!record || event.extendedProperties?.private?.['hash'] !== row.hash) return false
  return hasSameFields(event, toWanted(toEntry(record, push.calendar), push.zone).event)
}

function updateRow(
  event: Event,
  state: StoredState,
  push: Push,
  { account, at }: { account: string; at: string },
): GoogleEventRow | undefined {
  const row = state.rows.get(event.id ?? '')
  if (!row) return adopt(event, push, { account, at })
  const repeated_at = toRepeatedAt(row, event, at)
  if (!isAsWritten(row, event, state, push)) return { ...applyDrift(row, event, push, at), repeated_at }
  return row.is_shown === 1 ? { ...row, etag: event.etag ?? null, edited_at: null, repeated_at } : undefined
}

/** Finds events that Google has purged: a full list does not have them. */
function findForgotten({ events, isFull }: Changes, { rows }: StoredState): GoogleEventRow[] {
  if (!isFull) return []
  const listed = new Set(events.map(({ id }) => id))
  return [...rows].flatMap(([id, row]) => (row.is_shown === 1 && !listed.has(id) ? [row] : []))
}

async function readState(tx: Tx, { googleId, calendar }: Push): Promise<StoredState> {
  const rows = new Map(
    (await listGoogleEvents(tx, googleId)).map((row) => [toEventId(row.shoot_id, row.generation), row]),
  )
  return { rows, records: new Map((await listCalendarRows(tx, calendar.shows)).map((row) => [row.id, row])) }
}

/**
 * Finds changes that people made in the calendar since the last time, by Google's list of changes. The next push writes
 * the event again, or the change is reported.
 * @returns number of events that changed
 * @throws GoogleRefused, GoogleUnavailable
 */
export async function reconcileEvents({ state, clock, account }: GoogleCalendarDeps, push: Push): Promise<number> {
  const { googleId, calls } = push
  const { sync_token: lastToken } = await state.read((tx) => readGooglePush(tx, googleId))
  const changes = await listChangesOrAll(calls, lastToken)
  const at = toIsoTime(clock.nowMs())
  return state.write(async (tx) => {
    const stored = await readState(tx, push)
    const updated = changes.events.flatMap((event) => updateRow(event, stored, push, { account, at }) ?? [])
    const forgotten = findForgotten(changes, stored).map((row) => applyDrift(row, {}, push, at))
    for (const row of [...updated, ...forgotten]) await storeGoogleEvent(tx, row)
    await updateGooglePush(tx, googleId, { sync_token: changes.syncToken ?? null, reconciled_at: at })
    return updated.length + forgotten.length
  })
}
