import { activityInfo } from '@temporalio/activity'
import type { DailyInput } from '../../contract/temporal.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { recordDailyBegin } from '../../state/schedules/dailyRuns.ts'
import { readAccount } from '../shared/api.ts'
import type { AutomationDeps, Day } from '../shared/automation.ts'
import { runActivity } from '../shared/runActivity.ts'
import { toStudioDay } from '../../platform/studioDay.ts'

export const createBeginDay = ({ state, api, clock, log }: AutomationDeps) => ({
  beginDay: ({ day }: DailyInput): Promise<Day> =>
    runActivity(log, async (signal) => {
      const { runId = '' } = activityInfo().workflowExecution ?? {}
      await state.write((tx) => recordDailyBegin(tx, runId, toIsoTime(clock.nowMs())))
      if (day !== undefined) return { day }
      const { timeZone } = await readAccount(api, signal)
      return { day: toStudioDay(clock.nowMs(), timeZone) }
    }),
})
