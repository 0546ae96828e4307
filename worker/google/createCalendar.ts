import { randomUUID } from 'node:crypto'
import type { calendar_v3 } from '@googleapis/calendar'
import { readAccount } from '../../activities/shared/api.ts'
import { toSubject } from '../../activities/googleCalendar/calls.ts'
import { connectCalendar, isPushed } from '../../activities/googleCalendar/findCalendar.ts'
import type { PushedCalendar } from '../../activities/googleCalendar/types.ts'
import type { createGoogleCalendar } from '../../contract/control/google.ts'
import type { Input, Reply } from '../../contract/operation.ts'
import { callGoogle } from '../../platform/google/call.ts'
import type { CalendarClients } from '../../platform/google/connect.ts'
import { GoogleRefused, GoogleUnavailable } from '../../platform/google/refused.ts'
import { toIsoTime } from '../../platform/clock.ts'
import {
  findGoogleCalendar,
  removeGoogleCalendar,
  storeGoogleCalendar,
  type GoogleCalendarRow,
} from '../../state/calendars/googleCalendars.ts'
import { requireCalendar } from '../calendars/requireCalendar.ts'
import { createWorkerError, type WorkerError } from '../context/errors.ts'
import { wakeGoogleCalendar } from '../wakeups/kinds/googleCalendars.ts'
import type { RunCommandContext, SettingsAccess, StateAccess, WorkerContext } from '../context/context.ts'
import { requireCalendarToken } from './findEmail.ts'
import { withTimeLimit } from './timeLimit.ts'
import type { GoogleAccess } from './context.ts'

type Calendar = calendar_v3.Schema$Calendar

/** Time limit of the preparation, and of the request itself. Together they are shorter than a client waits. */
const LIMIT_MS = 10_000

/** @throws WorkerError if kitroom.yaml has no such calendar, or not a new one */
async function requireNewCalendar({ settings }: SettingsAccess, id: string): Promise<PushedCalendar> {
  const calendar = requireCalendar((await settings.read()).calendars, id)
  if (isPushed(calendar) && calendar.google.calendar === 'new') return calendar
  throw createWorkerError('google_calendar_not_new', { calendar: id })
}

const markOf = (mark: string): string => `kitroom:${mark}`

const createUncertainError = (id: string, name: string): WorkerError =>
  createWorkerError('google_calendar_uncertain', { calendar: id, title: name })

/** Checks a calendar that a person named: its description must have the mark. */
async function adopt(clients: CalendarClients, row: GoogleCalendarRow, googleId: string): Promise<Calendar> {
  const found = await withTimeLimit(LIMIT_MS, (signal) =>
    callGoogle(clients, toSubject(googleId), signal, (options) =>
      clients.calendar.calendars.get({ calendarId: googleId }, options),
    ),
  )
  if (found.description?.includes(markOf(row.mark)) === true) return found
  throw createWorkerError('google_other_calendar', {})
}

/** True if Google certainly created no calendar: any 4xx, including 429. */
const isUndone = (error: unknown): boolean =>
  error instanceof GoogleRefused || (error instanceof GoogleUnavailable && error.isUndone)

interface NewCalendar {
  row: GoogleCalendarRow
  /** Row that `row` replaces, with `--again`. */
  replaced: GoogleCalendarRow | undefined
  name: string
  timeZone: string
}

/** Creates the calendar. If Google refuses, its row is restored. If the response is lost, the row keeps the mark. */
async function insert(
  context: StateAccess,
  clients: CalendarClients,
  { row, replaced, name, timeZone }: NewCalendar,
): Promise<Calendar> {
  await context.state.write((tx) => storeGoogleCalendar(tx, row))
  const requestBody = {
    summary: name,
    timeZone,
    description: `Written by Kitroom. Changes made here are overwritten. (${markOf(row.mark)})`,
  }
  try {
    const subject = {
      resource: { thing: 'new_calendar', id: name },
      api: 'Google Calendar API',
      isWrite: true,
    } as const
    return await withTimeLimit(LIMIT_MS, (signal) =>
      callGoogle(clients, subject, signal, (options) => clients.calendar.calendars.insert({ requestBody }, options)),
    )
  } catch (error) {
    if (isUndone(error))
      await context.state.write((tx) =>
        replaced ? storeGoogleCalendar(tx, replaced) : removeGoogleCalendar(tx, row.mark),
      )
    else if (error instanceof GoogleUnavailable) throw createUncertainError(row.calendar, name)
    throw error
  }
}

/**
 * Requests a token first, so that only a lost response to the request itself leaves it unknown if the calendar exists.
 */
const prepare = (
  context: GoogleAccess & Pick<WorkerContext, 'api'>,
  calendar: PushedCalendar,
): Promise<{ clients: CalendarClients; timeZone: string }> =>
  withTimeLimit(LIMIT_MS, async (signal) => {
    const clients = await connectCalendar(context, calendar)
    await requireCalendarToken(clients, signal)
    const { timeZone } = await readAccount(context.api, signal)
    return { clients, timeZone }
  })

/**
 * Creates the calendar of kitroom.yaml at Google, once. After a lost response only a person can tell if it exists.
 * @throws WorkerError, GoogleRefused, GoogleUnavailable
 */
export async function createCalendar(
  context: GoogleAccess & RunCommandContext,
  { params, body }: Input<typeof createGoogleCalendar>,
): Promise<Reply<typeof createGoogleCalendar>> {
  const calendar = await requireNewCalendar(context, params.id)
  const name = calendar.name ?? calendar.id
  const stored = await context.state.read((tx) => findGoogleCalendar(tx, calendar.id))
  const toReply = (row: GoogleCalendarRow, isNew: boolean): Reply<typeof createGoogleCalendar> => ({
    data: { calendar: calendar.id, google_id: row.google_id ?? '', name, email: row.email, is_new: isNew },
  })
  if (stored?.google_id && body.again !== true) return toReply(stored, false)
  if (stored && body.google_id === undefined && body.again !== true) throw createUncertainError(calendar.id, name)
  if (!stored && body.google_id !== undefined)
    throw createWorkerError('google_not_asked', { title: name, calendar: calendar.id })
  const { clients, timeZone } = await prepare(context, calendar)
  const asked: GoogleCalendarRow = {
    calendar: calendar.id,
    google_id: null,
    mark: randomUUID(),
    email: null,
    requested_at: toIsoTime(context.clock.nowMs()),
  }
  const { google_id: givenId } = body
  const found =
    stored && givenId !== undefined
      ? await adopt(clients, stored, givenId)
      : await insert(context, clients, { row: asked, replaced: stored, name, timeZone })
  const { mark, requested_at } = givenId === undefined || !stored ? asked : stored
  const row: GoogleCalendarRow = {
    calendar: calendar.id,
    google_id: found.id ?? '',
    mark,
    email: found.dataOwner ?? null,
    requested_at,
  }
  await context.state.write((tx) => storeGoogleCalendar(tx, row))
  await wakeGoogleCalendar(context, calendar.id)
  return toReply(row, true)
}
