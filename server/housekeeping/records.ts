import { migrateRecords } from '../db/migrateRecords.ts'
import type { Job } from './job.ts'

/** Migrates records that a concurrent older server wrote. */
export const recordsJob: Job = async ({ db }, signal) => {
  const { rows = 0, changed = 0 } = (await migrateRecords(db, () => undefined, signal)) ?? {}
  return { rows, changed }
}
