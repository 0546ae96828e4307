import { pruneAudit } from '../audit/prune.ts'
import type { Job } from './job.ts'

/** Deletes audit rows beyond the days and bytes that are kept. */
export const pruneAuditJob: Job = async ({ db, clock, auditLimits }, signal) => ({ ...(await pruneAudit(db, clock, auditLimits, signal)) })
