import { setTimeout as wait } from 'node:timers/promises'
import { say, type Said } from '../../contract/sentences/say.ts'
import { GoogleQuotaExceeded, GoogleRefused, GoogleUnavailable } from '../../platform/google/refused.ts'
import { formatStoredText } from '../../contract/sentences/storedText.ts'
import { DAY_MS } from '../../contract/policies.ts'
import type { GoogleCalendarInput } from '../../contract/temporal.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { kinds } from '../../calendars/kinds/all.ts'
import { updateRow } from '../../calendars/row.ts'
import {
  findCalendarRead,
  listCalendarRows,
  storeCalendarRow,
  type CalendarRow,
} from '../../state/calendars/calendarRows.ts'
import { readGooglePush, updateGooglePush, type GooglePushRow } from '../../state/calendars/googleCalendars.ts'
import { listGoogleEvents, storeGoogleEvent, type GoogleEventRow } from '../../state/calendars/googleEvents.ts'
import { takeCalendarUnits } from '../../state/calendars/googleQuota.ts'
import { addItems } from '../calendarRecords/readItems.ts'
import { readRecordsById } from '../calendarRecords/readRecords.ts'
import { isScopeMissing, refreshRecords } from '../calendarRecords/refreshRecords.ts'
import { runGoogleActivity } from '../shared/runActivity.ts'
import { createCalls } from './calls.ts'
import { connectCalendar, findGoogleId, isPushed, notCreated, toUncreatedKey } from './findCalendar.ts'
import { findOrphans, planEvents, type PlannedEvent } from './planEvents.ts'
import { reconcileEvents } from './reconcile.ts'
import type { GoogleCalendarDeps, Push, PushedCalendar, PushResult } from './types.ts'
import { removeEvent, writeEvent } from './writeEvent.ts'

/** Interval of reading the records even without an event; each list takes one conditional request. */
const PUSH_INTERVAL_MS = 15 * 60_000
const RECONCILE_INTERVAL_MS = DAY_MS
/** Limit that keeps an attempt short, and its repetition after a crash. */
const WRITES_PER_PUSH = 200
/** Longest wait for the quota inside an activity slot. Other calendars of the account can use the quota meanwhile. */
const MAX_WAIT_MS = 2000

/**
 * Creates a short wait for the quota.
 * @throws GoogleUnavailable if it takes longer: Temporal then repeats the push, which resumes
 */
function createPace(
  { state, clock }: GoogleCalendarDeps,
  credential: string,
  signal: AbortSignal,
): (units: number) => Promise<void> {
  return async (units) => {
    for (let waitedMs = 0; ;) {
      const waitMs = await state.write((tx) => takeCalendarUnits(tx, { credential, units }, clock))
      if (waitMs === 0) return
      waitedMs += waitMs
      if (waitedMs > MAX_WAIT_MS) throw new GoogleUnavailable(say('google_calendar_requests_used_up'))
      await wait(waitMs, undefined, { signal })
    }
  }
}

const readStored = (
  { state }: GoogleCalendarDeps,
  { calendar, googleId }: Push,
): Promise<{ records: readonly CalendarRow[]; events: readonly GoogleEventRow[] }> =>
  state.read(async (tx) => ({
    records: await listCalendarRows(tx, calendar.shows),
    events: await listGoogleEvents(tx, googleId),
  }))

/**
 * Plans events whose record has no row. The inventory is asked for each record, so that the event of an existing one is
 * not deleted.
 */
async function planOrphans(deps: GoogleCalendarDeps, push: Push): Promise<PlannedEvent[]> {
  const { records, events } = await readStored(deps, push)
  const orphans = findOrphans({ records, events })
  if (orphans.length === 0) return []
  const kind = kinds[push.calendar.shows]
  const ids = orphans.map(({ shoot_id: id }) => id)
  const found = await addItems(deps.api, kind, await readRecordsById(deps.api, kind, ids), records, false)
  await deps.state.write(async (tx) => {
    for (const record of found.values())
      if (record) await storeCalendarRow(tx, updateRow(kind, undefined, record, push.zone))
  })
  return orphans.filter(({ shoot_id: id }) => !found.get(id)).map((row) => ({ row, wanted: undefined }))
}

async function planPush(deps: GoogleCalendarDeps, push: Push): Promise<PlannedEvent[]> {
  const orphans = await planOrphans(deps, push)
  const { calendar, googleId, zone } = push
  const stored = await readStored(deps, push)
  return [...orphans, ...planEvents({ calendar, googleId, zone, nowMs: deps.clock.nowMs(), ...stored })]
}

/** Writes events one after another. It stores the result of each before the next. */
async function writeEvents(
  { state, account, clock }: GoogleCalendarDeps,
  { calls, calendar }: Push,
  planned: readonly PlannedEvent[],
): Promise<void> {
  const notifiesGuests = calendar.google.notify_guests
  for (const { row, wanted } of planned) {
    const writer = { calls, account, notifiesGuests, at: toIsoTime(clock.nowMs()) }
    // The event may exist after a lost response. The mark ensures that it is deleted if its record is cancelled in the
    // meantime.
    if (wanted && row.is_shown === 0)
      await state.write((tx) => storeGoogleEvent(tx, { ...row, is_shown: 1, etag: null, hash: null }))
    const written = wanted ? await writeEvent(writer, row, wanted) : await removeEvent(writer, row)
    await state.write((tx) => storeGoogleEvent(tx, written))
  }
}

async function preparePush(
  deps: GoogleCalendarDeps,
  calendar: PushedCalendar,
  googleId: string,
  signal: AbortSignal,
): Promise<Push> {
  const clients = await connectCalendar(deps, calendar)
  const calls = createCalls(clients, googleId, createPace(deps, clients.account.id, signal), signal)
  await refreshRecords(deps, calendar.shows)
  const read = await deps.state.read((tx) => findCalendarRead(tx, calendar.shows))
  if (!read) throw new Error('nothing is known of the records after they were read')
  return { calendar, googleId, calls, zone: read.time_zone }
}

async function reconcileIfDue(deps: GoogleCalendarDeps, push: Push): Promise<void> {
  const { reconciled_at: lastAt } = await deps.state.read((tx) => readGooglePush(tx, push.googleId))
  if (lastAt !== null && Math.abs(deps.clock.nowMs() - Date.parse(lastAt)) < RECONCILE_INTERVAL_MS) return
  await reconcileEvents(deps, push)
}

async function pushCalendar(
  deps: GoogleCalendarDeps,
  calendar: PushedCalendar,
  googleId: string,
  signal: AbortSignal,
): Promise<PushResult> {
  const push = await preparePush(deps, calendar, googleId, signal)
  await reconcileIfDue(deps, push)
  const planned = await planPush(deps, push)
  const batch = planned.slice(0, WRITES_PER_PUSH)
  await writeEvents(deps, push, batch)
  const isMore = planned.length > batch.length
  const noFault = { fault: null, fault_detail: null, fault_since: null }
  await deps.state.write((tx) =>
    updateGooglePush(tx, googleId, { ...noFault, ...(!isMore && { pushed_at: toIsoTime(deps.clock.nowMs()) }) }),
  )
  return { outcome: isMore ? 'more' : 'done', nextInMs: isMore ? 0 : PUSH_INTERVAL_MS, written: batch.length }
}

type Fault = NonNullable<GooglePushRow['fault']>

const faultOf = (error: GoogleRefused | GoogleUnavailable): Fault => {
  if (error instanceof GoogleRefused) return 'refused'
  return error instanceof GoogleQuotaExceeded ? 'quota' : 'unavailable'
}

/**
 * Stores the reason why nothing is written, so that people are notified. An outage does not end a fault that was
 * reported before.
 */
async function storeFault(
  { state, clock }: GoogleCalendarDeps,
  googleId: string,
  fault: Fault,
  said: Said,
): Promise<void> {
  await state.write(async (tx) => {
    const { fault: before, fault_since: since } = await readGooglePush(tx, googleId)
    if (fault === 'unavailable' && before !== null && before !== fault) return
    const isSame = before === fault && since !== null
    await updateGooglePush(tx, googleId, {
      fault,
      fault_detail: formatStoredText(said),
      fault_since: isSame ? since : toIsoTime(clock.nowMs()),
    })
  })
}

const stoppedResult: PushResult = { outcome: 'stopped', nextInMs: PUSH_INTERVAL_MS, written: 0 }

/**
 * Writes some changes of the inventory to a calendar at Google; once a day it also compares all its events. If Google
 * refuses, it tries again later: a person has to act.
 */
export const createPush = (deps: GoogleCalendarDeps) => ({
  pushGoogleCalendar: ({ calendar: id }: GoogleCalendarInput): Promise<PushResult> =>
    runGoogleActivity(deps, async (signal) => {
      const calendar = (await deps.readConfig()).calendars.find((one) => one.id === id)
      if (!calendar || !isPushed(calendar)) return { outcome: 'off', nextInMs: 0, written: 0 }
      const googleId = await deps.state.read((tx) => findGoogleId(tx, calendar))
      const faultKey = googleId ?? toUncreatedKey(id)
      try {
        if (googleId === undefined) throw notCreated(id)
        return await pushCalendar(deps, calendar, googleId, signal)
      } catch (error) {
        if (isScopeMissing(error)) return stoppedResult
        if (error instanceof GoogleRefused || error instanceof GoogleUnavailable)
          await storeFault(deps, faultKey, faultOf(error), error.said)
        if (!(error instanceof GoogleRefused)) throw error
        deps.log.warn({ calendar: id }, `the calendar cannot be written to Google: ${error.message}`)
        return stoppedResult
      }
    }),
})
