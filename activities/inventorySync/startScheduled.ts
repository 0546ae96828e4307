import { activityInfo } from '@temporalio/activity'
import { guarded } from '../guarded.ts'
import type { ScheduleActivities, ScheduleDeps } from './types.ts'

const LEFT_ALONE = {
  planning: 'it is being planned',
  waiting: 'its plan waits for a decision',
  applying: 'it is being applied',
} as const

export const createStartScheduled =
  (deps: ScheduleDeps): ScheduleActivities['startScheduled'] =>
  ({ source }) =>
    guarded(deps.log, async () => {
      const { runId = '' } = activityInfo().workflowExecution ?? {}
      const start = await deps.startScheduled(source, runId)
      const about = { source, runId: start.runId }
      if (start.outcome === 'started') deps.log.info(about, `sync of ${source} was started by its schedule`)
      else deps.log.info(about, `sync of ${source} was due; the run there is was left alone: ${LEFT_ALONE[start.outcome]}`)
      return start
    })
