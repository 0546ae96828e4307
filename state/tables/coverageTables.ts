import type { Generated, Selectable } from 'kysely'

/** End date of a warranty or insurance inside the watch window or in the past. */
export interface CoverageTable {
  document_id: string
  expires_on: string
  /** 1 while the item is retired. Nobody is notified then. */
  retired: Generated<number>
  /** End date, once it has passed and each recipient got the last step; null after a change of the settings. */
  settled_end: string | null
}

/** State of the coverage evaluation; one row. Times are ISO 8601 UTC. */
export interface CoverageWatchTable {
  id: number
  /** Day of the last list of the window's documents; null before the first. */
  listed_on: string | null
  /** Day of the last list that included long-ended documents. */
  all_listed_on: string | null
  /** Number of requested evaluations, and the day of the last request. */
  asked: Generated<number>
  asked_day: string | null
  /** Number of the last answered request. */
  answered: Generated<number>
  /**
   * Answer to that request: JSON of `CoverageAnswer`. If an earlier version answered, it is null or belongs to an
   * earlier request.
   */
  answer: string | null
  /** Counts of the last evaluation, JSON. */
  counts: Generated<string>
  /** Error of the last evaluation, JSON of code and detail. */
  error: string | null
  /** Hash of the settings of the last evaluation. */
  settings: string | null
  next_at: string | null
  /** End of the last sync that an evaluation has included. */
  synced_at: string | null
  /** Start of the wait for a running sync. */
  held_since: string | null
  /** Start and end of the last evaluation; the end is null while it runs. */
  began_at: string | null
  ended_at: string | null
}

export type CoverageWatchRow = Selectable<CoverageWatchTable>
