import { countOf, describeCounts } from '../notify/counts.ts'
import type { NotificationKind } from '../notify/kind.ts'
import { createEvaluateMaintenance } from './evaluateReminders.ts'

/** Service that is due or overdue. `remindOfMaintenance` queues it. */
export const maintenance: NotificationKind = {
  evaluate: createEvaluateMaintenance,
  describeAll: (days, today) => {
    const overdue = days.filter((day) => day < today).length
    return describeCounts('Maintenance', [...countOf(overdue, 'overdue', 'overdue'), ...countOf(days.length - overdue, 'to come', 'to come')])
  },
}
