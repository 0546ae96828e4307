import { GoogleRefused, GoogleUnavailable } from './refused.ts'

/**
 * Google's codes and sentence for an error of its APIs, or the code of its token endpoint. Nothing else of the
 * library's error is safe to show.
 */
export interface Answer {
  status: number | undefined
  /** Code such as `PERMISSION_DENIED` of Sheets. */
  code: string
  /** Code such as `invalid_grant` of the token endpoint (RFC 6749 section 5.2); '' for an API's response. */
  tokenError: string
  /** Reasons such as `SERVICE_DISABLED` and `rateLimitExceeded`. */
  reasons: readonly string[]
  /** An API's own sentence, in the language that Google chose; '' if there is none. */
  sentence: string
  retryAfter: string | undefined
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** A code is a word. Any other text may contain a secret. */
const asCode = (value: unknown): string => (typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : '')

const MAX_SENTENCE_LENGTH = 300

/** Reads a sentence of an API. Words as long as a token are left out. */
const asSentence = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replaceAll(/\p{C}+/gu, ' ')
        .replaceAll(/[\w.~+/=-]{60,}/g, '…')
        .trim()
        .slice(0, MAX_SENTENCE_LENGTH)
        .toWellFormed()
    : ''

export function readAnswer(error: unknown): Answer {
  const response = asObject(asObject(error)['response'])
  const data = asObject(response['data'])
  const body = asObject(data['error'])
  const reasons = [...asList(body['errors']), ...asList(body['details'])].map((entry) =>
    asCode(asObject(entry)['reason']),
  )
  const status = typeof response['status'] === 'number' ? response['status'] : undefined
  const headers = response['headers']
  const retryAfter = headers instanceof Headers ? (headers.get('retry-after') ?? undefined) : undefined
  const tokenError = asCode(data['error'])
  return {
    status,
    code: asCode(body['status']),
    tokenError,
    reasons: reasons.filter((reason) => reason !== ''),
    sentence: asSentence(body['message']),
    retryAfter,
  }
}

const MAX_CAUSES = 5

/** Finds Kitroom's own error inside the library's error. */
export function findOurs(error: unknown): GoogleRefused | GoogleUnavailable | undefined {
  let current = error
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    if (current instanceof GoogleRefused || current instanceof GoogleUnavailable) return current
    current = current.cause
  }
  return undefined
}
