import { createApplySlice } from './applySlice.ts'
import { createFinishRun } from './finishRun.ts'
import { createPlanRun } from './planRun.ts'
import { createStageSource } from './stageSource.ts'
import { createStartScheduled } from './startScheduled.ts'
import { createStartApplying } from './startApplying.ts'
import type { ScheduleActivities, ScheduleDeps, SyncActivities, SyncDeps } from './types.ts'

/** Activities of the account's queue. */
export const createSyncActivities = (deps: SyncDeps): Omit<SyncActivities, 'stageSource'> => ({
  planRun: createPlanRun(deps),
  startApplying: createStartApplying(deps),
  applySlice: createApplySlice(deps),
  finishRun: createFinishRun(deps),
})

/** Activities of the queue of the host that has the files. */
export const createFileActivities = (deps: SyncDeps): Pick<SyncActivities, 'stageSource'> => ({ stageSource: createStageSource(deps) })

/** Activities of schedules, on the account's queue. */
export const createScheduleActivities = (deps: ScheduleDeps): ScheduleActivities => ({ startScheduled: createStartScheduled(deps) })
