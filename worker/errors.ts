import { ApplicationFailure } from '@temporalio/common'
import { SettingsError } from '../config/config.ts'
import { ApiError, ConnectionError } from '../client/errors.ts'
import type { ControlErrorCode } from '../contract/controlErrors.ts'
import { GoogleRefused, GoogleUnavailable } from '../google/refused.ts'
import { isUnavailable } from '../platform/sql/isUnavailable.ts'
import { describeTemporalRefusal, isTemporalUnreachable, refusesWorker } from './temporal/faults.ts'

/** A request that the worker refuses, with a code of the control plane. `detail` is for people. */
export class WorkerError extends Error {
  override name = 'WorkerError'
  readonly code: ControlErrorCode
  readonly detail: string
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ControlErrorCode, detail: string, options: ErrorOptions & { headers?: Record<string, string> } = {}) {
    super(`${code}: ${detail}`, options)
    this.code = code
    this.detail = detail
    this.headers = options.headers ?? {}
  }
}

export const createRefusedKeyError = (error: ApiError): WorkerError =>
  new WorkerError('api_unavailable', `The API server refuses the worker's key (${error.code}). Make a new key for the worker.`, { cause: error })

/** The API refuses the worker's key, or fails itself. Any other refusal is a defect of ours. */
function fromApiError(error: ApiError): WorkerError {
  const { status, code } = error
  if (status === 401 || status === 403) return createRefusedKeyError(error)
  if (status >= 500) return new WorkerError('api_unavailable', `The API server fails (${code}). Try again later.`, { cause: error })
  return createInternalError(error)
}

const createInternalError = (cause: unknown): WorkerError =>
  new WorkerError('internal_error', "Something unexpected went wrong; the worker's log has the cause.", { cause })

export function toWorkerError(error: unknown, namespace = ''): WorkerError {
  if (error instanceof WorkerError) return error
  if (error instanceof SettingsError) return new WorkerError('invalid_request', `kitroom.yaml cannot be used.\n${error.message}`, { cause: error })
  if (error instanceof ApplicationFailure && error.type === 'inventory_restored')
    return new WorkerError('inventory_restored', `${error.message} Try again.`, { cause: error })
  if (error instanceof ApplicationFailure && error.type === 'inventory_moving')
    return new WorkerError('inventory_moving', 'The inventory changes faster than it can be listed. Try again when fewer writes come in.', {
      cause: error,
    })
  if (error instanceof GoogleRefused) return new WorkerError('google_refused', error.message)
  if (error instanceof GoogleUnavailable) return new WorkerError('google_unavailable', `${error.message} Try again later.`)
  if (isUnavailable(error))
    return new WorkerError('state_unavailable', 'The worker’s database does not answer. Try again in a moment.', { cause: error })
  if (refusesWorker(error)) return new WorkerError('temporal_refused', describeTemporalRefusal(namespace), { cause: error })
  if (isTemporalUnreachable(error))
    return new WorkerError('temporal_unavailable', 'Temporal does not answer. Try again when it is available.', { cause: error })
  if (error instanceof ConnectionError) return new WorkerError('api_unavailable', 'The API server cannot be reached.', { cause: error })
  if (error instanceof ApiError) return fromApiError(error)
  return createInternalError(error)
}
