import type { Tx } from '../platform/sql/types.ts'
import { firstIdAfter } from './firstIdAfter.ts'
import { forgetPlannedFrom } from './plannedService.ts'
import { forgetSeen } from './serviceHolds.ts'

/**
 * After a restore: records created later are gone without having been deleted, and items may have an earlier status. Both are evaluated again.
 * @param momentMs Unix milliseconds
 */
export async function forgetService(tx: Tx, momentMs: number): Promise<void> {
  await forgetPlannedFrom(tx, firstIdAfter(momentMs))
  await forgetSeen(tx)
}
