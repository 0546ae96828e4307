import type { Generated, Selectable } from 'kysely'

/** End date of a warranty or insurance inside the watch window or in the past. */
export interface CoverageTable {
  document_id: string
  expires_on: string
  /** 1 while the item is retired; nobody is notified then. */
  retired: Generated<number>
  /** The end, once it has passed and each recipient got its last step; null after a change of the settings. */
  settled_end: string | null
}

/** State of the coverage evaluation; one row. Moments are ISO 8601 UTC. */
export interface CoverageWatchTable {
  id: number
  /** Day on which the documents of the window were listed last; null before the first time. */
  listed_on: string | null
  /** Day on which those that ended long ago were listed too. */
  all_listed_on: string | null
  /** Number of requested evaluations, and the day of the last request. */
  asked: Generated<number>
  asked_day: string | null
  /** Number of the last request that was answered. */
  answered: Generated<number>
  /** The answer to it: JSON of `CoverageAnswer`. Null or of an earlier request when an earlier version answered. */
  answer: string | null
  /** Counts of the last evaluation, JSON. */
  counts: Generated<string>
  /** Error of the last evaluation, JSON of code and detail. */
  error: string | null
  /** Hash of the settings used by the last evaluation. */
  settings: string | null
  next_at: string | null
  /** End of the last sync that was evaluated. */
  synced_at: string | null
  /** Start of the wait for a running sync. */
  held_since: string | null
  /** Begin of the last evaluation, and its end; the end is null while it runs. */
  began_at: string | null
  ended_at: string | null
}

export type CoverageWatchRow = Selectable<CoverageWatchTable>
