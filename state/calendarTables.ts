/** A shoot as read last, and the state of its calendar event. */
export interface CalendarShootTable {
  id: string
  /** The shoot as the API sent it, JSON. */
  record: string
  /** Start, end, location and status as text; `sequence` rises when it changes. */
  fingerprint: string
  sequence: number
  modified_at: string
  /** When the shoot was cancelled or deleted; null otherwise. */
  ended_at: string | null
  /** Its status, or the last one before it ended. */
  status_shown: string
  /** 1 when it is no longer in the inventory. */
  deleted: number
}

export interface CalendarReadTable {
  /** Always `shoots`. */
  name: string
  /** ETag of the list; null forces a new reading. */
  etag: string | null
  /** First day of the reading, YYYY-MM-DD. */
  from_day: string
  /** Epoch of the account's data at the time of reading; a restore changes it. */
  epoch: string
  /** The studio's IANA name. */
  time_zone: string
  read_at: string
}

export interface CalendarFeedTable {
  calendar: string
  /** SHA-256 of the feed's token, hex; null without one. */
  token_sha256: string | null
  issued_at: string | null
  fetched_at: string | null
  /** SHA-256 of the feed's content, hex, and its last change. */
  content_sha256: string | null
  modified_at: string | null
  /** Last default duration of shoots, and the number of its changes. */
  default_minutes: number
  revision: number
}
