import { addDays } from '../../platform/studioDay.ts'
import { describeCount, describeCounts } from '../notify/describeCounts.ts'
import { listAnswerCommands } from '../notify/answerCommands.ts'
import type { NotificationKind } from '../notify/kind.ts'
import { createEvaluateWarranties } from './evaluateReminders.ts'

/** Ends within these days are counted separately. */
const SOON_DAYS = 7
const LISTED_DAYS = 30

function describeStatus(daysLeft: number): string {
  if (daysLeft < 0) return daysLeft === -1 ? 'Ended yesterday' : `Ended ${-daysLeft} days ago`
  if (daysLeft === 0) return 'Ends today'
  return daysLeft === 1 ? 'Ends tomorrow' : `Ends in ${daysLeft} days`
}

/** Warranties and insurances that end or have ended. `notifyCoverage` queues it. */
export const warrantyNotification: NotificationKind = {
  evaluate: createEvaluateWarranties,
  describeStatus,
  listCommands: listAnswerCommands,
  describeAll: (ends, today) => {
    const soon = addDays(today, SOON_DAYS)
    const endedCount = ends.filter((day) => day < today).length
    const soonCount = ends.filter((day) => day >= today && day <= soon).length
    return describeCounts('Warranties and insurances', [
      ...describeCount(endedCount, 'has ended', 'have ended'),
      ...describeCount(soonCount, `ends within ${SOON_DAYS} days`, `end within ${SOON_DAYS} days`),
      ...describeCount(ends.length - endedCount - soonCount, 'ends later', 'end later'),
    ])
  },
  unlisted: {
    afterDays: LISTED_DAYS,
    describe: (count) => {
      const [ended] = describeCount(count, 'warranty or insurance ended', 'warranties and insurances ended')
      return `${ended} more than ${LISTED_DAYS} days ago. This message does not list ${count === 1 ? 'it' : 'them'}.`
    },
  },
}
