import { isGrpcDeadlineError, isGrpcServiceError, ServiceError } from '@temporalio/client'

/** Temporal did not answer in time; whether it did what was asked is not known. */
export class TemporalSilent extends Error {
  override name = 'TemporalSilent'
}

/** gRPC's PERMISSION_DENIED and UNAUTHENTICATED (its documentation, statuscodes.md). */
const REFUSALS = new Set([7, 16])

/** The SDK's native part gives a refused connection without its code. */
const REFUSED_CONNECTION = /code: 'The (?:request does not have valid authentication credentials|caller does not have permission)/

/** The gRPC code of an error or of what caused it. */
function grpcCode(error: unknown): number | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && typeof at.code === 'number') return at.code
  return undefined
}

/** Whether Temporal answers, and refuses the worker: its key or certificate is wrong or has expired, or may not use the namespace. */
export const refusesWorker = (error: unknown): boolean =>
  REFUSALS.has(grpcCode(error) ?? -1) || ((error as Error)?.name === 'TransportError' && REFUSED_CONNECTION.test((error as Error).message))

/** Whether a call failed because Temporal did not answer it. */
export const isTemporalAway = (error: unknown): boolean => !refusesWorker(error) && cannotCall(error)

/** Whether a call failed because Temporal cannot be used now, for either reason: the same call may be made later. */
export const isTemporalUnusable = (error: unknown): boolean => refusesWorker(error) || cannotCall(error)

const cannotCall = (error: unknown): boolean =>
  error instanceof TemporalSilent ||
  error instanceof ServiceError ||
  isGrpcServiceError(error) ||
  isGrpcDeadlineError(error) ||
  (error as Error)?.name === 'TransportError'

/** What people are told when Temporal refuses the worker. */
export const describeRefusal = (namespace: string): string =>
  `Temporal refuses this worker: its key (TEMPORAL_API_KEY) or certificate is wrong or has expired, or may not use the namespace "${namespace}". Start the worker with one that is valid.`
