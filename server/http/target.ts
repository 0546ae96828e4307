import { createError } from '../errors.ts'

/** Maximum length of a target. It is below Node's header limit, so that long URLs get 414 instead of 431. */
const MAX_TARGET_LENGTH = 8192

export interface RequestTarget {
  path: string
  query: string
}

/**
 * Splits a request target and ignores its host (`//evil/x` is a path). Absolute form is accepted
 * (RFC 9112 section 3.2.2). @throws AppError uri_too_long or invalid_request
 */
export function parseTarget(url: string): RequestTarget {
  if (url.length > MAX_TARGET_LENGTH) throw createError('uri_too_long', { max: MAX_TARGET_LENGTH })
  let rest = url
  if (!rest.startsWith('/')) {
    // User names in URLs are refused (RFC 9110 section 4.2.4).
    const absolute = /^https?:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(rest)
    if (!absolute) throw createError('target_no_path', {})
    rest = rest.slice(absolute[0].length)
    if (!rest.startsWith('/')) rest = `/${rest}`
  }
  const hashIndex = rest.indexOf('#')
  if (hashIndex !== -1) throw createError('target_with_fragment', {})
  const queryIndex = rest.indexOf('?')
  return queryIndex === -1
    ? { path: rest, query: '' }
    : { path: rest.slice(0, queryIndex), query: rest.slice(queryIndex + 1) }
}

export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    throw createError('path_not_utf8', {})
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const UNUSED_RECORD_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the record id in a path. An invalid id is replaced by one that no record has: it gets the same 404 after the
 * same checks, and no query contains the client's text.
 */
export const toRecordId = (segment: string): string =>
  segment === '' || UUID.test(segment) ? segment : UNUSED_RECORD_ID
