import { pruneAnswers } from '../idempotency/prune.ts'
import type { Job } from './job.ts'

export const pruneAnswersJob: Job = async ({ db, clock, guard }, signal) => ({
  answers: (await guard.mayPrune()) ? await pruneAnswers(db, clock, signal) : 0,
})
