import { describeCounts } from '../notify/describeCounts.ts'
import type { NotificationKind } from '../notify/kind.ts'
import { createEvaluateShoots } from './evaluateReminders.ts'

/** A shoot of the next day. `remindOfShoots` queues it. It has no answer, so it is sent once. */
export const shootNotification: NotificationKind = {
  evaluate: createEvaluateShoots,
  describeStatus: (daysLeft, { shoot }) => (daysLeft === 0 ? shoot.today : shoot.tomorrow),
  canUnsubscribe: true,
  describeAll: (days, today, texts) => {
    const todayCount = days.filter((day) => day === today).length
    const { heading, countToday, countTomorrow } = texts.shoot
    const counts = [
      [todayCount, countToday],
      [days.length - todayCount, countTomorrow],
    ] as const
    return describeCounts(heading, counts, texts)
  },
}
