import { createApplySlice } from './applySlice.ts'
import { createFinishRun } from './finishRun.ts'
import { createPlanBulkEdit } from './planBulkEdit.ts'
import { createPlanRun } from './planRun.ts'
import { createStageSource } from './stageSource.ts'
import { createStartScheduled } from './startScheduled.ts'
import { createStartApplying } from './startApplying.ts'
import type { FileActivity, ScheduleActivities, ScheduleDeps, SyncActivities, SyncDeps } from './types.ts'
import { createWriteBack } from './writeBack.ts'

export const createSyncActivities = (deps: SyncDeps): Omit<SyncActivities, FileActivity> => ({
  planRun: createPlanRun(deps),
  planBulkEdit: createPlanBulkEdit(deps),
  startApplying: createStartApplying(deps),
  applySlice: createApplySlice(deps),
  finishRun: createFinishRun(deps),
})

export const createFileActivities = (deps: SyncDeps): Pick<SyncActivities, FileActivity> => ({
  stageSource: createStageSource(deps),
  writeBack: createWriteBack(deps),
})

export const createScheduleActivities = (deps: ScheduleDeps): ScheduleActivities => ({
  startScheduled: createStartScheduled(deps),
})
