import { Context } from '@temporalio/activity'
import type { RetryClock } from '../../platform/google/retryDelay.ts'
import type { Logger } from '../../platform/log.ts'
import { isUnavailable } from '../../platform/sql/isUnavailable.ts'
import { isTransient, toFailure } from './failures.ts'

const HEARTBEAT_INTERVAL_MS = 2000

/** Data that an attempt passes to the next one. */
interface Heartbeat {
  unexpected: number
}

/**
 * Runs an activity: sends heartbeats, passes the cancellation signal, logs errors and converts them to failures that
 * say if Temporal retries.
 */
export const runActivity = <T>(log: Logger, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  runGoogleActivity({ log }, work)

interface GoogleActivityDeps {
  log: Logger
  scaledMs?: RetryClock['scaledMs']
}

/** Runs like `runActivity`, for activities that call Google: with the scale of the delays between attempts. */
export async function runGoogleActivity<T>(
  { log, scaledMs }: GoogleActivityDeps,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const context = Context.current()
  const { activityType, attempt, workflowExecution, heartbeatDetails } = context.info
  const { unexpected = 0 } = (heartbeatDetails ?? {}) as Partial<Heartbeat>
  const heartbeat = (count: number): void => context.heartbeat({ unexpected: count } satisfies Heartbeat)
  const timer = setInterval(() => heartbeat(unexpected), HEARTBEAT_INTERVAL_MS)
  try {
    return await work(context.cancellationSignal)
  } catch (error) {
    const { failure, isUnexpected } = toFailure(error, {
      earlierUnexpected: unexpected,
      attempt,
      ...(scaledMs && { scaledMs }),
    })
    if (isUnexpected) heartbeat(unexpected + 1)
    const logFields = { activity: activityType, attempt, workflowId: workflowExecution?.workflowId }
    // Transient errors are logged without a stack trace, because every attempt logs one.
    if (isTransient(error) || isUnavailable(error))
      log.warn(logFields, `${activityType} will be retried: ${failure.message}`)
    else if (!context.cancellationSignal.aborted)
      log.warn({ ...logFields, err: error }, `${activityType} did not succeed`)
    throw failure
  } finally {
    clearInterval(timer)
  }
}
