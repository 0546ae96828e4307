import { createSilentLog } from '../../platform/log.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import type { Clock } from '../../platform/clock.ts'
import { DEFAULT_AUDIT_LIMITS, type AuditLimits } from '../../server/audit/prune.ts'
import { EVENT_RETENTION_DAYS } from '../../contract/policies.ts'
import { createHousekeeping, type Housekeeping, type JobRun } from '../../server/housekeeping/housekeeping.ts'
import { alwaysPrune } from '../../server/housekeeping/pruneGuard.ts'
import type { Database } from '../../platform/sql/types.ts'
import { databaseUrl } from './testDatabase.ts'
import { until } from './wait.ts'

export interface Housekeeper extends AsyncDisposable {
  housekeeping: Housekeeping
  db: Database
}

export async function openHousekeeper(
  databaseFile: string,
  clock: Clock,
  auditLimits: Partial<AuditLimits> = {},
  guard = alwaysPrune,
): Promise<Housekeeper> {
  const db = await openDatabase(await databaseUrl(databaseFile))
  const housekeeping = createHousekeeping({
    db,
    clock,
    log: createSilentLog(),
    auditLimits: { ...DEFAULT_AUDIT_LIMITS, ...auditLimits },
    eventDays: EVENT_RETENTION_DAYS,
    guard,
  })
  return {
    housekeeping,
    db,
    async [Symbol.asyncDispose]() {
      await housekeeping.stop()
      await db.close()
    },
  }
}

/**
 * Runs a job as soon as its lease is free. A server on the same database that runs it holds the lease for 20 seconds.
 */
export function runWhenFree(run: () => Promise<JobRun>): Promise<JobRun> {
  return until('no other server holds the lease of the job', async () => {
    const result = await run()
    return result.counts && result
  })
}
