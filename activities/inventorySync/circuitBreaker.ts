import { say } from '../../contract/sentences/say.ts'
import { toReason } from '../shared/failures.ts'
import type { StopReason } from './types.ts'

const MAX_FAILURES_IN_A_ROW = 20
const MAX_FAILED_SHARE = 0.3
/** The share of failures is not meaningful with fewer sent rows. */
const MIN_ROWS_FOR_FAILED_SHARE = 50

export interface CircuitBreaker {
  failedInARow: number
  failed: number
  sent: number
}

/** Counts one row. @returns the reason why the run must stop, or null */
export function countSentRow(breaker: CircuitBreaker, hasFailed: boolean): StopReason | null {
  breaker.sent++
  if (hasFailed) breaker.failed++
  breaker.failedInARow = hasFailed ? breaker.failedInARow + 1 : 0
  if (breaker.failedInARow >= MAX_FAILURES_IN_A_ROW)
    return toReason('too_many_failures', say('failures_in_a_row', { count: breaker.failedInARow }))
  if (breaker.sent >= MIN_ROWS_FOR_FAILED_SHARE && breaker.failed > breaker.sent * MAX_FAILED_SHARE)
    return toReason('too_many_failures', say('failures_of_sent', { count: breaker.failed, of: breaker.sent }))
  return null
}
