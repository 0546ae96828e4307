import { randomUUID } from 'node:crypto'
import { ingressErrorCodes, type IngressErrorCode } from '../../contract/control/ingressErrors.ts'
import type { WholeAnswer } from '../../platform/http/answer.ts'
import { BodyError } from '../../platform/http/body.ts'
import { DatabaseUnavailable } from '../../platform/sql/types.ts'
import { HttpError } from '../../platform/http/httpError.ts'
import { toProblemAnswer } from '../../platform/http/problem.ts'

/** A request that the ingress refuses. */
export class IngressError extends HttpError<IngressErrorCode> {
  override name = 'IngressError'
}

/**
 * Creates the error for an invalid link. It equals that of an unknown path, so that a response does not reveal if a
 * link was ever valid.
 */
export const createLinkNotFound = (): IngressError => new IngressError('not_found', 'There is nothing here.')

const RETRY_AFTER_SECONDS = 30

/** Creates a 503 that asks the sender to retry. */
export const createUnavailableError = (detail: string, cause?: unknown): IngressError =>
  new IngressError('unavailable', detail, { cause, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } })

/** Maps an error for the client; unknown errors get a fixed text. */
export function toIngressError(error: unknown): HttpError<IngressErrorCode> {
  if (error instanceof IngressError || error instanceof BodyError) return error
  if (error instanceof DatabaseUnavailable)
    return createUnavailableError('Nothing can be kept now. Send it again later.', error)
  return new IngressError('internal_error', "Something unexpected went wrong; the worker's log has the cause.", {
    cause: error,
  })
}

/** Creates a problem document, whose id is also in a header. */
export function toIngressProblem(error: HttpError<IngressErrorCode>): WholeAnswer {
  const requestId = randomUUID()
  const answer = toProblemAnswer(ingressErrorCodes, error, requestId)
  return { ...answer, headers: { 'request-id': requestId, ...answer.headers } }
}
