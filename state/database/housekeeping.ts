import {
  DAY_MS,
  INBOX_EVENT_RETENTION_DAYS,
  RUN_RETENTION_DAYS,
  SHEET_RETENTION_DAYS,
} from '../../contract/policies.ts'
import { toIsoTime, type Clock } from '../../platform/clock.ts'
import { createStatementBuilder } from '../../platform/sql/statement.ts'
import type { Database } from '../../platform/sql/types.ts'
import { removeDailyRuns } from '../schedules/dailyRuns.ts'
import { removeEvents } from '../inbox/inbox.ts'
import { removeProblems } from '../schedules/problems.ts'
import { STATE_SCHEMA, type StateTables } from '../tables/schema.ts'
import { removeSettingsHosts } from '../hosts/settingsHosts.ts'
import { removeStagedSheets } from '../sync/stagedSheets.ts'

/** A host is forgotten if it was not seen for so long. */
const HOST_RETENTION_DAYS = 7

const defineStatement = createStatementBuilder<StateTables>(STATE_SCHEMA)
const deleteRuns = defineStatement<{ before: string }>((db, arg) =>
  db
    .deleteFrom('run')
    .where('finished_at', '<', arg('before'))
    .where('run_id', 'not in', (e) =>
      e
        .selectFrom('binding')
        .select((of) => of.fn.max('last_seen_run').as('run_id'))
        .groupBy('source'),
    ),
)

/**
 * Deletes data past its retention. Bindings are never deleted, nor the run in which a source's items were last seen.
 */
export async function cleanUpState(
  database: Database,
  clock: Clock,
): Promise<{ files: number; runs: number; events: number }> {
  const before = (days: number): string => toIsoTime(clock.nowMs() - days * DAY_MS)
  return database.write(async (tx) => {
    await removeDailyRuns(tx, before(RUN_RETENTION_DAYS))
    await removeProblems(tx, before(RUN_RETENTION_DAYS))
    await removeSettingsHosts(tx, before(HOST_RETENTION_DAYS))
    return {
      files: await removeStagedSheets(tx, before(SHEET_RETENTION_DAYS)),
      runs: await tx.run(deleteRuns, { before: before(RUN_RETENTION_DAYS) }),
      events: await removeEvents(tx, before(INBOX_EVENT_RETENTION_DAYS)),
    }
  })
}
