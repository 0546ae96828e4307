import type { Tx } from '../platform/sql/types.ts'
import { firstIdAfter } from './firstIdAfter.ts'
import { forgetPlannedFrom } from './plannedService.ts'
import { forgetSeen } from './serviceHolds.ts'

/**
 * After the studio's data were restored to a moment: due records made after it are gone without anybody having deleted them, and items may have
 * the status of before their service. Both are looked at anew.
 * @param momentMs milliseconds since 1970
 */
export async function forgetService(tx: Tx, momentMs: number): Promise<void> {
  await forgetPlannedFrom(tx, firstIdAfter(momentMs))
  await forgetSeen(tx)
}
