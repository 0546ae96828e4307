import { createFollowService } from './followService.ts'
import { createPlanMaintenance } from './planMaintenance.ts'
import { createRemindOfMaintenance } from './remindOfMaintenance.ts'
import type { ServiceDeps } from './types.ts'

/** The steps of the daily run that are about maintenance. */
export const createMaintenanceActivities = (deps: ServiceDeps) => ({
  ...createPlanMaintenance(deps),
  ...createFollowService(deps),
  ...createRemindOfMaintenance(deps),
})
