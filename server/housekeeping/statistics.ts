import type { Job } from './job.ts'

/** Refreshes the statistics with which the database chooses indexes. */
export const statisticsJob: Job = ({ db }) => db.maintain('statistics')
