import { createApplySlice } from './applySlice.ts'
import { createFinishRun } from './finishRun.ts'
import { createPlanRun } from './planRun.ts'
import { createStageSource } from './stageSource.ts'
import { createStartScheduled } from './startScheduled.ts'
import { createStartApplying } from './startApplying.ts'
import type { ScheduleActivities, ScheduleDeps, SyncActivities, SyncDeps } from './types.ts'

export const createSyncActivities = (deps: SyncDeps): Omit<SyncActivities, 'stageSource'> => ({
  planRun: createPlanRun(deps),
  startApplying: createStartApplying(deps),
  applySlice: createApplySlice(deps),
  finishRun: createFinishRun(deps),
})

export const createFileActivities = (deps: SyncDeps): Pick<SyncActivities, 'stageSource'> => ({ stageSource: createStageSource(deps) })

export const createScheduleActivities = (deps: ScheduleDeps): ScheduleActivities => ({ startScheduled: createStartScheduled(deps) })
