import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/log.ts'
import type { Database } from '../../platform/sql/types.ts'
import type { AuditLimits } from '../audit/prune.ts'
import type { PruneGuard } from './pruneGuard.ts'

export interface HousekeepingDeps {
  db: Database
  clock: Clock
  log: Logger
  auditLimits: AuditLimits
  eventDays: number
  guard: PruneGuard
}

export type JobCounts = Record<string, number>

/** Works in small steps and stops after the current one when the signal aborts; the next run continues. */
export type Job = (deps: HousekeepingDeps, signal: AbortSignal) => Promise<JobCounts>
