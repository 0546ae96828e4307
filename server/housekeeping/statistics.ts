import type { Job } from './job.ts'

export const statisticsJob: Job = ({ db }) => db.maintain('statistics')
