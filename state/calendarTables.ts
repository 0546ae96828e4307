/** A shoot as it was read last, with what its event must not forget. */
export interface CalendarShootTable {
  id: string
  /** The shoot as the API told it, JSON. */
  record: string
  /** Start, end, place and status as text: when it changes, `sequence` rises. */
  fingerprint: string
  sequence: number
  /** When the event changed last. */
  modified_at: string
  /** Since when the shoot is cancelled or deleted; null while it takes place. */
  ended_at: string | null
  /** Its status, or what it was before it ended. */
  status_shown: string
  /** 1 when it is not in the inventory any more. */
  deleted: number
}

/** How shoots were read last: one row. */
export interface CalendarReadTable {
  /** Always `shoots`. */
  name: string
  /** What the API called this state of its shoots; null when they must be read again whatever it says. */
  etag: string | null
  /** The first day that was asked for, YYYY-MM-DD. */
  from_day: string
  /** The history of the account's data that this belongs to. */
  epoch: string
  /** The studio's, an IANA name. */
  time_zone: string
  /** When this was last known to be what the API has. */
  read_at: string
}

/** What is kept of a calendar of kitroom.yaml. */
export interface CalendarFeedTable {
  /** Its id in kitroom.yaml. */
  calendar: string
  /** SHA-256 of the token in the address of its feed, hex; null when it has none. */
  token_sha256: string | null
  /** When the address was made. */
  issued_at: string | null
  /** When the feed was last asked for. */
  fetched_at: string | null
  /** SHA-256 of the feed's bytes when they were last made, hex, and since when they are these. */
  content_sha256: string | null
  modified_at: string | null
  /** The length that shoots without one had last, and how often that has changed. */
  default_minutes: number
  revision: number
}
