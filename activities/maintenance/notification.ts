import { describeCount, describeCounts } from '../notify/describeCounts.ts'
import type { NotificationKind } from '../notify/kind.ts'
import { createEvaluateMaintenance } from './evaluateReminders.ts'

/** Service that is due or overdue. `remindOfMaintenance` queues it. */
export const maintenanceNotification: NotificationKind = {
  evaluate: createEvaluateMaintenance,
  describeAll: (days, today) => {
    const overdue = days.filter((day) => day < today).length
    return describeCounts('Maintenance', [
      ...describeCount(overdue, 'overdue', 'overdue'),
      ...describeCount(days.length - overdue, 'to come', 'to come'),
    ])
  },
}
