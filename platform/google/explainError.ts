import { say, sayAll, type Said } from '../../contract/sentences/say.ts'
import { parseRetryAfterMs } from '../http/retryAfter.ts'
import { textsOf, type ApiTitle, type Resource } from './accountTexts.ts'
import { findOurs, readAnswer, type Answer } from './answer.ts'
import type { GoogleAccount } from './credential.ts'
import { GoogleQuotaExceeded, GoogleRefused, GoogleUnavailable } from './refused.ts'

/** Reasons of a 403 that ends without intervention. */
const RATE_REASONS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED'])
/** Reasons of a 403 that lasts for hours. */
const QUOTA_REASONS = new Set(['quotaExceeded', 'dailyLimitExceeded'])

export interface Subject {
  resource: Resource
  api: ApiTitle
  /** True for a writing call, which needs more rights. */
  isWrite?: boolean
}

/** Lists Google's codes and its own sentence: `400, invalid: "Invalid start time."`. */
function describeAnswer({ status, code, reasons, sentence }: Answer): string {
  const codes = [String(status ?? 'no status'), code, ...reasons].filter((one) => one !== '').join(', ')
  return sentence === '' ? codes : `${codes}: "${sentence}"`
}

/** Reasons of a 403 that sharing the file or the calendar ends. Sheets names no reason then. */
const SHARING_REASONS = new Set(['forbidden', 'insufficientFilePermissions', 'requiredAccessLevel'])

function explainRefusal(answer: Answer, account: GoogleAccount, { resource, api, isWrite = false }: Subject): Said {
  const { status, tokenError, reasons } = answer
  const texts = textsOf(account, api)
  if (tokenError !== '') return texts.tokenErrors[tokenError] ?? texts.otherTokenError(tokenError)
  if (reasons.includes('SERVICE_DISABLED') || reasons.includes('accessNotConfigured')) return texts.apiOff(api)
  if (reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT') || reasons.includes('insufficientPermissions'))
    return texts.scopeMissing
  const reason = reasons.find((one) => Object.hasOwn(texts.reasons, one))
  const advice = reason === undefined ? undefined : texts.reasons[reason]
  if (advice) return advice
  if (status === 403 && reasons.every((one) => SHARING_REASONS.has(one))) return texts.notShared(resource, isWrite)
  if (status === 400 && isWrite && api === 'Google Sheets API') return say('google_cells_refused', { ...resource })
  if (status === 404) return texts.notFound(resource, isWrite)
  const refused = say('google_request_refused', { ...resource, answer: describeAnswer(answer) })
  return api !== 'Google Calendar API' && status === 400 ? sayAll(refused, say('check_sheet_address')) : refused
}

/** @returns undefined if Google refuses and waiting does not help */
function findUnavailable({ status, reasons, retryAfter, tokenError }: Answer): GoogleUnavailable | undefined {
  if (status === undefined) return new GoogleUnavailable(say('google_unreachable'))
  if (reasons.some((reason) => QUOTA_REASONS.has(reason)))
    return new GoogleQuotaExceeded(say('google_quota_used_up'), { isUndone: true })
  const isRate = status === 429 || (status === 403 && reasons.some((reason) => RATE_REASONS.has(reason)))
  if (isRate || status >= 500 || status === 408 || (status === 401 && tokenError === ''))
    return new GoogleUnavailable(say('google_answers', { status }), {
      retryAfterMs: parseRetryAfterMs(retryAfter, Date.now()),
      // Without a token, no request was made.
      isUndone: status < 500 || tokenError !== '',
    })
  return undefined
}

/**
 * Converts an error of Google's libraries. Their errors contain tokens and assertions, so only Google's own codes are
 * read, and the error is not kept as the cause.
 * @returns GoogleRefused, or GoogleUnavailable when a later attempt may succeed
 */
export function explainError(
  error: unknown,
  account: GoogleAccount,
  subject: Subject,
): GoogleRefused | GoogleUnavailable {
  const ours = findOurs(error)
  if (ours) return ours
  const answer = readAnswer(error)
  const unavailable = findUnavailable(answer)
  if (unavailable) return unavailable
  const { tokenError, status, reasons } = answer
  const known = textsOf(account, subject.api).reasons
  return new GoogleRefused(explainRefusal(answer, account, subject), tokenError !== '', status, {
    ...(tokenError === '' && { answer: describeAnswer(answer) }),
    reason: reasons.find((one) => Object.hasOwn(known, one)),
  })
}

/**
 * Converts an error like `explainError`, for a call of an OAuth endpoint.
 * @param explain returns advice for an error of RFC 6749, `''` if there is none
 */
export function explainOAuthError(
  error: unknown,
  explain: (code: string) => string,
): GoogleRefused | GoogleUnavailable {
  const answer = readAnswer(error)
  return findOurs(error) ?? findUnavailable(answer) ?? new GoogleRefused(explain(answer.tokenError))
}
