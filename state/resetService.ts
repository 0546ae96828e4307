import type { Tx } from '../platform/sql/types.ts'
import { firstIdAfter } from './firstIdAfter.ts'
import { removePlannedFrom } from './plannedService.ts'
import { removeSeen } from './serviceHolds.ts'

/**
 * After a restore: records created later are gone without having been deleted, and items may have an earlier status. Both are evaluated again.
 * @param momentMs Unix milliseconds
 */
export async function resetService(tx: Tx, momentMs: number): Promise<void> {
  await removePlannedFrom(tx, firstIdAfter(momentMs))
  await removeSeen(tx)
}
