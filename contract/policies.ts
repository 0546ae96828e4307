/**
 * Retention times and time limits, shared by code, messages and documents. Where a setting exists, the constant is its
 * default.
 */
export const DAY_MS = 24 * 60 * 60 * 1000

/** Retention of events and of restorable deleted records. */
export const EVENT_RETENTION_DAYS = 90
/** Retention of webhook deliveries, longer than `MAX_REPLAY_DAYS`. */
export const DELIVERY_RETENTION_DAYS = 30
/** Maximum age of replayed events. */
export const MAX_REPLAY_DAYS = 14
/** An endpoint is disabled after so many days without a successful delivery. */
export const MAX_ENDPOINT_FAILING_DAYS = 5
/** Retention of responses by Idempotency-Key. */
export const IDEMPOTENCY_RETENTION_HOURS = 24
/** Retention of audit rows. To save space, reads and refusals are deleted earlier, but not before `AUDIT_MIN_DAYS`. */
export const AUDIT_RETENTION_DAYS = 180
export const AUDIT_MIN_DAYS = 30

/** Maximum size of a sheet, 64 MiB. */
export const MAX_SHEET_BYTES = 64 * 1024 * 1024
/** Uploads of sheets to a worker at once, and their bytes together. Further ones are refused. */
export const MAX_UPLOADS_AT_ONCE = 4
export const MAX_UPLOAD_BYTES_AT_ONCE = 2 * MAX_SHEET_BYTES
/**
 * Stored sheets that nothing needs have so many bytes together, 1 GiB, and so many files. The oldest ones are deleted.
 */
export const MAX_SPARE_SHEET_BYTES = 1024 * 1024 * 1024
export const MAX_SPARE_SHEETS = 1000
/** Default of the free disk space below which no upload is accepted, 256 MiB. */
export const MIN_FREE_DISK_MIB = 256
/** Maximum size of other bodies for the worker: 5,000 items of a bulk edit with their ETags, and notes. */
export const MAX_CONTROL_BODY_BYTES = 1024 * 1024
/** Retention of a sheet's bytes after their last use. */
export const SHEET_RETENTION_DAYS = 30
/** Retention of ended runs, their plans and reports, and solved problems. */
export const RUN_RETENTION_DAYS = 180
/** Retention of processed events' ids in the inbox. It exceeds the time in which a delivery is retried or replayed. */
export const INBOX_EVENT_RETENTION_DAYS = 30
/** A reminder that could not be sent is abandoned after this time. */
export const MAX_REMINDER_RETRY_DAYS = 14
/** Calendars show the event of a cancelled or deleted record for this long, marked as cancelled. */
export const CANCELLED_EVENT_VISIBLE_DAYS = 90

/** Maximum lifetime of a console session; it ends earlier without use. */
export const SESSION_DAYS = 30
export const SESSION_IDLE_HOURS = 12
/** Lifetime of a link that signs in. */
export const CONSOLE_CODE_MINUTES = 10
/** Retention of ended console sessions in the list. */
export const ENDED_SESSION_RETENTION_DAYS = 30
