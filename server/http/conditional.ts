import { matchesStrongly, parseEntityTags, type Precondition } from '../../platform/http/conditional.ts'
import { AppError } from '../errors.ts'

/** Parses If-Match or If-None-Match (RFC 9110 sections 13.1.1 and 13.1.2). @throws AppError invalid_header */
export function parsePrecondition(header: 'If-Match' | 'If-None-Match', text: string): Precondition {
  const condition = parseEntityTags(text)
  if (condition === undefined) throw createMalformedError(header)
  return condition
}

const createMalformedError = (header: string): AppError => {
  const detail = 'must be * or a list of entity tags in double quotes'
  return new AppError('invalid_header', `The header ${header} ${detail}.`, {
    faults: [{ header, code: 'invalid_value', detail }],
  })
}

/** @throws AppError precondition_failed when If-Match does not match the current version */
export function checkIfMatch(condition: Precondition | undefined, etag: string): void {
  if (condition !== undefined && !matchesStrongly(condition, etag))
    throw new AppError(
      'precondition_failed',
      'The record has changed since you read it. Read it again and repeat the change if it still makes sense.',
      { headers: { ETag: etag } },
    )
}
