import type { NotificationKind } from './kind.ts'
import { describeCounts } from './describeCounts.ts'

/** A problem of the worker, or its end. `worker/problems` queues it. */
export const problemNotification: NotificationKind = {
  describeAll: (days, _today, texts) =>
    describeCounts(texts.other.heading, [[days.length, texts.other.countMessages]], texts),
}
