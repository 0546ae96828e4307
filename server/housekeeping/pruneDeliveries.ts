import { pruneDeliveries } from '../webhooks/prune.ts'
import type { Job } from './job.ts'

export const pruneDeliveriesJob: Job = async ({ db, clock, guard }, signal) => ({
  deliveries: (await guard.mayPrune()) ? await pruneDeliveries(db, clock, signal) : 0,
})
