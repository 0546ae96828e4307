import { randomUUID } from 'node:crypto'
import { ingressErrorCodes, type IngressErrorCode } from '../../contract/control/ingressErrors.ts'
import { BodyError } from '../../platform/http/body.ts'
import { DatabaseUnavailable } from '../../platform/sql/types.ts'
import { formatProblemBody } from '../../platform/http/formatProblemBody.ts'
import type { IngressAnswer } from './route.ts'

/** A request that the ingress refuses. `detail` is for people. */
export class IngressError extends Error {
  override name = 'IngressError'
  readonly code: IngressErrorCode
  readonly detail: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: IngressErrorCode,
    detail: string,
    options: ErrorOptions & { headers?: Record<string, string> } = {},
  ) {
    super(`${code}: ${detail}`, options)
    this.code = code
    this.detail = detail
    this.headers = options.headers ?? {}
  }
}

/** Same text as for an unknown path, so that a response does not reveal whether a link was ever valid. */
export const createLinkNotFound = (): IngressError => new IngressError('not_found', 'There is nothing here.')

const RETRY_AFTER_SECONDS = 30

/** A 503 that asks the sender to retry. */
export const createUnavailableError = (detail: string, cause?: unknown): IngressError =>
  new IngressError('unavailable', detail, { cause, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } })

/** Maps an error for the client; unknown errors get a fixed text. */
export function toIngressError(error: unknown): IngressError {
  if (error instanceof IngressError) return error
  if (error instanceof BodyError) return new IngressError(error.code, error.message, { cause: error })
  if (error instanceof DatabaseUnavailable)
    return createUnavailableError('Nothing can be kept now. Send it again later.', error)
  return new IngressError('internal_error', "Something unexpected went wrong; the worker's log has the cause.", {
    cause: error,
  })
}

/** An application/problem+json response (RFC 9457 section 3), in the shape of the API's problems. */
export function toProblemAnswer(error: IngressError, requestId: string = randomUUID()): IngressAnswer {
  const kind = ingressErrorCodes[error.code]
  const headers = { 'content-type': 'application/problem+json', 'request-id': requestId, ...error.headers }
  return { status: kind.status, headers, body: formatProblemBody(kind, error, requestId) }
}
