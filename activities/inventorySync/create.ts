import { createApplySlice } from './applySlice.ts'
import { createFinishRun } from './finishRun.ts'
import { createPlanBulkEdit } from './planBulkEdit.ts'
import { createPlanRun } from './planRun.ts'
import { createStageSource } from './stageSource.ts'
import { createStartApplying } from './startApplying.ts'
import type { SyncDeps } from './types.ts'
import { createWriteBack } from './writeBack.ts'

/**
 * Activities that fetch a sheet or write into it, on separate task queues: those of any worker, or of a host with
 * files.
 */
export const createFileActivities = (deps: SyncDeps) => ({ ...createStageSource(deps), ...createWriteBack(deps) })

export const createPlanActivities = (deps: SyncDeps) => ({ ...createPlanRun(deps), ...createPlanBulkEdit(deps) })

export const createApplyActivities = (deps: SyncDeps) => ({
  ...createStartApplying(deps),
  ...createApplySlice(deps),
  ...createFinishRun(deps),
})
