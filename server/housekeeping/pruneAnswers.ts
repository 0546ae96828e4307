import { pruneAnswers } from '../idempotency/prune.ts'
import type { Job } from './job.ts'

/** Deletes answers that were kept for repeats and are older than a day. */
export const pruneAnswersJob: Job = async ({ db, clock, guard }, signal) => ({
  answers: (await guard.mayPrune()) ? await pruneAnswers(db, clock, signal) : 0,
})
