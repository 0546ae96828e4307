import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow'
import type { StopReason } from '../activities/inventorySync/types.ts'

const toFilesUnreachable = (label: string | undefined): StopReason => ({
  code: 'files_unreachable',
  detail:
    label === undefined
      ? 'The host that has the file did not read it within 10 minutes. Start the worker there, see that the file can be opened, then sync again.'
      : `No worker with KITROOM_FILES=${label} read the file within 10 minutes. Start one on the host that has the file, or change "on: ${label}" of the source, then sync again.`,
})

const WRITER_UNREACHABLE: StopReason = {
  code: 'files_unreachable',
  detail: 'No worker wrote into the sheet within 10 minutes. Start one; the next sync writes.',
}

/** Timeouts that count from the scheduling of an activity. Servers report either one if no worker started it. */
const SCHEDULE_TIMEOUTS = new Set<string | undefined>(['SCHEDULE_TO_CLOSE', 'SCHEDULE_TO_START'])

export const isTimeout = (error: unknown): boolean =>
  error instanceof ActivityFailure &&
  error.cause instanceof TimeoutFailure &&
  SCHEDULE_TIMEOUTS.has(error.cause.timeoutType)

/**
 * Converts an activity's final failure to a reason for people. It rethrows everything else, which is a defect of the
 * workflow.
 * @param label `on:` of the source
 */
export function failureReason(error: unknown, label?: string): StopReason {
  if (isCancellation(error)) return { code: 'cancelled', detail: 'The workflow was cancelled in Temporal.' }
  if (!(error instanceof ActivityFailure)) throw error
  const { cause, activityType } = error
  if (cause instanceof ApplicationFailure) return { code: cause.type ?? 'internal_error', detail: cause.message }
  const lastFailure =
    cause instanceof TimeoutFailure && cause.cause instanceof ApplicationFailure ? cause.cause : undefined
  if (lastFailure?.type === 'source_unavailable') return { code: 'source_unavailable', detail: lastFailure.message }
  if (isTimeout(error) && activityType === 'stageSource') return toFilesUnreachable(label)
  if (isTimeout(error) && activityType === 'writeBack' && !lastFailure) return WRITER_UNREACHABLE
  // The message of the last attempt explains more than the timeout does.
  const last = lastFailure ? ` ${lastFailure.message}` : ''
  const what = isTimeout(error) ? 'It was not done within its time.' : 'It was cut off.'
  return { code: 'internal_error', detail: `${what}${last || " The worker's log has the cause."}` }
}
