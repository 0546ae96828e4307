import { ApplicationFailure } from '@temporalio/common'
import { SettingsError } from '../../config/config.ts'
import { isKeyRejected, isTransient } from '../../activities/shared/failures.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import type { ControlErrorCode } from '../../contract/controlErrors.ts'
import { GoogleRefused, GoogleUnavailable } from '../../platform/google/refused.ts'
import { BodyError } from '../../platform/http/body.ts'
import { HttpError } from '../../platform/http/httpError.ts'
import { formatRetryAfter } from '../../platform/http/retryAfter.ts'
import { isUnavailable } from '../../platform/sql/isUnavailable.ts'
import { describeTemporalRefusal, isTemporalUnreachable, refusesWorker } from './faults.ts'

/** A request that the control plane refuses. */
export class WorkerError extends HttpError<ControlErrorCode> {
  override name = 'WorkerError'
}

/** Converts an API error: the API refuses the worker's key, limits it, or fails. Any other refusal is a defect of Kitroom. */
function fromApiError(error: ApiError): WorkerError {
  const { status, code, retryAfterMs } = error
  if (isKeyRejected(error))
    return new WorkerError(
      'api_unavailable',
      `The API server refuses the worker's key (${code}). Make a new key for the worker.`,
      { cause: error },
    )
  const options = {
    cause: error,
    ...(retryAfterMs !== undefined && { headers: { 'retry-after': formatRetryAfter(retryAfterMs) } }),
  }
  if (status === 429)
    return new WorkerError(
      'api_unavailable',
      'The API server takes no more requests of the worker for now. Try again in a moment.',
      options,
    )
  if (isTransient(error) || status >= 500)
    return new WorkerError('api_unavailable', `The API server fails (${code}). Try again later.`, options)
  return createInternalError(error)
}

const createInternalError = (cause: unknown): WorkerError =>
  new WorkerError('internal_error', "Something unexpected went wrong; the worker's log has the cause.", { cause })

export function toWorkerError(error: unknown, namespace = ''): HttpError<ControlErrorCode> {
  if (error instanceof WorkerError || error instanceof BodyError) return error
  if (error instanceof SettingsError)
    return new WorkerError('invalid_request', `kitroom.yaml cannot be used.\n${error.message}`, { cause: error })
  if (error instanceof ApplicationFailure && error.type === 'inventory_restored')
    return new WorkerError('inventory_restored', `${error.message} Try again.`, { cause: error })
  if (error instanceof ApplicationFailure && error.type === 'inventory_moving')
    return new WorkerError(
      'inventory_moving',
      'The inventory changes faster than it can be listed. Try again when fewer writes come in.',
      {
        cause: error,
      },
    )
  if (error instanceof GoogleRefused) return new WorkerError('google_refused', error.message)
  if (error instanceof GoogleUnavailable)
    return new WorkerError('google_unavailable', `${error.message} Try again later.`)
  if (isUnavailable(error))
    return new WorkerError('state_unavailable', 'The worker’s database does not answer. Try again in a moment.', {
      cause: error,
    })
  if (refusesWorker(error))
    return new WorkerError('temporal_refused', describeTemporalRefusal(namespace), { cause: error })
  if (isTemporalUnreachable(error))
    return new WorkerError('temporal_unavailable', 'Temporal does not answer. Try again when it is available.', {
      cause: error,
    })
  if (error instanceof ConnectionError)
    return new WorkerError('api_unavailable', 'The API server cannot be reached.', { cause: error })
  if (error instanceof ApiError) return fromApiError(error)
  return createInternalError(error)
}
