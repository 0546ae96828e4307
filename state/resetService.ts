import type { Tx } from '../platform/sql/types.ts'
import { firstIdAfter } from './firstIdAfter.ts'
import { removePlannedFrom } from './plannedService.ts'
import { removeSeen } from './serviceHolds.ts'

/**
 * Resets the state of services after a restore of the inventory. Records created after the restored moment no longer exist, and items may have
 * an earlier status.
 * @param momentMs the restored moment, Unix milliseconds
 */
export async function resetService(tx: Tx, momentMs: number): Promise<void> {
  await removePlannedFrom(tx, firstIdAfter(momentMs))
  await removeSeen(tx)
}
