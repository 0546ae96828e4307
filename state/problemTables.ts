import type { Generated } from 'kysely'

/** Something that keeps the worker from its work. One with the same key is the same problem until it is over. */
export interface ProblemTable {
  problem_id: string
  /** What it is about, such as `sync:main`. */
  key: string
  code: string
  /** One line. */
  title: string
  detail: string
  /** What a message says of it, JSON: names and values. */
  facts: string
  began_at: string
  ended_at: string | null
}

/** A daily run, by the execution of its workflow. */
export interface DailyRunTable {
  execution_id: string
  /** YYYY-MM-DD; null until it is known. */
  day: string | null
  begun_at: string
  ended_at: string | null
  /** The steps that failed, JSON: name and detail. */
  failed: Generated<string>
}

/** Why the schedule of a source could not start a sync, since when. */
export interface ScheduleFaultTable {
  source: string
  code: string
  detail: string
  since: string
}
