import { createFollowEvents } from './followEvents.ts'
import { createFollowService } from './followService.ts'
import { createPlanMaintenance } from './planMaintenance.ts'
import { createRemindOfMaintenance } from './remindOfMaintenance.ts'
import type { MaintenanceActivities, ServiceActivities, ServiceDeps } from './types.ts'

export const createMaintenanceActivities = (deps: ServiceDeps): MaintenanceActivities & ServiceActivities => ({
  planMaintenance: createPlanMaintenance(deps),
  followService: createFollowService(deps),
  remindOfMaintenance: createRemindOfMaintenance(deps),
  followEvents: createFollowEvents(deps),
})
