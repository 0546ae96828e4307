import type { NotificationKind } from './kind.ts'
import { describeCount, describeCounts } from './describeCounts.ts'

/** A problem of the worker, or its end. `worker/problems` queues it. */
export const problemNotification: NotificationKind = {
  describeAll: (days) => describeCounts('Other', describeCount(days.length, 'message', 'messages')),
}
