import { pruneDeliveries } from '../webhooks/prune.ts'
import type { Job } from './job.ts'

/** Deletes webhook deliveries that are old, and what is left of endpoints that were deleted. */
export const pruneDeliveriesJob: Job = async ({ db, clock, guard }, signal) => ({
  deliveries: (await guard.mayPrune()) ? await pruneDeliveries(db, clock, signal) : 0,
})
