import { activityInfo, ApplicationFailure, CancelledFailure } from '@temporalio/activity'
import { ApiError, ConnectionError } from '../client/errors.ts'
import { WritesStopped } from '../platform/sql/types.ts'
import { SettingsError } from './config/config.ts'
import { SheetRefused } from './inventory/types.ts'

/** An unexpected error is tried this often in all: it may pass, and it may be a fault of ours that never will. */
const UNEXPECTED_ATTEMPTS = 5
/** A person has to mend kitroom.yaml first. */
const SETTINGS_AGAIN_AFTER = '1m'
const PASSING_STATUSES = new Set([408, 425, 429, 502, 503, 504])

/** Whether the API may well take the same request later, with nothing changed. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof ApiError)) return false
  // An unreadable answer with a good status came from something that stands between us and the server.
  return PASSING_STATUSES.has(error.status) || error.code === 'idempotency_in_progress' || (error.code === 'unreadable_answer' && error.status < 400)
}

/** Whether the API refuses the key itself, so that no other request will fare better. */
export const refusesKey = (error: unknown): boolean => error instanceof ApiError && (error.status === 401 || error.status === 403)

/** Ends the activity for good. `code` and `detail` are shown to people. */
export const finalFailure = (code: string, detail: string): ApplicationFailure => ApplicationFailure.nonRetryable(detail, code)

function apiFailure(error: ApiError): ApplicationFailure {
  if (!mayPass(error) && error.status < 500) return finalFailure(error.code, error.detail)
  return ApplicationFailure.create({
    message: error.detail,
    type: error.code,
    ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
  })
}

/**
 * Decides once, for all activities, what Temporal tries again: no answer, 408, 425, 429 (after what `Retry-After` says) and 5xx are tried
 * for ever, and so is a kitroom.yaml that cannot be used; other answers of the API and refused sheets never, an unexpected error a few times.
 * The failure's type is the code and its message the sentence that people see; causes stay in the worker's log.
 */
export function toFailure(error: unknown): Error {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error
  if (error instanceof ApiError) return apiFailure(error)
  if (error instanceof ConnectionError) return ApplicationFailure.retryable('The API server cannot be reached.', 'api_unavailable')
  if (error instanceof WritesStopped) return ApplicationFailure.retryable("The worker's database takes no writes now.", 'state_unavailable')
  if (error instanceof SettingsError)
    return ApplicationFailure.create({ message: error.message, type: error.code, nextRetryDelay: SETTINGS_AGAIN_AFTER })
  if (error instanceof SheetRefused) return finalFailure(error.code, error.message)
  const detail = "Something unexpected went wrong; the worker's log has the cause."
  return activityInfo().attempt < UNEXPECTED_ATTEMPTS
    ? ApplicationFailure.retryable(detail, 'internal_error')
    : finalFailure('internal_error', detail)
}
