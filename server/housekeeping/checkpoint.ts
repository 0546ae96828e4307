import type { Job } from './job.ts'

export const checkpointJob: Job = ({ db }) => db.maintain('checkpoint')
