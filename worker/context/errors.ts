import { ApplicationFailure } from '@temporalio/common'
import { SettingsError } from '../../config/config.ts'
import { isKeyRejected, isTransient } from '../../activities/shared/failures.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import { controlReasons, type ControlReason, type ControlValues } from '../../contract/controlReasons.ts'
import type { ControlErrorCode } from '../../contract/controlErrors.ts'
import type { Fault } from '../../contract/errors.ts'
import { formatReason, type AnyValues } from '../../contract/reasonValues.ts'
import type { Said } from '../../contract/sentences/say.ts'
import { GoogleRefused, GoogleUnavailable } from '../../platform/google/refused.ts'
import { BodyError } from '../../platform/http/body.ts'
import { HttpError, type HttpErrorOptions } from '../../platform/http/httpError.ts'
import { formatRetryAfter } from '../../platform/http/retryAfter.ts'
import { isUnavailable } from '../../platform/sql/isUnavailable.ts'
import { isTemporalUnreachable, refusesWorker } from './faults.ts'

interface WorkerErrorOptions extends HttpErrorOptions {
  /** Faults of the request's members. */
  faults?: Fault[]
  /** Faults of kitroom.yaml. */
  settingsFaults?: readonly Said[]
  /** Sentence that is more specific than that of the reason, such as one with all faults. */
  detail?: string
}

/** A request that the control plane refuses. The reason gives its code and its sentence, which contains the values. */
export class WorkerError extends HttpError<ControlErrorCode> {
  override name = 'WorkerError'
  readonly reason: ControlReason
  /** Values of the sentence; undefined if it has none. */
  readonly values: AnyValues | undefined
  readonly faults: Fault[] | undefined
  readonly settingsFaults: readonly Said[] | undefined

  constructor(reason: ControlReason, values: AnyValues, options: WorkerErrorOptions) {
    const kind = controlReasons[reason]
    super(kind.code, options.detail ?? formatReason(kind, values), options)
    this.reason = reason
    this.values = kind.values.length > 0 ? values : undefined
    this.faults = options.faults
    this.settingsFaults = options.settingsFaults
  }
}

/** Creates the error of a reason. */
export const createWorkerError = <R extends ControlReason>(
  reason: R,
  values: ControlValues<R>,
  options: WorkerErrorOptions = {},
): WorkerError => new WorkerError(reason, values as unknown as AnyValues, options)

/**
 * Converts an API error: the API refuses the worker's key, limits it, or fails. Any other refusal is a defect of
 * Kitroom.
 */
function fromApiError(error: ApiError): WorkerError {
  const { status, code, retryAfterMs } = error
  if (isKeyRejected(error)) return createWorkerError('api_refuses_worker', { code }, { cause: error })
  const options = {
    cause: error,
    ...(retryAfterMs !== undefined && { headers: { 'retry-after': formatRetryAfter(retryAfterMs) } }),
  }
  if (status === 429) return createWorkerError('api_limits_worker', {}, options)
  if (isTransient(error) || status >= 500) return createWorkerError('api_fails', { code }, options)
  return createInternalError(error)
}

const createInternalError = (cause: unknown): WorkerError => createWorkerError('worker_internal_error', {}, { cause })

const fromBodyError = ({ code, maxBytes }: BodyError): WorkerError =>
  code === 'body_too_large'
    ? createWorkerError('control_body_too_large', { max_bytes: maxBytes })
    : createWorkerError('control_body_incomplete', {})

/** Converts any error to one of the control plane; an unexpected one to `internal_error`. */
export function toWorkerError(error: unknown, namespace = ''): WorkerError {
  if (error instanceof WorkerError) return error
  if (error instanceof BodyError) return fromBodyError(error)
  if (error instanceof SettingsError)
    return createWorkerError(
      'settings_invalid',
      { lines: error.lines, answer: error.message },
      { cause: error, settingsFaults: error.faults },
    )
  if (error instanceof ApplicationFailure && error.type === 'inventory_restored')
    return createWorkerError('inventory_restored', {}, { cause: error, detail: `${error.message} Try again.` })
  if (error instanceof ApplicationFailure && error.type === 'inventory_moving')
    return createWorkerError(
      'inventory_moving',
      {},
      {
        cause: error,
      },
    )
  if (error instanceof GoogleRefused) return createWorkerError('google_refused', { answer: error.message })
  if (error instanceof GoogleUnavailable) return createWorkerError('google_unavailable', { answer: error.message })
  if (isUnavailable(error))
    return createWorkerError(
      'state_unavailable',
      {},
      {
        cause: error,
      },
    )
  if (refusesWorker(error)) return createWorkerError('temporal_refused', { namespace }, { cause: error })
  if (isTemporalUnreachable(error))
    return createWorkerError(
      'temporal_unavailable',
      {},
      {
        cause: error,
      },
    )
  if (error instanceof ConnectionError) return createWorkerError('api_unreachable', {}, { cause: error })
  if (error instanceof ApiError) return fromApiError(error)
  return createInternalError(error)
}
