import type { Job } from './job.ts'

/** Moves what was written into the database file and empties the log beside it, where the database keeps one. */
export const checkpointJob: Job = ({ db }) => db.maintain('checkpoint')
