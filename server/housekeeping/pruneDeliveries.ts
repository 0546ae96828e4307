import { pruneDeliveries } from '../webhooks/prune.ts'
import type { Job } from './job.ts'

/** Deletes what is left of webhook endpoints that were deleted. */
export const pruneDeliveriesJob: Job = async ({ db }, signal) => ({ deliveries: await pruneDeliveries(db, signal) })
