import { describeCounts } from '../../notify/describeCounts.ts'
import type { NotificationKind } from '../../notify/kind.ts'
import { createEvaluateCoveredServices } from './evaluateReminders.ts'

/**
 * Maintenance that was created or priced while its item has coverage. Events of maintenance and the daily run queue it.
 */
export const coveredServiceNotification: NotificationKind = {
  evaluate: createEvaluateCoveredServices,
  canUnsubscribe: true,
  describeAll: (days, _today, texts) =>
    describeCounts(texts.covered.heading, [[days.length, texts.covered.countRecords]], texts),
}
