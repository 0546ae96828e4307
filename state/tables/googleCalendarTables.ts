/** A calendar that Kitroom created at Google, or asked Google to create. */
export interface GoogleCalendarTable {
  /** Id in kitroom.yaml. */
  calendar: string
  /** Its id at Google; null while it is unknown whether Google created it. */
  google_id: string | null
  /** Random text in its description, by which a person's answer is checked. */
  mark: string
  /** Address of the account that owns it; null if Google has not told it. */
  email: string | null
  requested_at: string
}

/** What is known of a calendar at Google, by its id there. */
export interface GooglePushTable {
  google_id: string
  /** Of the last list of changes; null before the first and after Google refused it. */
  sync_token: string | null
  reconciled_at: string | null
  /** Last push that left nothing undone. */
  pushed_at: string | null
  /** Why nothing is written: Google refuses, does not answer, or its quota is used up for hours; null otherwise. */
  fault: 'refused' | 'unavailable' | 'quota' | null
  fault_detail: string | null
  fault_since: string | null
}

/** The event of a record: of a shoot, or of another kind that calendars show. */
export interface GoogleEventTable {
  google_id: string
  shoot_id: string
  /** Number of event ids that cannot be used any more. */
  generation: number
  /** 0 when the event was deleted. */
  is_shown: number
  /** ETag of the event as Kitroom last wrote or read it; null if unknown. */
  etag: string | null
  /** Hash of the fields that Kitroom wrote; null if they must be written again. */
  hash: string | null
  title: string
  /** Why Google refuses this event; null otherwise. */
  refusal: string | null
  /** When a person's change was found that `drift: report` leaves in place. */
  edited_at: string | null
}
