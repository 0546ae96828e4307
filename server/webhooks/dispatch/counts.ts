import type { ClassifiedResult } from './recordResults.ts'

export interface DispatchCounts {
  delivered: number
  retried: number
  failed: number
}

export const createDispatchCounts = (): DispatchCounts => ({ delivered: 0, retried: 0, failed: 0 })

export function countOutcomes(counts: DispatchCounts, results: readonly ClassifiedResult[]): void {
  for (const { classification } of results) {
    if (classification.status === 'delivered') counts.delivered += 1
    else if (classification.status === 'failed') counts.failed += 1
    else counts.retried += 1
  }
}
