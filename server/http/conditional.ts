import { describeFault } from '../../contract/faultReasons.ts'
import { matchesStrongly, parseEntityTags, type Precondition } from '../../platform/http/conditional.ts'
import { createError, type AppError } from '../errors.ts'

/** Parses If-Match or If-None-Match (RFC 9110 sections 13.1.1 and 13.1.2). @throws AppError invalid_header */
export function parsePrecondition(header: 'If-Match' | 'If-None-Match', text: string): Precondition {
  const condition = parseEntityTags(text)
  if (condition === undefined) throw createMalformedError(header)
  return condition
}

const createMalformedError = (header: string): AppError => {
  const fault = describeFault('header_no_tags', {})
  return createError(
    'header_invalid',
    { header },
    {
      detail: `The header ${header} ${fault.detail}.`,
      faults: [{ header, ...fault }],
    },
  )
}

/** @throws AppError precondition_failed when If-Match does not match the current version */
export function checkIfMatch(condition: Precondition | undefined, etag: string): void {
  if (condition !== undefined && !matchesStrongly(condition, etag))
    throw createError('precondition_failed', {}, { headers: { ETag: etag } })
}
