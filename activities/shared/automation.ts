import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { Api } from './api.ts'
import type { Config } from '../../config/config.ts'

/** Dependencies shared by the automations: maintenance, warranties, calendars, reminders. */
export interface AutomationDeps {
  state: Database
  api: Api
  clock: Clock
  log: Logger
  readConfig: () => Promise<Config>
}

/** A day in the studio's time zone, `YYYY-MM-DD`. */
export interface Day {
  day: string
}

export interface ReminderDay extends Day {
  /** Last day whose reminder time has passed. Its missing reminders are queued. Default: `day`. */
  settledDay?: string
}

/** Counts by name, for the log and the workflow history. */
export type Counts = Record<string, number>
