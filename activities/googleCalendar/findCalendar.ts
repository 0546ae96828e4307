import { say } from '../../contract/sentences/say.ts'
import type { Calendar } from '../../calendars/settings.ts'
import type { CalendarClients } from '../../platform/google/connect.ts'
import { GoogleRefused } from '../../platform/google/refused.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { findGoogleCalendar } from '../../state/calendars/googleCalendars.ts'
import type { GoogleCalendarDeps, PushedCalendar } from './types.ts'

export const isPushed = (calendar: Calendar): calendar is PushedCalendar => calendar.google !== undefined

/** Finds the calendar's id at Google; undefined for a new calendar that was not created yet. */
export async function findGoogleId(tx: Tx, { id, google }: PushedCalendar): Promise<string | undefined> {
  if (google.calendar !== 'new') return google.calendar
  return (await findGoogleCalendar(tx, id))?.google_id ?? undefined
}

/**
 * Connects the account that writes a calendar: the person who signed in for a calendar that Kitroom created, else the
 * service account.
 * @throws GoogleRefused
 */
export async function connectCalendar(
  { google: accounts }: Pick<GoogleCalendarDeps, 'google'>,
  { google }: PushedCalendar,
): Promise<CalendarClients> {
  if (google.calendar !== 'new') return accounts.connect('calendar', 'write')
  const signIn = await accounts.signIns.find('calendar')
  if (!signIn) throw new GoogleRefused(say('no_sign_in_to_calendar'))
  return accounts.connectPerson('calendar', signIn)
}

/** Creates the key of stored facts about a calendar that has no id at Google yet. */
export const toUncreatedKey = (id: string): string => `new:${id}`

export const notCreated = (id: string): GoogleRefused =>
  new GoogleRefused(say('google_calendar_not_created', { calendar: id }))
