import type { Calendar } from '../../calendars/settings.ts'
import type { GoogleCalendarInput } from '../../contract/temporal.ts'
import type { WithLock } from '../../state/hosts/withLock.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import type { GoogleAccounts } from '../google/googleAccounts.ts'
import type { CalendarCalls } from './calls.ts'

/** A calendar of kitroom.yaml that is written to Google. */
export type PushedCalendar = Calendar & { google: NonNullable<Calendar['google']> }

export interface GoogleCalendarDeps extends AutomationDeps {
  withLock: WithLock
  google: Pick<GoogleAccounts, 'connect' | 'connectPerson' | 'signIns' | 'keyFile'>
  /** Marks the events of this account. */
  account: string
  /** Shortens the delays between calls of Google, for tests. */
  scaledMs: (delayMs: number) => number
  /** Wakes the workflow of a calendar; starts it if needed. @throws transient errors when Temporal does not answer */
  wakeCalendar: (calendar: string) => Promise<void>
}

/** What a push and its comparison with Google need. */
export interface Push {
  calendar: PushedCalendar
  googleId: string
  calls: CalendarCalls
  /** The studio's time zone. */
  zone: string
}

export interface PushResult {
  /** `off`: kitroom.yaml no longer has the calendar, or not for Google. `more`: call again immediately. */
  outcome: 'done' | 'more' | 'stopped' | 'off'
  /** Wait until the next push, unless something changes before. */
  nextInMs: number
  written: number
}

export interface GoogleCalendarActivities {
  /** Writes some of what has changed to a calendar at Google; once a day also compares all its events. */
  pushGoogleCalendar(arg: GoogleCalendarInput): Promise<PushResult>
}

export interface ShootActivities {
  /** Handles the inbox events of what calendars show: wakes the calendars that are written to Google. `more`: call again. */
  followShoots(arg: Record<string, never>): Promise<{ more: boolean }>
}
