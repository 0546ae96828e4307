import { runActivity } from '../shared/runActivity.ts'
import type { WarrantyActivities, WarrantyDeps } from './types.ts'

/** Answers activities of workflows that earlier versions started. The answers end those workflows; `coverage` does the work. */
export const createEndOldWorkflows = ({
  log,
  coverage,
}: WarrantyDeps): Pick<WarrantyActivities, 'lookAtDocument' | 'reviewDocuments'> => ({
  lookAtDocument: () => runActivity(log, async () => ({ outcome: 'replaced', queued: 0, nextAtMs: null })),
  reviewDocuments: () =>
    runActivity(log, async () => {
      await coverage.wake()
      return { events: 0, watched: 0, queued: 0, isMore: false }
    }),
})
