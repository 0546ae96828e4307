import { parseRetryAfterMs } from '../platform/http/retryAfter.ts'
import { GoogleRefused, GoogleUnavailable } from './refused.ts'

/** What Google says about an error, in the forms of its APIs and of its token endpoint. Nothing else of the library's error is safe to show. */
interface Answer {
  status: number | undefined
  /** `PERMISSION_DENIED` of Sheets; `invalid_grant` of the token endpoint. */
  code: string
  /** `SERVICE_DISABLED`, `rateLimitExceeded` and others. */
  reasons: readonly string[]
  retryAfter: string | undefined
}

/** Reasons of a 403 that ends by itself. */
const RATE_REASONS = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED'])
const DAILY_REASONS = new Set(['quotaExceeded', 'dailyLimitExceeded'])
const HOUR_MS = 3_600_000

const asObject = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {})
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

function readAnswer(error: unknown): Answer {
  const response = asObject(asObject(error)['response'])
  const body = asObject(asObject(response['data'])['error'])
  const tokenError = asText(asObject(response['data'])['error'])
  const reasons = [...asList(body['errors']), ...asList(body['details'])].map((entry) => asText(asObject(entry)['reason']))
  const status = typeof response['status'] === 'number' ? response['status'] : undefined
  const headers = response['headers']
  const retryAfter = headers instanceof Headers ? (headers.get('retry-after') ?? undefined) : undefined
  return { status, code: tokenError || asText(body['status']), reasons: reasons.filter((reason) => reason !== ''), retryAfter }
}

/** The token endpoint's errors of a service account (RFC 6749 section 5.2). */
const tokenErrors: Readonly<Record<string, string>> = {
  invalid_grant:
    'Google refuses the key of the service account. The key or the account may have been deleted or disabled, or this machine’s clock may be wrong. Create a new key, or set the clock.',
  invalid_client: 'Google does not know the service account any more. Create a new one, share the sheet with its address, and give its key.',
  deleted_client: 'The service account was deleted. Create a new one, share the sheet with its address, and give its key.',
  unauthorized_client:
    'Google does not allow this service account the scopes that Kitroom asks for. An administrator of the organisation can allow them.',
  admin_policy_enforced: 'The organisation forbids this access by a policy. Its administrator can allow the scopes that Kitroom asks for.',
}

const MAX_CAUSES = 5

/** An error of ours, which the library wraps. */
function findOurs(error: unknown): GoogleRefused | GoogleUnavailable | undefined {
  let current = error
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    if (current instanceof GoogleRefused || current instanceof GoogleUnavailable) return current
    current = current.cause
  }
  return undefined
}

export interface Subject {
  /** What is asked for, such as `spreadsheet 1AbC…`. */
  what: string
  /** Address of the service account, for sharing. */
  email: string
  api: 'Google Sheets API' | 'Google Drive API'
  /** True for a call that writes, which needs more rights. */
  isWrite?: boolean
}

function explainRefusal({ status, code, reasons }: Answer, { what, email, api, isWrite = false }: Subject): string {
  const role = isWrite ? 'an editor' : 'a viewer'
  const tokenError = tokenErrors[code]
  if (tokenError !== undefined) return tokenError
  if (reasons.includes('SERVICE_DISABLED') || reasons.includes('accessNotConfigured'))
    return `The ${api} is switched off in the project of the service account. Switch it on in the Google Cloud console under APIs & Services → Library.`
  if (reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT') || reasons.includes('insufficientPermissions'))
    return 'Google granted the service account fewer scopes than Kitroom asked for. Its organisation may limit them.'
  if (status === 403)
    return `${email} may not ${isWrite ? 'write to' : 'read'} ${what}. In Google Sheets, choose Share, and add that address as ${role}. If sharing outside is forbidden, an administrator has to allow it.`
  if (status === 400 && isWrite)
    return `Google refuses to change cells of ${what}: they are protected from ${email}, or somebody changed the sheet at the same time. The next sync tries again.`
  if (status === 404)
    return `Google has no ${what}, or it is not shared with ${email}. Check the address, and share the sheet with that account as ${role}.`
  return `Google refuses the request (${status ?? 'no status'}${code === '' ? '' : `, ${code}`}). Check the address of the sheet and its range.`
}

/**
 * Converts an error of Google's libraries, which contain tokens and assertions: only Google's own codes are read from it, and it is no cause.
 * @returns GoogleRefused, or GoogleUnavailable when a later attempt may succeed
 */
export function explainError(error: unknown, subject: Subject): GoogleRefused | GoogleUnavailable {
  const ours = findOurs(error)
  if (ours) return ours
  const answer = readAnswer(error)
  const { status, reasons } = answer
  if (status === undefined) return new GoogleUnavailable('Google cannot be reached, or the connection broke.')
  if (status === 403 && reasons.some((reason) => DAILY_REASONS.has(reason)))
    return new GoogleUnavailable('The quota of Google is used up for now.', HOUR_MS)
  const isRate = status === 429 || (status === 403 && reasons.some((reason) => RATE_REASONS.has(reason)))
  if (isRate || status >= 500 || status === 408 || status === 401)
    return new GoogleUnavailable(`Google answers ${status} now.`, parseRetryAfterMs(answer.retryAfter, Date.now()))
  return new GoogleRefused(explainRefusal(answer, subject), tokenErrors[answer.code] !== undefined, status)
}
