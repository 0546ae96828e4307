import { activityInfo } from '@temporalio/activity'
import type { ScheduledStart, ScheduledSyncInput } from '../../contract/temporal.ts'
import { runActivity } from '../shared/runActivity.ts'
import type { ScheduleDeps } from './types.ts'

const UNFINISHED_TEXT = {
  planning: 'it is being planned',
  waiting: 'its plan waits for a decision',
  applying: 'it is being applied',
} as const

export const createStartScheduled = (deps: ScheduleDeps) => ({
  startScheduled: ({ source }: ScheduledSyncInput): Promise<ScheduledStart> =>
    runActivity(deps.log, async () => {
      const { runId = '' } = activityInfo().workflowExecution ?? {}
      const start = await deps.startScheduled(source, runId)
      const logFields = { source, runId: start.runId }
      if (start.outcome === 'started') deps.log.info(logFields, `sync of ${source} was started by its schedule`)
      else
        deps.log.info(
          logFields,
          `sync of ${source} was due; its unfinished run was left as it is: ${UNFINISHED_TEXT[start.outcome]}`,
        )
      return start
    }),
})
