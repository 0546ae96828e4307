import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow'
import type { Reason } from '../activities/inventorySync/types.ts'

const FILES_UNREACHABLE: Reason = {
  code: 'files_unreachable',
  detail: 'The host that has the file did not read it within 10 minutes. Start the worker there, see that the file can be opened, then sync again.',
}

/** Times that run from the moment an activity was scheduled; servers report either when nobody took it. */
const WHOLE_TIMES = new Set<string | undefined>(['SCHEDULE_TO_CLOSE', 'SCHEDULE_TO_START'])

/** Whether an activity was not done within the time that it had, retries included. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof ActivityFailure && error.cause instanceof TimeoutFailure && WHOLE_TIMES.has(error.cause.timeoutType)

/** What an activity's final failure says to people. Anything that is no such failure is a fault of the workflow, and is thrown on. */
export function failureReason(error: unknown): Reason {
  if (isCancellation(error)) return { code: 'cancelled', detail: 'The workflow was cancelled in Temporal.' }
  if (!(error instanceof ActivityFailure)) throw error
  const { cause, activityType } = error
  if (cause instanceof ApplicationFailure) return { code: cause.type ?? 'internal_error', detail: cause.message }
  if (isTimeout(error) && activityType === 'stageSource') return FILES_UNREACHABLE
  // What the last attempt said tells more than that the time was up.
  const last = cause instanceof TimeoutFailure && cause.cause instanceof ApplicationFailure ? ` ${cause.cause.message}` : ''
  const what = isTimeout(error) ? 'It was not done within its time.' : 'It was cut off.'
  return { code: 'internal_error', detail: `${what}${last || " The worker's log has the cause."}` }
}
