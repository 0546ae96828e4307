import type { Calendar } from '../../calendars/settings.ts'
import type { WithLock } from '../../state/hosts/withLock.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import type { GoogleAccounts } from '../google/googleAccounts.ts'
import type { CalendarCalls } from './calls.ts'

/** A calendar of kitroom.yaml that is written to Google. */
export type PushedCalendar = Calendar & { google: NonNullable<Calendar['google']> }

export interface GoogleCalendarDeps extends AutomationDeps {
  withLock: WithLock
  google: Pick<GoogleAccounts, 'connect' | 'connectPerson' | 'signIns' | 'keyFile'>
  /** Id that marks the events of this account. */
  account: string
  /** Scales the delays between calls of Google, for tests. */
  scaledMs: (delayMs: number) => number
  /** Wakes the workflow of a calendar; starts it if needed. @throws transient errors when Temporal does not answer */
  wakeCalendar: (calendar: string) => Promise<void>
}

/** Input of a push and of its comparison with Google. */
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
  /** Delay of the next push, unless something changes before. */
  nextInMs: number
  written: number
}
