import { AppError } from '../errors.ts'

/** One list element with its comma. No two parts match the same blanks, which keeps matching linear. */
const ELEMENT = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y

interface EntityTag {
  weak: boolean
  value: string
}

/** `*`, or a list of entity tags (RFC 9110 section 8.8.3). */
export type Precondition = '*' | EntityTag[]

/** Parses If-Match or If-None-Match (RFC 9110 sections 13.1.1 and 13.1.2). @throws AppError invalid_header */
export function readPrecondition(header: 'If-Match' | 'If-None-Match', text: string): Precondition {
  const value = text.trim()
  if (value === '*') return '*'
  const tags: EntityTag[] = []
  for (let index = 0; index < value.length; index = ELEMENT.lastIndex) {
    ELEMENT.lastIndex = index
    const match = ELEMENT.exec(value)
    if (!match) throw malformed(header)
    if (match[2] !== undefined) tags.push({ weak: match[1] !== undefined, value: `"${match[2]}"` })
  }
  if (tags.length === 0) throw malformed(header)
  return tags
}

const malformed = (header: string): AppError => {
  const detail = 'must be * or a list of entity tags in double quotes'
  return new AppError('invalid_header', `The header ${header} ${detail}.`, { faults: [{ header, code: 'invalid_value', detail }] })
}

/** Strong comparison: a weak tag never matches. */
const matchesStrongly = (condition: Precondition, etag: string): boolean =>
  condition === '*' || condition.some((tag) => !tag.weak && tag.value === etag)

/** @throws AppError precondition_failed when If-Match does not match the current version */
export function checkIfMatch(condition: Precondition | undefined, etag: string): void {
  if (condition !== undefined && !matchesStrongly(condition, etag))
    throw new AppError(
      'precondition_failed',
      'The record has changed since you read it. Read it again and repeat the change if it still makes sense.',
      { headers: { ETag: etag } },
    )
}

/** Weak comparison with If-None-Match: true means 304. */
export const isNotModified = (condition: Precondition, etag: string): boolean => condition === '*' || condition.some((tag) => tag.value === etag)
