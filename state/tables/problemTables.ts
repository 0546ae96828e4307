import type { Generated } from 'kysely'

/** A problem of the worker. At most one is open per key. */
export interface ProblemTable {
  problem_id: string
  /** Subject, such as `sync:main`. */
  key: string
  code: string
  title: string
  detail: string
  /** Names and values for messages, JSON. */
  facts: string
  /** Title and facts in other languages, JSON by language. */
  translations: string
  began_at: string
  ended_at: string | null
}

export interface DailyRunTable {
  execution_id: string
  /** YYYY-MM-DD; null until known. */
  day: string | null
  begun_at: string
  ended_at: string | null
  /** Failed steps, JSON of name and detail. */
  failed: Generated<string>
  /** Counts of the completed steps, JSON by step and name. */
  counts: Generated<string>
}

/** Reason why a source's schedule cannot start a sync. */
export interface ScheduleFaultTable {
  source: string
  code: string
  detail: string
  since: string
}

/**
 * An active schedule, and the time since when no run of its source has ended: its last end, or the start of the
 * schedule.
 */
export interface ScheduleWatchTable {
  source: string
  cron: string
  time_zone: string
  since: string
}
