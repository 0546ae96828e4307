import { pruneAnswers } from '../idempotency/prune.ts'
import type { Job } from './job.ts'

/** Deletes answers that were kept for repeats and are older than a day. */
export const pruneAnswersJob: Job = async ({ db, clock }, signal) => ({ answers: await pruneAnswers(db, clock, signal) })
