import type { NotificationKind } from './kind.ts'
import { countOf, describeCounts } from './counts.ts'

/** What went wrong, and that it works again. `worker/problems` queues it. */
export const problem: NotificationKind = {
  describeAll: (days) => describeCounts('Other', countOf(days.length, 'message', 'messages')),
}
