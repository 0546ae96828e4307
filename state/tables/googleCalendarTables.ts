/** A calendar that Kitroom created at Google, or asked Google to create. */
export interface GoogleCalendarTable {
  /** Id in kitroom.yaml. */
  calendar: string
  /** Id of the calendar at Google; null while it is unknown if Google created it. */
  google_id: string | null
  /** Random text in the calendar's description, which verifies a person's answer. */
  mark: string
  /** Address of the account that owns it; null if Google has not returned it. */
  email: string | null
  requested_at: string
}

/** State of a calendar at Google, by its id there. */
export interface GooglePushTable {
  google_id: string
  /** Token of the last list of changes; null before the first and after Google refused it. */
  sync_token: string | null
  reconciled_at: string | null
  /** Time of the last complete push. */
  pushed_at: string | null
  /**
   * Reason why nothing is written: Google refuses, does not answer, or its quota is used up for hours; null otherwise.
   */
  fault: 'refused' | 'unavailable' | 'quota' | null
  fault_detail: string | null
  fault_since: string | null
}

/** The event of a shoot, or of another record that calendars show. */
export interface GoogleEventTable {
  google_id: string
  shoot_id: string
  /** Number of event ids that cannot be used any more. */
  generation: number
  /** 0 if the event was deleted. */
  is_shown: number
  /** ETag of the event as Kitroom last wrote or read it; null if unknown. */
  etag: string | null
  /** Hash of the fields that Kitroom wrote; null if they must be written again. */
  hash: string | null
  title: string
  /** Google's reason for refusing this event; null otherwise. */
  refusal: string | null
  /** Time of the last refusal; null if there is none, or if the event is to be tried again now. */
  refused_at: string | null
  /** Time when a person's change was found that `drift: report` does not revert. */
  edited_at: string | null
  /** Time when a repetition was found that people added to the event; null otherwise. */
  repeated_at: string | null
}
