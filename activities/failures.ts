import { ApplicationFailure, CancelledFailure } from '@temporalio/activity'
import { ApiError, ConnectionError } from '../client/errors.ts'
import { isUnavailable } from '../platform/sql/isUnavailable.ts'
import { SettingsError } from '../config/config.ts'
import { explainAnswer } from './explainAnswer.ts'
import { SheetRefused } from '../sheets/types.ts'

/** So many unexpected errors end an activity: one may pass, and it may be a fault of ours that never will. */
const MAX_UNEXPECTED = 5
/** A person has to mend kitroom.yaml first. */
const SETTINGS_AGAIN_AFTER = '1m'
const PASSING_STATUSES = new Set([408, 425, 429, 502, 503, 504])

/** Pages that a proxy sends while the server behind it is away: a good status, 404 of one without a backend, any 5xx. */
const isOfProxy = ({ code, status }: ApiError): boolean => code === 'unreadable_answer' && (status < 400 || status === 404 || status >= 500)

/** Whether the API may well take the same request later, with nothing changed. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof ApiError)) return false
  return PASSING_STATUSES.has(error.status) || error.code === 'idempotency_in_progress' || isOfProxy(error)
}

/** Whether the API refuses the key itself, so that no other request will fare better. */
export const refusesKey = (error: unknown): boolean =>
  error instanceof ApiError && !isOfProxy(error) && (error.status === 401 || error.status === 403)

/** What an error says to people. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) return explainAnswer(error)
  if (error instanceof ConnectionError) return 'The API server did not answer.'
  if (error instanceof ApplicationFailure) return error.message
  return "Something unexpected went wrong; the worker's log has the cause."
}

/** Ends the activity for good. `code` and `detail` are shown to people. */
export const finalFailure = (code: string, detail: string): ApplicationFailure => ApplicationFailure.nonRetryable(detail, code)

function apiFailure(error: ApiError): ApplicationFailure {
  if (!mayPass(error) && error.status < 500) return finalFailure(error.code, explainAnswer(error))
  return ApplicationFailure.create({
    message: explainAnswer(error),
    type: error.code,
    ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
  })
}

/** What became of one attempt: the failure that Temporal gets, and whether it counts towards giving up. */
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
 * Decides once, for all activities, what Temporal retries: no answer, 408, 425, 429 (after what `Retry-After` says), 5xx and a database that
 * does not answer are retried for ever, and so is a kitroom.yaml that cannot be used; other answers of the API and refused sheets never.
 * The failure's type is the code and its message the sentence that people see; causes stay in the worker's log.
 * @param earlier unexpected errors of earlier attempts; five in all end the activity, however many attempts met an outage
 */
export function toFailure(error: unknown, earlier: number): Failed {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return expected(error)
  if (error instanceof ApiError) return expected(apiFailure(error))
  if (error instanceof ConnectionError) return expected(ApplicationFailure.retryable('The API server cannot be reached.', 'api_unavailable'))
  if (isUnavailable(error)) return expected(ApplicationFailure.retryable("The worker's database does not answer now.", 'state_unavailable'))
  if (error instanceof SettingsError)
    return expected(ApplicationFailure.create({ message: error.message, type: error.code, nextRetryDelay: SETTINGS_AGAIN_AFTER }))
  if (error instanceof SheetRefused) return expected(finalFailure(error.code, error.message))
  return toUnexpected(earlier)
}
