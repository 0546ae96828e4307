import { describeCount, describeCounts } from '../notify/describeCounts.ts'
import { listAnswerCommands } from '../notify/answerCommands.ts'
import type { NotificationKind } from '../notify/kind.ts'
import { createEvaluateMaintenance } from './evaluateReminders.ts'

function describeStatus(daysLeft: number): string {
  if (daysLeft < 0) return daysLeft === -1 ? 'Overdue since yesterday' : `Overdue by ${-daysLeft} days`
  if (daysLeft === 0) return 'Due today'
  return daysLeft === 1 ? 'Due tomorrow' : `Due in ${daysLeft} days`
}

/** Service that is due or overdue. `remindOfMaintenance` queues it. */
export const maintenanceNotification: NotificationKind = {
  evaluate: createEvaluateMaintenance,
  describeStatus,
  listCommands: (subject) => [
    { purpose: 'The work is done', command: `kitroom maintenance complete ${subject}` },
    { purpose: 'Another date', command: `kitroom maintenance set ${subject} --service-date <YYYY-MM-DD>` },
    ...listAnswerCommands(subject),
  ],
  describeAll: (days, today) => {
    const overdue = days.filter((day) => day < today).length
    return describeCounts('Maintenance', [
      ...describeCount(overdue, 'overdue', 'overdue'),
      ...describeCount(days.length - overdue, 'to come', 'to come'),
    ])
  },
}
