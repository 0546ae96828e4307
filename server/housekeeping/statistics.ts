import type { Job } from './job.ts'

/** Lets the database look at its tables anew, so that it goes on choosing the right indexes. */
export const statisticsJob: Job = ({ db }) => db.maintain('statistics')
