import type { Gear } from '../../contract/api/gear.ts'
import { removeServiceHold, storeServiceHold } from '../../state/maintenance/serviceHolds.ts'
import type { ServiceHoldTable } from '../../state/tables/maintenanceTables.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import { setItemStatus } from './setItemStatus.ts'

/** Time within which the API certainly has the stored response; it stores responses for a day. */
const STORED_ANSWER_MS = 20 * 60 * 60 * 1000

export interface CompletedHold {
  hold: ServiceHoldTable | undefined
  shouldSetMaintenance: boolean
}

type ChangeOutcome = { wasDone: true; version: string } | { wasDone: false }

/** Checks if an interrupted write was executed. */
async function checkWrite(
  deps: AutomationDeps,
  hold: ServiceHoldTable,
  gear: Gear,
  signal: AbortSignal,
): Promise<ChangeOutcome> {
  if (gear.updated_at === hold.version) return { wasDone: false }
  // The API has deleted the response. Assume that the write was executed: this never overwrites a person's later
  // change.
  if (deps.clock.nowMs() - Date.parse(hold.since) > STORED_ANSWER_MS) return { wasDone: true, version: gear.updated_at }
  const status = hold.doing === 'setting' ? 'maintenance' : hold.status_before
  const answer = await setItemStatus(deps, gear, status, hold.version, signal)
  return answer.set === 'done' ? { wasDone: true, version: answer.version } : { wasDone: false }
}

/**
 * Completes a status change that a crash interrupted. `shouldSetMaintenance`: the item should have been set to
 * maintenance and was not.
 */
export async function completeInterruptedChange(
  deps: AutomationDeps,
  hold: ServiceHoldTable | undefined,
  gear: Gear,
  signal: AbortSignal,
): Promise<CompletedHold> {
  if (hold === undefined || hold.doing === 'held') return { hold, shouldSetMaintenance: false }
  const outcome = await checkWrite(deps, hold, gear, signal)
  const isHeld = outcome.wasDone === (hold.doing === 'setting')
  if (!isHeld) {
    await deps.state.write((tx) => removeServiceHold(tx, gear.id))
    return { hold: undefined, shouldSetMaintenance: hold.doing === 'setting' }
  }
  const heldRow: ServiceHoldTable = {
    ...hold,
    doing: 'held',
    version: outcome.wasDone ? outcome.version : gear.updated_at,
  }
  await deps.state.write((tx) => storeServiceHold(tx, heldRow))
  return { hold: heldRow, shouldSetMaintenance: false }
}
