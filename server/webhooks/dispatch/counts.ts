import type { Judged } from './record.ts'

/** What came of attempts since the server began. */
export interface DispatchCounts {
  delivered: number
  /** Attempts that are tried again later. */
  retried: number
  /** Deliveries that were given up. */
  failed: number
}

export const noOutcomes = (): DispatchCounts => ({ delivered: 0, retried: 0, failed: 0 })

export function countOutcomes(counts: DispatchCounts, judged: readonly Judged[]): void {
  for (const { verdict } of judged) {
    if (verdict.status === 'delivered') counts.delivered += 1
    else if (verdict.status === 'failed') counts.failed += 1
    else counts.retried += 1
  }
}
