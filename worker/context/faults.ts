import {
  isGrpcDeadlineError,
  isGrpcServiceError,
  ServiceError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import { SettingsError } from '../../config/config.ts'

/** Temporal did not answer in time; the call may have taken effect. */
export class TemporalTimeout extends Error {
  override name = 'TemporalTimeout'
}

/** gRPC codes PERMISSION_DENIED and UNAUTHENTICATED (statuscodes.md). */
const REFUSAL_CODES = new Set([7, 16])

/** The native part of the SDK reports a refused connection without a gRPC code. */
const REFUSED_CONNECTION =
  /code: 'The (?:request does not have valid authentication credentials|caller does not have permission)/

/** Reads the gRPC code of an error or of its cause. */
export function readGrpcCode(error: unknown): number | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && typeof current.code === 'number') return current.code
  return undefined
}

/** True if Temporal rejects the worker: its key or certificate is invalid or expired, or may not use the namespace. */
export const refusesWorker = (error: unknown): boolean =>
  REFUSAL_CODES.has(readGrpcCode(error) ?? -1) ||
  ((error as Error)?.name === 'TransportError' && REFUSED_CONNECTION.test((error as Error).message))

export const isTemporalUnreachable = (error: unknown): boolean => !refusesWorker(error) && isCallFailure(error)

/** True if Temporal is unreachable or rejects the worker; the call may be repeated later. */
const isTemporalUnusable = (error: unknown): boolean => refusesWorker(error) || isCallFailure(error)

const isCallFailure = (error: unknown): boolean =>
  error instanceof TemporalTimeout ||
  error instanceof ServiceError ||
  // No worker has confirmed the update in time, for example because it was killed.
  error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
  isGrpcServiceError(error) ||
  isGrpcDeadlineError(error) ||
  (error as Error)?.name === 'TransportError'

/** Calls Temporal. @param onOutage returns the result while Temporal is unusable; other errors are thrown */
export async function handleOutage<T>(
  call: () => Promise<T>,
  onOutage: (error: unknown) => T | Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!isTemporalUnusable(error)) throw error
    return onOutage(error)
  }
}

/** Makes an outage of Temporal a retryable failure, for activities. */
export const asRetryable = <T>(call: () => Promise<T>): Promise<T> =>
  handleOutage(call, () => {
    throw ApplicationFailure.create({ message: 'Temporal does not answer.', type: 'temporal_unavailable' })
  })

/**
 * True for errors that are open problems of the worker: an outage of Temporal, or an invalid kitroom.yaml. The failed
 * work is repeated later.
 */
export const isReportedElsewhere = (error: unknown): boolean =>
  error instanceof SettingsError || isTemporalUnusable(error)
