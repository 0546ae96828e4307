import { ApplicationFailure, CancelledFailure } from '@temporalio/activity'
import { ApiError, ConnectionError } from '../client/errors.ts'
import { isUnavailable } from '../platform/sql/isUnavailable.ts'
import { SettingsError } from '../config/config.ts'
import { explainApiError } from './explainApiError.ts'
import { SheetRefused } from '../sheets/types.ts'

/** Unexpected errors after which an activity gives up: one may pass, a defect of ours never does. */
const MAX_UNEXPECTED = 5
/** A person has to fix kitroom.yaml first. */
const SETTINGS_RETRY_DELAY = '1m'
const TRANSIENT_STATUSES = new Set([408, 425, 429, 502, 503, 504])

/** An answer of a proxy whose backend is away: a 2xx or 404 that is not ours, or any 5xx. */
const isProxyAnswer = ({ code, status }: ApiError): boolean => code === 'unreadable_answer' && (status < 400 || status === 404 || status >= 500)

/** True when the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof ApiError)) return false
  return TRANSIENT_STATUSES.has(error.status) || error.code === 'idempotency_in_progress' || isProxyAnswer(error)
}

export const isKeyRejected = (error: unknown): boolean =>
  error instanceof ApiError && !isProxyAnswer(error) && (error.status === 401 || error.status === 403)

export function describeError(error: unknown): string {
  if (error instanceof ApiError) return explainApiError(error)
  if (error instanceof ConnectionError) return 'The API server did not answer.'
  if (error instanceof ApplicationFailure) return error.message
  return "Something unexpected went wrong; the worker's log has the cause."
}

/** Fails the activity without retry. People see `code` and `detail`. */
export const finalFailure = (code: string, detail: string): ApplicationFailure => ApplicationFailure.nonRetryable(detail, code)

function apiFailure(error: ApiError): ApplicationFailure {
  if (!isTransient(error) && error.status < 500) return finalFailure(error.code, explainApiError(error))
  return ApplicationFailure.create({
    message: explainApiError(error),
    type: error.code,
    ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
  })
}

/** Outcome of a failed attempt. Unexpected errors count towards giving up. */
export interface Failed {
  failure: Error
  isUnexpected: boolean
}

const expected = (failure: Error): Failed => ({ failure, isUnexpected: false })

function toUnexpected(earlier: number): Failed {
  const detail = "Something unexpected went wrong; the worker's log has the cause."
  const mayRetry = earlier + 1 < MAX_UNEXPECTED
  return { failure: mayRetry ? ApplicationFailure.retryable(detail, 'internal_error') : finalFailure('internal_error', detail), isUnexpected: true }
}

/**
 * Decides for all activities which errors Temporal retries. No answer, 408, 425, 429, 5xx, an unavailable database and an invalid kitroom.yaml are
 * retried without limit; other API errors and refused sheets never.
 * @param earlier unexpected errors of earlier attempts; five in all end the activity
 */
export function toFailure(error: unknown, earlier: number): Failed {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return expected(error)
  if (error instanceof ApiError) return expected(apiFailure(error))
  if (error instanceof ConnectionError) return expected(ApplicationFailure.retryable('The API server cannot be reached.', 'api_unavailable'))
  if (isUnavailable(error)) return expected(ApplicationFailure.retryable("The worker's database does not answer now.", 'state_unavailable'))
  if (error instanceof SettingsError)
    return expected(ApplicationFailure.create({ message: error.message, type: error.code, nextRetryDelay: SETTINGS_RETRY_DELAY }))
  if (error instanceof SheetRefused) return expected(finalFailure(error.code, error.message))
  return toUnexpected(earlier)
}
