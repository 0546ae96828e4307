import { createEndOldWorkflows } from './endOldWorkflows.ts'
import { createNotifyCoverage } from './notifyCoverage.ts'
import { createReconcileWarranties } from './reconcileWarranties.ts'
import type { WarrantyActivities, WarrantyDeps } from './types.ts'

export const createWarrantyActivities = (deps: WarrantyDeps): WarrantyActivities => ({
  ...createEndOldWorkflows(deps),
  notifyCoverage: createNotifyCoverage(deps),
  reconcileWarranties: createReconcileWarranties(deps),
})
