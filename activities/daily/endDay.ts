import { activityInfo } from '@temporalio/activity'
import { toIsoTime } from '../../platform/clock.ts'
import { recordDailyEnd } from '../../state/schedules/dailyRuns.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import { runActivity } from '../shared/runActivity.ts'
import type { DailyActivities } from './types.ts'

export const createEndDay =
  ({ state, clock, log }: AutomationDeps): DailyActivities['endDay'] =>
  ({ day, failed, done = {} }) =>
    runActivity(log, async () => {
      const { runId: executionId = '' } = activityInfo().workflowExecution ?? {}
      await state.write((tx) =>
        recordDailyEnd(tx, { executionId, day, at: toIsoTime(clock.nowMs()), failed, counts: done }),
      )
    })
