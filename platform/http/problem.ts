import type { WholeAnswer } from './answer.ts'
import type { HttpError } from './httpError.ts'

/** Entry of a plane's table for an error code. */
export interface ProblemKind {
  status: number
  title: string
}

/** Formats the JSON body of a problem (RFC 9457 section 3). @param more extension members, or another type */
export function formatProblemBody(
  { status, title }: ProblemKind,
  { code, detail }: HttpError,
  requestId: string,
  more: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({
    type: `/docs/errors#${code}`,
    title,
    status,
    detail,
    instance: `urn:uuid:${requestId}`,
    code,
    request_id: requestId,
    ...more,
  })
}

/**
 * Creates an application/problem+json response.
 * @param kinds the plane's table of error codes
 * @param more extension members
 */
export function toProblemAnswer<Code extends string>(
  kinds: Readonly<Record<Code, ProblemKind>>,
  error: HttpError<Code>,
  requestId: string,
  more: Readonly<Record<string, unknown>> = {},
): WholeAnswer {
  const kind = kinds[error.code]
  const headers = { 'content-type': 'application/problem+json', ...error.headers }
  return { status: kind.status, headers, body: formatProblemBody(kind, error, requestId, more) }
}
