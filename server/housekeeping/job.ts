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
  /** How many days events are kept. */
  eventDays: number
  /** Whether what is old may be deleted. */
  guard: PruneGuard
}

/** What a job has done, for the log: counts by what was counted. */
export type Counts = Record<string, number>

/** A job does its work in small steps and ends after the one under way when the signal says so; its next run goes on. */
export type Job = (deps: HousekeepingDeps, signal: AbortSignal) => Promise<Counts>
