import { addDays } from '../../platform/studioDay.ts'
import { describeCounts } from '../notify/describeCounts.ts'
import { listAnswerCommands } from '../notify/answerCommands.ts'
import type { NotificationKind } from '../notify/kind.ts'
import { createEvaluateWarranties } from './evaluateReminders.ts'

/** Ends within these days are counted separately. */
const SOON_DAYS = 7
const LISTED_DAYS = 30

/** Warranties and insurances that end or have ended. `notifyCoverage` queues it. */
export const warrantyNotification: NotificationKind = {
  evaluate: createEvaluateWarranties,
  describeStatus: (daysLeft, { coverage }) =>
    daysLeft < 0 ? coverage.daysSince(-daysLeft) : coverage.daysLeft(daysLeft),
  listCommands: listAnswerCommands,
  canUnsubscribe: true,
  describeAll: (ends, today, texts) => {
    const { heading, countEnded, countSoon, countLater } = texts.coverage
    const soon = addDays(today, SOON_DAYS)
    const endedCount = ends.filter((day) => day < today).length
    const soonCount = ends.filter((day) => day >= today && day <= soon).length
    return describeCounts(
      heading,
      [
        [endedCount, countEnded],
        [soonCount, (count, text) => countSoon(count, text, SOON_DAYS)],
        [ends.length - endedCount - soonCount, countLater],
      ],
      texts,
    )
  },
  unlisted: {
    afterDays: LISTED_DAYS,
    describe: (count, { coverage, format }) => coverage.unlisted(count, format.count(count), LISTED_DAYS),
  },
}
