import { pruneAudit } from '../audit/prune.ts'
import type { Job } from './job.ts'

/** An age that no row reaches. */
const CENTURY_DAYS = 36_525

/** Merging to save space does not depend on the clock, so it always runs. */
export const pruneAuditJob: Job = async ({ db, clock, auditLimits, guard }, signal) => {
  const limits = (await guard.mayPrune()) ? auditLimits : { ...auditLimits, days: CENTURY_DAYS, minDays: CENTURY_DAYS }
  return { ...(await pruneAudit(db, clock, limits, signal)) }
}
