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

/** Works in small steps. If the signal aborts, it stops after the current step, and the next run continues. */
export type Job = (deps: HousekeepingDeps, signal: AbortSignal) => Promise<JobCounts>
