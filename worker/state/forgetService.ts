import type { Tx } from '../../platform/sql/types.ts'
import { forgetPlannedFrom } from './plannedService.ts'
import { forgetSeen } from './serviceHolds.ts'

/**
 * After the studio's data were restored to a moment: due records made after it are gone without anybody having deleted them, and items may have
 * the status of before their service. Both are looked at anew.
 * @param firstId the first id (UUIDv7) after the moment
 */
export async function forgetService(tx: Tx, firstId: string): Promise<void> {
  await forgetPlannedFrom(tx, firstId)
  await forgetSeen(tx)
}
