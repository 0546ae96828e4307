import { createLookAtDocument } from './lookAtDocument.ts'
import { createReconcileWarranties } from './reconcileWarranties.ts'
import { createReviewDocuments } from './reviewDocuments.ts'
import type { WarrantyActivities, WarrantyDeps } from './types.ts'

/** Activities of the watches over warranties and insurances, on the account's queue. */
export const createWarrantyActivities = (deps: WarrantyDeps): WarrantyActivities => ({
  lookAtDocument: createLookAtDocument(deps),
  reviewDocuments: createReviewDocuments(deps),
  reconcileWarranties: createReconcileWarranties(deps),
})
