import { activityInfo } from '@temporalio/activity'
import { toIsoTime } from '../../platform/clock.ts'
import { recordDailyEnd, type FailedStep } from '../../state/schedules/dailyRuns.ts'
import type { AutomationDeps, Counts, Day } from '../shared/automation.ts'
import { runActivity } from '../shared/runActivity.ts'

export interface EndedDay extends Day {
  failed: readonly FailedStep[]
  /** Counts by step. */
  done: Readonly<Record<string, Counts>>
}

export const createEndDay = ({ state, clock, log }: AutomationDeps) => ({
  endDay: ({ day, failed, done }: EndedDay): Promise<void> =>
    runActivity(log, async () => {
      const { runId: executionId = '' } = activityInfo().workflowExecution ?? {}
      await state.write((tx) =>
        recordDailyEnd(tx, { executionId, day, at: toIsoTime(clock.nowMs()), failed, counts: done }),
      )
    }),
})
