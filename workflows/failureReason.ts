import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow'
import type { Reason } from '../activities/inventorySync/types.ts'

/** What an activity's final failure says to people. Anything that is no such failure is a fault of the workflow, and is thrown on. */
export function failureReason(error: unknown): Reason {
  if (isCancellation(error)) return { code: 'cancelled', detail: 'The workflow was cancelled in Temporal.' }
  if (!(error instanceof ActivityFailure)) throw error
  const { cause } = error
  if (cause instanceof ApplicationFailure) return { code: cause.type ?? 'internal_error', detail: cause.message }
  return { code: 'internal_error', detail: `An activity ended unexpectedly: ${error.message}.` }
}
