import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import type { Sentence } from '../../contract/sentences/sentence.ts'
import { ApplicationFailure, CancelledFailure } from '@temporalio/activity'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { isUnavailable } from '../../platform/sql/isUnavailable.ts'
import { GoogleQuotaExceeded, GoogleUnavailable } from '../../platform/google/refused.ts'
import { computeRetryDelayMs, type RetryClock } from '../../platform/google/retryDelay.ts'
import { SettingsError } from '../../config/config.ts'
import type { SheetAdvice } from '../../contract/control/advice.ts'
import { SheetRefused } from '../../sheets/types.ts'
import { SourceUnavailable } from '../../sheets/sources/source.ts'

const MAX_FAULTS = 3
const NEW_KEY = say('make_new_key')

/** Says the API's own sentence, which stays a quotation unless the sentences have it. */
function sayApiDetail({ reason, values = {}, detail }: ApiError): Said {
  const { scope, tier, feature } = values
  if (reason === 'scope_missing' && typeof scope === 'string') return say('key_needs_scope', { scope })
  if (reason === 'tier_without_feature' && typeof tier === 'string' && typeof feature === 'string')
    return say('tier_lacks_feature', { tier, feature })
  return say('api_said', { text: detail })
}

/** Explains an API error to people who know neither its codes nor its requests. */
function sayApiError(error: ApiError): Said {
  const { status, code, detail, errors } = error
  const own = sayApiDetail(error)
  if (code === 'insufficient_scope') return sayAll(say('key_may_not'), own, NEW_KEY)
  if (code === 'feature_not_available') return own
  if (status === 401 || status === 403) return sayAll(say('key_not_accepted'), NEW_KEY)
  if (status === 429 || status === 503) return say('api_takes_nothing')
  if (status >= 500) return say('api_failed')
  const faults = errors.slice(0, MAX_FAULTS).map((fault) => fault.detail)
  return sayAll(say('api_refused'), say('api_said', { text: faults.length > 0 ? faults.join(' ') : detail }))
}

/** Reason of a run that waits, ended or stopped, as it is stored. */
export const toReason = (
  code: string,
  { message: detail, sentences }: Said,
): { code: string; detail: string; sentences: Sentence[] } => ({ code, detail, sentences })

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

/** Reads the sentences of a failure that another process reported. */
const readSentences = ({ details }: ApplicationFailure): Sentence[] =>
  (details?.[0] as { sentences?: Sentence[] } | undefined)?.sentences ?? []

export function sayError(error: unknown): Said {
  if (error instanceof ApiError) return sayApiError(error)
  if (error instanceof ConnectionError) return say('api_silent')
  if (error instanceof ApplicationFailure) return { message: error.message, sentences: readSentences(error) }
  return say('unexpected')
}

export const describeError = (error: unknown): string => sayError(error).message

/** Creates a failure without retry. People see `code` and what is said. @param advice ways out that it names */
export const createFinalFailure = (
  code: string,
  { message, sentences }: Said,
  advice: readonly SheetAdvice[] = [],
): ApplicationFailure =>
  ApplicationFailure.nonRetryable(message, code, advice.length > 0 ? { sentences, advice } : { sentences })

/** Creates a failure that Temporal retries. */
export const createRetriedFailure = (code: string, { message, sentences }: Said): ApplicationFailure =>
  ApplicationFailure.retryable(message, code, { sentences })

const toLaterFailure = (
  { message, sentences }: Said,
  { code, retryAfterMs }: Pick<ApiError, 'code' | 'retryAfterMs'>,
): ApplicationFailure =>
  ApplicationFailure.create({
    message,
    type: code,
    details: [{ sentences }],
    ...(retryAfterMs === undefined ? {} : { nextRetryDelay: retryAfterMs }),
  })

const toApiFailure = (error: ApiError): ApplicationFailure =>
  !isTransient(error) && error.status < 500
    ? createFinalFailure(error.code, sayApiError(error))
    : toLaterFailure(sayApiError(error), error)

const toGoogleFailure = (error: GoogleUnavailable, code: string, said: Said, retry: RetryClock): ApplicationFailure =>
  toLaterFailure(said, { code, retryAfterMs: computeRetryDelayMs(error, retry) })

function toSourceFailure(error: SourceUnavailable, retry: RetryClock): ApplicationFailure {
  const { cause, code, said } = error
  // A run has only ten minutes, and its schedule starts it again.
  if (cause instanceof GoogleQuotaExceeded) return createFinalFailure(GOOGLE_QUOTA_CODE, said)
  return cause instanceof GoogleUnavailable ? toGoogleFailure(cause, code, said, retry) : toLaterFailure(said, error)
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
  const said = say('unexpected')
  const canRetry = earlierUnexpected + 1 < MAX_UNEXPECTED_ERRORS
  return {
    failure: canRetry ? createRetriedFailure('internal_error', said) : createFinalFailure('internal_error', said),
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
    return toExpectedFailure(
      toLaterFailure(say('api_unreachable'), { code: 'api_unavailable', retryAfterMs: undefined }),
    )
  if (isUnavailable(error))
    return toExpectedFailure(
      toLaterFailure(say('state_silent'), { code: 'state_unavailable', retryAfterMs: undefined }),
    )
  if (error instanceof SettingsError)
    return toExpectedFailure(
      ApplicationFailure.create({
        message: error.message,
        type: error.code,
        details: [{ sentences: error.faults.flatMap(({ sentences }) => sentences) }],
        nextRetryDelay: SETTINGS_RETRY_DELAY,
      }),
    )
  if (error instanceof SourceUnavailable) return toExpectedFailure(toSourceFailure(error, attempts))
  if (error instanceof GoogleUnavailable)
    return toExpectedFailure(toGoogleFailure(error, 'google_unavailable', error.said, attempts))
  if (error instanceof SheetRefused) return toExpectedFailure(createFinalFailure(error.code, error.said, error.advice))
  return toUnexpectedFailure(attempts.earlierUnexpected)
}
