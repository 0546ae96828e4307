import { ApplicationFailure, CancelledFailure } from '@temporalio/activity'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { isUnavailable } from '../../platform/sql/isUnavailable.ts'
import { GoogleQuotaExceeded, GoogleUnavailable } from '../../platform/google/refused.ts'
import { computeRetryDelayMs, type RetryClock } from '../../platform/google/retryDelay.ts'
import { SettingsError } from '../../config/config.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { SourceUnavailable } from '../../sheets/sources/source.ts'

const NEW_KEY_HINT = 'Make it a new one: npm start -- --account <id>, where the API server runs.'
const MAX_FAULTS = 3

/** Explains an API error to people who know neither its codes nor its requests. */
function explainApiError({ status, code, detail, errors }: ApiError): string {
  if (code === 'insufficient_scope') return `The worker's key may not do this. ${detail} ${NEW_KEY_HINT}`
  if (code === 'feature_not_available') return detail
  if (status === 401 || status === 403) return `The API server does not accept the worker's key. ${NEW_KEY_HINT}`
  if (status === 429 || status === 503) return 'The API server takes nothing more for now.'
  if (status >= 500) return 'The API server failed on it; its log has the cause.'
  const faults = errors.slice(0, MAX_FAULTS).map((fault) => fault.detail)
  return `The API server refused it: ${faults.length > 0 ? faults.join(' ') : detail}`
}

/** A run ends with this code if Google's quota is used up for hours. */
export const GOOGLE_QUOTA_CODE = 'google_quota_exceeded'

/** Unexpected errors after which an activity gives up. One may be temporary; a bug in Kitroom fails every attempt. */
const MAX_UNEXPECTED_ERRORS = 5
/** Delay after an invalid kitroom.yaml, which a person has to fix. */
const SETTINGS_RETRY_DELAY = '1m'
const TRANSIENT_STATUSES = new Set([408, 425, 429, 502, 503, 504])

/** True for a proxy's response while the API is down: a 2xx or 404 without the API's format, or any 5xx. */
const isProxyAnswer = ({ code, status }: ApiError): boolean =>
  code === 'unreadable_answer' && (status < 400 || status === 404 || status >= 500)

/** True if the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof SourceUnavailable) return !(error.cause instanceof GoogleQuotaExceeded)
  if (error instanceof ConnectionError || error instanceof GoogleUnavailable) return true
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

/** Creates a failure without retry. People see `code` and `detail`. */
export const createFinalFailure = (code: string, detail: string): ApplicationFailure =>
  ApplicationFailure.nonRetryable(detail, code)

const toLaterFailure = (
  message: string,
  { code, retryAfterMs }: Pick<ApiError, 'code' | 'retryAfterMs'>,
): ApplicationFailure =>
  ApplicationFailure.create({
    message,
    type: code,
    ...(retryAfterMs === undefined ? {} : { nextRetryDelay: retryAfterMs }),
  })

const toApiFailure = (error: ApiError): ApplicationFailure =>
  !isTransient(error) && error.status < 500
    ? createFinalFailure(error.code, explainApiError(error))
    : toLaterFailure(explainApiError(error), error)

const toGoogleFailure = (
  error: GoogleUnavailable,
  code: string,
  message: string,
  retry: RetryClock,
): ApplicationFailure => toLaterFailure(message, { code, retryAfterMs: computeRetryDelayMs(error, retry) })

function toSourceFailure(error: SourceUnavailable, retry: RetryClock): ApplicationFailure {
  const { cause, code, message } = error
  // A run has only ten minutes, and its schedule starts it again.
  if (cause instanceof GoogleQuotaExceeded) return createFinalFailure(GOOGLE_QUOTA_CODE, message)
  return cause instanceof GoogleUnavailable
    ? toGoogleFailure(cause, code, message, retry)
    : toLaterFailure(message, error)
}

/** Failure to report to Temporal. Unexpected errors count towards `MAX_UNEXPECTED_ERRORS`. */
export interface FailedAttempt {
  failure: Error
  isUnexpected: boolean
}

/** Facts about the attempts so far. */
interface Attempts extends RetryClock {
  /** Number of unexpected errors before this one. */
  earlierUnexpected: number
}

const toExpectedFailure = (failure: Error): FailedAttempt => ({ failure, isUnexpected: false })

function toUnexpectedFailure(earlierUnexpected: number): FailedAttempt {
  const detail = "Something unexpected went wrong; the worker's log has the cause."
  const canRetry = earlierUnexpected + 1 < MAX_UNEXPECTED_ERRORS
  return {
    failure: canRetry
      ? ApplicationFailure.retryable(detail, 'internal_error')
      : createFinalFailure('internal_error', detail),
    isUnexpected: true,
  }
}

/**
 * Decides for all activities which errors Temporal retries. It retries without limit: no response, 408, 425, 429, 5xx,
 * an unavailable database, source or Google, an invalid kitroom.yaml. It never retries other API errors and refused
 * sheets. Google's library retries nothing: the delay of a failed call is set here, so that no activity slot is held.
 */
export function toFailure(error: unknown, attempts: Attempts): FailedAttempt {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return toExpectedFailure(error)
  if (error instanceof ApiError) return toExpectedFailure(toApiFailure(error))
  if (error instanceof ConnectionError)
    return toExpectedFailure(ApplicationFailure.retryable('The API server cannot be reached.', 'api_unavailable'))
  if (isUnavailable(error))
    return toExpectedFailure(
      ApplicationFailure.retryable("The worker's database does not answer now.", 'state_unavailable'),
    )
  if (error instanceof SettingsError)
    return toExpectedFailure(
      ApplicationFailure.create({ message: error.message, type: error.code, nextRetryDelay: SETTINGS_RETRY_DELAY }),
    )
  if (error instanceof SourceUnavailable) return toExpectedFailure(toSourceFailure(error, attempts))
  if (error instanceof GoogleUnavailable)
    return toExpectedFailure(toGoogleFailure(error, 'google_unavailable', error.message, attempts))
  if (error instanceof SheetRefused) return toExpectedFailure(createFinalFailure(error.code, error.message))
  return toUnexpectedFailure(attempts.earlierUnexpected)
}
