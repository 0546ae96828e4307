import type { NotificationKind } from './kind.ts'
import { countOf, describeCounts } from './counts.ts'

/** A problem of the worker, or its end. `worker/problems` queues it. */
export const problem: NotificationKind = {
  describeAll: (days) => describeCounts('Other', countOf(days.length, 'message', 'messages')),
}
