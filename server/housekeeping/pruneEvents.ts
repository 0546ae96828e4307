import { pruneEvents } from '../webhooks/pruneEvents.ts'
import type { Job } from './job.ts'

export const pruneEventsJob: Job = async ({ db, clock, eventDays, guard }, signal) => ({
  events: (await guard.mayPrune()) ? await pruneEvents(db, clock, eventDays, signal) : 0,
})
