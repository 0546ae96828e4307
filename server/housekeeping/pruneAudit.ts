import { pruneAudit } from '../audit/prune.ts'
import type { Job } from './job.ts'

/** No row is older. */
const CENTURY_DAYS = 36_525

/** Deletes audit rows beyond the days and bytes that are kept. Merging for the size does not depend on a clock. */
export const pruneAuditJob: Job = async ({ db, clock, auditLimits, guard }, signal) => {
  const limits = (await guard.mayPrune()) ? auditLimits : { ...auditLimits, days: CENTURY_DAYS, leastDays: CENTURY_DAYS }
  return { ...(await pruneAudit(db, clock, limits, signal)) }
}
