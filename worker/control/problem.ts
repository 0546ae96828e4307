import { ApplicationFailure } from '@temporalio/common'
import type { ServerResponse } from 'node:http'
import { SettingsError } from '../../config/config.ts'
import { ConnectionError } from '../../client/errors.ts'
import { controlErrorCodes, type ControlErrorCode } from '../../contract/controlErrors.ts'
import { problemBody } from '../problemBody.ts'
import { describeRefusal, isTemporalAway, refusesWorker } from '../temporal/faults.ts'

/** The control plane says no. `detail` is a plain sentence for people. */
export class ControlError extends Error {
  override name = 'ControlError'
  readonly code: ControlErrorCode
  readonly detail: string

  constructor(code: ControlErrorCode, detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options)
    this.code = code
    this.detail = detail
  }
}

/** What a client is told of an error; those we do not know are told nothing but that there was one. */
export function toControlError(error: unknown, namespace = ''): ControlError {
  if (error instanceof ControlError) return error
  if (error instanceof SettingsError) return new ControlError('invalid_request', `kitroom.yaml cannot be used.\n${error.message}`, { cause: error })
  if (error instanceof ApplicationFailure && error.type === 'inventory_moving')
    return new ControlError('inventory_moving', 'The inventory changes faster than it can be listed. Try again when fewer writes come in.', {
      cause: error,
    })
  if (refusesWorker(error)) return new ControlError('temporal_refused', describeRefusal(namespace), { cause: error })
  if (isTemporalAway(error))
    return new ControlError('temporal_unavailable', 'Temporal does not answer. Try again when it is there.', { cause: error })
  if (error instanceof ConnectionError) return new ControlError('api_unavailable', 'The API server cannot be reached.', { cause: error })
  return new ControlError('internal_error', "Something unexpected went wrong; the worker's log has the cause.", { cause: error })
}

/** Answers with application/problem+json (RFC 9457 section 3), in the shape of the API's problems. */
export function sendProblem(response: ServerResponse, error: ControlError, requestId: string): void {
  const kind = controlErrorCodes[error.code]
  const { status } = kind
  const body = problemBody(kind, error, requestId)
  const headers = { 'content-type': 'application/problem+json', 'content-length': Buffer.byteLength(body), connection: 'close' }
  response.writeHead(status, error.code === 'unauthorized' ? { ...headers, 'www-authenticate': 'Bearer realm="kitroom control"' } : headers)
  response.end(body)
}
