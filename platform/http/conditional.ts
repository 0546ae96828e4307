import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Matches one list element with its comma. No blank can match two parts of the pattern, so matching takes linear time.
 */
const LIST_ELEMENT = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y

interface EntityTag {
  weak: boolean
  value: string
}

/** `*`, or a list of entity tags (RFC 9110 section 8.8.3). */
export type Precondition = '*' | EntityTag[]

/** Parses If-Match or If-None-Match (RFC 9110 sections 13.1.1 and 13.1.2); `undefined` if malformed. */
export function parseEntityTags(text: string): Precondition | undefined {
  const value = text.trim()
  if (value === '*') return '*'
  const tags: EntityTag[] = []
  for (let index = 0; index < value.length; index = LIST_ELEMENT.lastIndex) {
    LIST_ELEMENT.lastIndex = index
    const match = LIST_ELEMENT.exec(value)
    if (!match) return undefined
    if (match[2] !== undefined) tags.push({ weak: match[1] !== undefined, value: `"${match[2]}"` })
  }
  return tags.length === 0 ? undefined : tags
}

/** Computes the tag of a body from its bytes alone. */
export const hashTag = (body: string | Uint8Array): string => `"${hash('sha256', body, 'hex').slice(0, 32)}"`

/** Compares strongly: a weak tag never matches. */
export const matchesStrongly = (condition: Precondition, etag: string): boolean =>
  condition === '*' || condition.some((tag) => !tag.weak && tag.value === etag)

/** Compares weakly with If-None-Match. True means that the response is 304. */
export const isNotModified = (condition: Precondition, etag: string): boolean =>
  condition === '*' || condition.some((tag) => tag.value === etag)

export interface Validators {
  etag: string
  modifiedMs: number
}

const SECOND_MS = 1000

/**
 * True if the client has this version. If-None-Match takes precedence over If-Modified-Since (RFC 9110 section 13.2.2).
 * A malformed header matches no version, so the full response is sent.
 */
export function hasCurrentVersion(headers: IncomingHttpHeaders, { etag, modifiedMs }: Validators): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers
  if (tags === undefined)
    return since !== undefined && Math.floor(modifiedMs / SECOND_MS) * SECOND_MS <= Date.parse(since)
  const condition = parseEntityTags(tags)
  return condition !== undefined && isNotModified(condition, etag)
}
