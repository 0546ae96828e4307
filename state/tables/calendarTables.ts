import type { CalendarKindName } from '../../contract/control/calendars.ts'

/** A record as last read, and the state of its calendar event. */
export interface CalendarShootTable {
  kind: CalendarKindName
  /** UUID, unique over all kinds. */
  id: string
  /** Record as the API sent it, JSON. Records of gear also have their item (`RecordItem`). */
  record: string
  /** Start, end, location and status as text. `sequence` rises when it changes. */
  fingerprint: string
  sequence: number
  modified_at: string
  /** Time when the record was cancelled or deleted; null otherwise. */
  ended_at: string | null
  /** Status of the record, or the last one before it ended. For a document, its type. */
  status_shown: string
  /** 1 if the inventory does not have it any more. */
  deleted: number
}

export interface CalendarReadTable {
  /** Kind of the records. */
  name: CalendarKindName
  /** ETag of the list; null forces a new reading. */
  etag: string | null
  /** ETag of the list of gear, whose names are in titles; null for records without items. */
  items_etag: string | null
  /** First day of the reading, YYYY-MM-DD. */
  from_day: string
  /** Epoch of the account's data at the time of reading. A restore changes it. */
  epoch: string
  /** The studio's IANA name. */
  time_zone: string
  read_at: string
}

/** Reason why the worker's key may not read the records of a kind. */
export interface CalendarFaultTable {
  kind: CalendarKindName
  detail: string
  since: string
}

export interface CalendarFeedTable {
  calendar: string
  /** SHA-256 of the feed's token, hex; null without one. */
  token_sha256: string | null
  issued_at: string | null
  fetched_at: string | null
  /** SHA-256 of the feed's content, hex, and the time of its last change. */
  content_sha256: string | null
  modified_at: string | null
  /** Last default duration of shoots, and the number of its changes. */
  default_minutes: number
  revision: number
}
