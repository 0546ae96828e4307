import { Context } from '@temporalio/activity'
import type { Logger } from '../platform/log.ts'
import { isUnavailable } from '../platform/sql/isUnavailable.ts'
import { mayPass, toFailure } from './failures.ts'

const HEARTBEAT_EVERY_MS = 2000

/** What an attempt leaves for the next one. */
interface Heartbeat {
  /** Unexpected errors so far. */
  unexpected: number
}

/**
 * Runs the work of an activity: tells Temporal that it lives, hands it the signal that cancels it, logs what went wrong, and turns every
 * error into a failure that says whether to try again.
 */
export async function guarded<T>(log: Logger, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current()
  const { activityType, attempt, workflowExecution, heartbeatDetails } = context.info
  const { unexpected = 0 } = (heartbeatDetails ?? {}) as Partial<Heartbeat>
  const heartbeat = (count: number): void => context.heartbeat({ unexpected: count } satisfies Heartbeat)
  const beat = setInterval(() => heartbeat(unexpected), HEARTBEAT_EVERY_MS)
  try {
    return await work(context.cancellationSignal)
  } catch (error) {
    const { failure, isUnexpected } = toFailure(error, unexpected)
    if (isUnexpected) heartbeat(unexpected + 1)
    const about = { activity: activityType, attempt, workflowId: workflowExecution?.workflowId }
    // What passes by itself needs no stack trace at every attempt.
    if (mayPass(error) || isUnavailable(error)) log.warn(about, `${activityType} is tried again: ${failure.message}`)
    else if (!context.cancellationSignal.aborted) log.warn({ ...about, err: error }, `${activityType} did not succeed`)
    throw failure
  } finally {
    clearInterval(beat)
  }
}
