import { maintenanceTransitions, type Maintenance, type MaintenanceUpdates } from '../../../contract/api/maintenance.ts'
import { toLookupKey, type LookupKey } from '../../../platform/sql/lookup.ts'
import { emitEvent } from '../../db/events.ts'
import type { AccountWrite } from '../../db/write.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { findChangesBetween, chooseNextUpdatedAt } from '../shared/findChangesBetween.ts'
import { etagOf, loadRow } from '../shared/record.ts'
import { toUnchangedResult, toUpdatedResult } from '../shared/writeResults.ts'
import { checkTransition } from '../shared/transition.ts'
import { gearTypeLookup } from '../gear/reference.ts'
import { checkItemReference } from './reference.ts'
import { findMaintenance, maintenanceById, storeMaintenance } from './store.ts'

function valuesToSet(stored: Maintenance, updates: MaintenanceUpdates, now: string): Partial<Maintenance> {
  const status = updates.status ?? stored.status
  if (status === stored.status) return updates
  return { ...updates, completed_at: status === 'completed' ? now : null }
}

function countStatusChange(write: AccountWrite, from: string, to: string): void {
  if (from === to) return
  write.adjustCounter(`maintenance.${from}`, -1)
  write.adjustCounter(`maintenance.${to}`, 1)
}

/** Lookups of the rows that the update reads. */
export const maintenanceUpdateLookups = (id: string, updates: MaintenanceUpdates): LookupKey[] => [
  toLookupKey(maintenanceById, id, ({ record }) => [
    gearTypeLookup({ ...(JSON.parse(record) as Maintenance), ...updates }.item_id),
  ]),
]

/** Updates a record. An unchanged one keeps its version and emits no event. */
export async function updateMaintenanceRecord(
  context: WriteContext,
  updates: MaintenanceUpdates,
): Promise<WriteResult> {
  const { write, id, ifMatch, requestId } = context
  const row = await loadRow(context, 'maintenance_record', findMaintenance)
  const stored = JSON.parse(row.record) as Maintenance
  await checkItemReference(write, { ...stored, ...updates }, ['updates'])
  checkIfMatch(ifMatch, etagOf(stored))
  checkTransition('maintenance_record', maintenanceTransitions, stored.status, updates.status ?? stored.status)
  const updatedAt = chooseNextUpdatedAt(write, stored)
  const values = valuesToSet(stored, updates, updatedAt)
  const changes = findChangesBetween(stored, values)
  if (Object.keys(changes).length === 0) return toUnchangedResult(stored, row.record)
  const next: Maintenance = { ...stored, ...values, updated_at: updatedAt }
  const json = JSON.stringify(next)
  write.incrementVersion('maintenance')
  countStatusChange(write, stored.status, next.status)
  storeMaintenance(write.tx, write.account, stored, next, json)
  await emitEvent(write, 'maintenance.updated', id, json, changes, requestId)
  return toUpdatedResult(stored, next, json, changes)
}
