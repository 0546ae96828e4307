import { say } from '../../contract/sentences/say.ts'
import { restoredToMs } from '../../contract/epoch.ts'
import type { RunStatus } from '../../contract/temporal.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { removeBindingsCreatedAfter } from '../sync/bindings.ts'
import { resetCoverage } from '../coverage/coverageWatch.ts'
import { endRun } from '../sync/endRun.ts'
import { readFact, storeFact } from '../tables/factTable.ts'
import { forgetPlannedItems } from '../maintenance/maintenancePlanning.ts'
import { removeMetersAfter } from '../maintenance/meters.ts'
import { listOpenRuns } from '../sync/runs.ts'
import { removeScheduleWatches } from '../schedules/scheduleWatches.ts'
import type { RunRow } from '../tables/schema.ts'
import { toFirstIdAfter } from '../tables/toFirstIdAfter.ts'
import { removePlannedServicesFrom } from '../maintenance/plannedService.ts'
import { removeSeenServices } from '../maintenance/serviceHolds.ts'

/**
 * Resets the state of services after a restore of the inventory. Records created after the restored moment no longer
 * exist, and items may have an earlier status and lower readings.
 * @param momentMs the restored moment, Unix milliseconds
 */
async function resetService(tx: Tx, momentMs: number): Promise<void> {
  await removePlannedServicesFrom(tx, toFirstIdAfter(momentMs))
  await removeSeenServices(tx)
  await removeMetersAfter(tx, toIsoTime(momentMs))
}

const EPOCH_FACT = 'epoch'

const { message, sentences } = say('inventory_restored')
/** Reason of a run that a restore of the inventory has ended. */
export const INVENTORY_RESTORED = { code: 'inventory_restored', detail: message, sentences }

const FINAL_STATUSES: Partial<Record<RunStatus, RunStatus>> = {
  planning: 'failed',
  waiting: 'expired',
  applying: 'stopped',
}

export interface RestoreEffects {
  ended: RunRow[]
  /** Number of removed bindings of items created after the restored moment. */
  unbound: number
}

/** Reads the epoch of the inventory to which this database refers; undefined before the first. */
export const readEpoch = (tx: Tx): Promise<string | undefined> => readFact(tx, EPOCH_FACT)

/**
 * Stores the inventory's epoch. A new epoch ends all runs and removes the bindings of items created after the restored
 * moment. Otherwise these items would count as deleted by a person.
 * @returns undefined if nothing was restored
 */
export async function storeEpoch(tx: Tx, epoch: string, at: string): Promise<RestoreEffects | undefined> {
  const previousEpoch = await readEpoch(tx)
  if (previousEpoch === epoch) return undefined
  await storeFact(tx, EPOCH_FACT, epoch)
  const momentMs = restoredToMs(epoch)
  if (previousEpoch === undefined && momentMs === undefined) return undefined
  const openRuns = await listOpenRuns(tx)
  for (const run of openRuns)
    await endRun(tx, run, { statusOf: () => FINAL_STATUSES[run.status] ?? 'failed', reason: INVENTORY_RESTORED, at })
  await resetCoverage(tx)
  await removeScheduleWatches(tx)
  await forgetPlannedItems(tx)
  if (momentMs !== undefined) await resetService(tx, momentMs)
  return { ended: openRuns, unbound: momentMs === undefined ? 0 : await removeBindingsCreatedAfter(tx, momentMs) }
}

export const wasEndedByRestore = ({ reason }: RunRow): boolean =>
  reason !== null && (JSON.parse(reason) as { code: string }).code === INVENTORY_RESTORED.code
