import { findNewestDailyRun } from '../../../state/schedules/dailyRuns.ts'
import { oncePerCheck, type Check } from '../kind.ts'

export const RUN_COMMAND = 'npm run kitroom -- reminders run'

export const readNewestDailyRun = oncePerCheck((_check: Check, tx) => findNewestDailyRun(tx))
