/**
 * How long Kitroom stores things and how long it tries, once for code, messages and documents.
 * What a person can set is here as its default.
 */
export const DAY_MS = 24 * 60 * 60 * 1000

/** Events, and with them deleted records that can be restored. */
export const EVENT_DAYS = 90
/** Deliveries of events to webhooks: longer than a replay goes back. */
export const DELIVERY_DAYS = 30
/** A replay goes back at most this long. */
export const MAX_REPLAY_DAYS = 14
/** An endpoint to which no delivery succeeds for this long is disabled. */
export const ENDPOINT_FAILING_DAYS = 5
/** Answers by Idempotency-Key. */
export const IDEMPOTENCY_HOURS = 24
/** Audit rows; reads and refusals may go earlier for their size, but not before `AUDIT_LEAST_DAYS`. */
export const AUDIT_DAYS = 180
export const AUDIT_LEAST_DAYS = 30

/** The largest sheet that is read, 64 MiB. */
export const MAX_SHEET_BYTES = 64 * 1024 * 1024
/** Bytes of sheets, after their last use. */
export const SHEET_DAYS = 30
/** Ended runs with their plans and reports, and problems that are over. */
export const RUN_DAYS = 180
/** Ids of handled events in the inbox: longer than a delivery is retried or replayed. */
export const INBOX_EVENT_DAYS = 30
/** A reminder that could not be sent for this long is no longer useful. */
export const REMINDER_RETRY_DAYS = 14
/** A cancelled or deleted shoot stays visible as cancelled in calendars. */
export const CANCELLED_SHOOT_DAYS = 90
