import type { Reason } from './types.ts'

const MAX_FAILURES_IN_A_ROW = 20
const MAX_FAILED_SHARE = 0.3
/** Rows below which a failure share is not meaningful. */
const SHARE_FROM_ROWS = 50

export interface Breaker {
  inARow: number
  failed: number
  sent: number
}

/** Counts one row. @returns why the run must stop, or null */
export function countRow(breaker: Breaker, failed: boolean): Reason | null {
  breaker.sent++
  if (failed) breaker.failed++
  breaker.inARow = failed ? breaker.inARow + 1 : 0
  if (breaker.inARow >= MAX_FAILURES_IN_A_ROW)
    return { code: 'too_many_failures', detail: `The API turned down ${breaker.inARow} rows in a row. The report names the reasons.` }
  if (breaker.sent >= SHARE_FROM_ROWS && breaker.failed > breaker.sent * MAX_FAILED_SHARE)
    return { code: 'too_many_failures', detail: `The API turned down ${breaker.failed} of ${breaker.sent} rows. The report names the reasons.` }
  return null
}
