import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow'
import type { StopReason } from '../activities/inventorySync/types.ts'

type Sentences = NonNullable<StopReason['sentences']>

/** The sandbox has no English sentences: those of `contract/sentences/` and these are compared by a test. */
const toFilesUnreachable = (label: string | undefined): StopReason =>
  label === undefined
    ? {
        code: 'files_unreachable',
        detail:
          'The host that has the file did not read it within 10 minutes. Start the worker there, see that the file can be opened, then sync again.',
        sentences: [{ code: 'file_not_read_in_time', values: {} }],
      }
    : {
        code: 'files_unreachable',
        detail: `No worker with KITROOM_FILES=${label} read the file within 10 minutes. Start one on the host that has the file, or change "on: ${label}" of the source, then sync again.`,
        sentences: [{ code: 'file_not_read_by_label', values: { label } }],
      }

const WRITER_UNREACHABLE: StopReason = {
  code: 'files_unreachable',
  detail: 'No worker wrote into the sheet within 10 minutes. Start one; the next sync writes.',
  sentences: [{ code: 'no_writer_in_time', values: {} }],
}

const CANCELLED: StopReason = {
  code: 'cancelled',
  detail: 'The workflow was cancelled in Temporal.',
  sentences: [{ code: 'workflow_cancelled', values: {} }],
}

/** Reads the sentences of an activity's failure. Earlier versions sent none. */
function sentencesOf({ details }: ApplicationFailure): Pick<StopReason, 'sentences'> {
  const { sentences } = (details?.[0] ?? {}) as { sentences?: Sentences }
  return sentences ? { sentences } : {}
}

/** Earlier versions sent no advice either. */
function toReason(failure: ApplicationFailure): StopReason {
  const { advice } = (failure.details?.[0] ?? {}) as Pick<StopReason, 'advice'>
  const reason = { code: failure.type ?? 'internal_error', detail: failure.message, ...sentencesOf(failure) }
  return advice ? { ...reason, advice } : reason
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
  if (isCancellation(error)) return CANCELLED
  if (!(error instanceof ActivityFailure)) throw error
  const { cause, activityType } = error
  if (cause instanceof ApplicationFailure) return toReason(cause)
  const lastFailure =
    cause instanceof TimeoutFailure && cause.cause instanceof ApplicationFailure ? cause.cause : undefined
  if (lastFailure?.type === 'source_unavailable')
    return { code: 'source_unavailable', detail: lastFailure.message, ...sentencesOf(lastFailure) }
  if (isTimeout(error) && activityType === 'stageSource') return toFilesUnreachable(label)
  if (isTimeout(error) && activityType === 'writeBack' && !lastFailure) return WRITER_UNREACHABLE
  return describeCut(isTimeout(error), lastFailure)
}

/** The message of the last attempt explains more than the timeout does. */
function describeCut(isLate: boolean, last: ApplicationFailure | undefined): StopReason {
  const detail = isLate ? 'It was not done within its time.' : 'It was cut off.'
  const known = last ? (sentencesOf(last).sentences ?? []) : [{ code: 'log_has_cause', values: {} }]
  return {
    code: 'internal_error',
    detail: `${detail} ${last?.message ?? "The worker's log has the cause."}`,
    sentences: [{ code: isLate ? 'not_done_in_time' : 'was_cut_off', values: {} }, ...known],
  }
}
