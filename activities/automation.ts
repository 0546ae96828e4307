import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Database } from '../platform/sql/types.ts'
import type { Api } from './api.ts'
import type { Config } from '../config/config.ts'

/** What the activities of the automations work with: maintenance, warranties, calendars, reminders. */
export interface AutomationDeps {
  state: Database
  api: Api
  clock: Clock
  log: Logger
  /** Reads kitroom.yaml as it is now. @throws SettingsError */
  readConfig: () => Promise<Config>
}

/** A day in the studio's time zone, `YYYY-MM-DD`. */
export interface Day {
  day: string
}

/** A day on which the hour of reminders may not have come yet. */
export interface ReminderDay extends Day {
  /** The last day whose hour of reminders has come: who lacks the step of that day is reminded. Left out: `day` itself. */
  settledDay?: string
}

/** What was done, by what was counted: for the log and for the history. */
export type Counts = Record<string, number>
