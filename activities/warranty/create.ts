import { createNotifyCoverage } from './notifyCoverage.ts'
import { createReconcileWarranties } from './reconcileWarranties.ts'
import type { WarrantyDeps } from './types.ts'

export const createWarrantyActivities = (deps: WarrantyDeps) => ({
  ...createNotifyCoverage(deps),
  ...createReconcileWarranties(deps),
})
