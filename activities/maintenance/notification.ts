import { describeCounts } from '../notify/describeCounts.ts'
import { listAnswerCommands } from '../notify/answerCommands.ts'
import type { NotificationKind } from '../notify/kind.ts'
import { createEvaluateMaintenance } from './evaluateReminders.ts'

/** A service that is due or overdue. `remindOfMaintenance` queues it. */
export const maintenanceNotification: NotificationKind = {
  evaluate: createEvaluateMaintenance,
  describeStatus: (daysLeft, { maintenance }) =>
    daysLeft < 0 ? maintenance.daysOverdue(-daysLeft) : maintenance.daysLeft(daysLeft),
  listCommands: (subject, texts) => [
    { purpose: texts.commands.workDone, command: `kitroom maintenance complete ${subject}`, link: 'done' },
    { purpose: texts.commands.otherDate, command: `kitroom maintenance set ${subject} --service-date <YYYY-MM-DD>` },
    ...listAnswerCommands(subject, texts),
  ],
  canUnsubscribe: true,
  describeAll: (days, today, texts) => {
    const { heading, countOverdue, countToCome } = texts.maintenance
    const overdue = days.filter((day) => day < today).length
    return describeCounts(
      heading,
      [
        [overdue, countOverdue],
        [days.length - overdue, countToCome],
      ],
      texts,
    )
  },
}
