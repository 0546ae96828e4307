import { createEndOldWorkflows } from './endOldWorkflows.ts'
import { createNotifyCoverage } from './notifyCoverage.ts'
import { createReconcileWarranties } from './reconcileWarranties.ts'
import type { WarrantyDeps } from './types.ts'

export const createWarrantyActivities = (deps: WarrantyDeps) => ({
  ...createEndOldWorkflows(deps),
  ...createNotifyCoverage(deps),
  ...createReconcileWarranties(deps),
})
