import type { WatchInput } from '../../contract/temporal.ts'
import { runActivity } from '../shared/runActivity.ts'
import type { WarrantyAnswer, WarrantyDeps, WatchAnswer } from './types.ts'

/** Answers activities of workflows that earlier versions started. The answers end those workflows; `coverage` does the work. */
export const createEndOldWorkflows = ({ log, coverage }: WarrantyDeps) => ({
  lookAtDocument: (_input: WatchInput): Promise<WatchAnswer> =>
    runActivity(log, async () => ({ outcome: 'replaced', queued: 0, nextAtMs: null })),
  reviewDocuments: (): Promise<WarrantyAnswer> =>
    runActivity(log, async () => {
      await coverage.wake()
      return { events: 0, watched: 0, queued: 0, isMore: false }
    }),
})
