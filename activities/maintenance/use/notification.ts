import { describeCounts } from '../../notify/describeCounts.ts'
import type { NotificationKind } from '../../notify/kind.ts'
import { createEvaluateReadings } from './evaluateReadings.ts'

/** A reading that people should check. `followMeters` queues it. It has no answer, so it is sent once. */
export const meterNotification: NotificationKind = {
  evaluate: createEvaluateReadings,
  canUnsubscribe: true,
  describeAll: (days, _today, texts) =>
    describeCounts(texts.meter.heading, [[days.length, texts.meter.countReadings]], texts),
}
