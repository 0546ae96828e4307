/** Retention times and time limits, shared by code, messages and documents. Where a setting exists, the constant is its default. */
export const DAY_MS = 24 * 60 * 60 * 1000

/** Events and restorable deleted records are stored this long. */
export const EVENT_RETENTION_DAYS = 90
/** Webhook deliveries are stored this long, longer than `MAX_REPLAY_DAYS`. */
export const DELIVERY_RETENTION_DAYS = 30
/** Maximum age of replayed events. */
export const MAX_REPLAY_DAYS = 14
/** An endpoint is disabled when no delivery has succeeded for this long. */
export const MAX_ENDPOINT_FAILING_DAYS = 5
/** Answers are stored by Idempotency-Key this long. */
export const IDEMPOTENCY_RETENTION_HOURS = 24
/** Audit rows are stored this long. To save space, reads and refusals are deleted earlier, but not before `AUDIT_MIN_DAYS`. */
export const AUDIT_RETENTION_DAYS = 180
export const AUDIT_MIN_DAYS = 30

/** The largest sheet that is read, 64 MiB. */
export const MAX_SHEET_BYTES = 64 * 1024 * 1024
/** A sheet's bytes are stored this long after their last use. */
export const SHEET_RETENTION_DAYS = 30
/** Ended runs, their plans and reports, and solved problems are stored this long. */
export const RUN_RETENTION_DAYS = 180
/** Ids of processed events stay in the inbox this long, longer than a delivery is retried or replayed. */
export const INBOX_EVENT_RETENTION_DAYS = 30
/** A reminder that could not be sent is given up after this long. */
export const MAX_REMINDER_RETRY_DAYS = 14
/** The event of a cancelled or deleted record stays in calendars, marked as cancelled, this long. */
export const CANCELLED_EVENT_VISIBLE_DAYS = 90

/** A session of the console ends this long after its start, or earlier without use. */
export const SESSION_DAYS = 30
export const SESSION_IDLE_HOURS = 12
/** A link that signs in is valid this long. */
export const CONSOLE_CODE_MINUTES = 10
/** Ended sessions of the console are listed this long. */
export const ENDED_SESSION_RETENTION_DAYS = 30
