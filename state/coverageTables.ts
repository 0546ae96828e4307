import type { Generated, Selectable } from 'kysely'

/** The end of a warranty or an insurance that lies inside the watch window or has passed. */
export interface CoverageTable {
  document_id: string
  /** YYYY-MM-DD. */
  expires_on: string
  /** 1 while the item is retired, as far as was read last: nobody is notified. */
  retired: Generated<number>
}

/** How far the evaluation of all coverage has come. One row. Moments are ISO 8601 UTC. */
export interface CoverageWatchTable {
  id: number
  /** The studio's day on which the documents of the API were listed last; null before the first time. */
  listed_on: string | null
  /** How often somebody has asked for a full evaluation, and for which day the last time. */
  asked: Generated<number>
  asked_day: string | null
  /** Up to which of them the evaluation has answered. */
  answered: Generated<number>
  /** What the last answer counted, JSON. */
  counts: Generated<string>
  /** Why the last answer is none, JSON of code and detail. */
  error: string | null
  /** Hash of the settings that the last evaluation went by. */
  settings: string | null
  /** Moment of the next step that falls due. */
  next_at: string | null
  /** End of the last sync that was taken into account. */
  synced_at: string | null
  /** Since when the evaluation waits for a sync to end. */
  held_since: string | null
}

export type CoverageWatchRow = Selectable<CoverageWatchTable>
