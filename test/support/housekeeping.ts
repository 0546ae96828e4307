import { silentLog } from '../../platform/log.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import type { Clock } from '../../platform/clock.ts'
import { KEEP_AUDIT, type AuditLimits } from '../../server/audit/prune.ts'
import { KEEP_EVENT_DAYS } from '../../server/webhooks/pruneEvents.ts'
import { createHousekeeping, type Housekeeping } from '../../server/housekeeping/housekeeping.ts'
import { alwaysPrune } from '../../server/housekeeping/pruneGuard.ts'
import type { Database } from '../../platform/sql/types.ts'
import { databaseUrl } from './testDatabase.ts'

export interface Housekeeper extends AsyncDisposable {
  housekeeping: Housekeeping
  db: Database
}

/** The housekeeping of another server on the same database, over a connection of its own. */
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
    log: silentLog(),
    auditLimits: { ...KEEP_AUDIT, ...auditLimits },
    eventDays: KEEP_EVENT_DAYS,
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
