import { shootTransitions, type Shoot, type ShootUpdates } from '../../../contract/api/shoots.ts'
import { emitEvent } from '../../db/events.ts'
import { checkIfMatch } from '../../http/conditional.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { findChangesBetween, chooseNextUpdatedAt } from '../shared/findChangesBetween.ts'
import { etagOf, loadRow } from '../shared/record.ts'
import { toUnchangedResult, toUpdatedResult } from '../shared/writeResults.ts'
import { checkTransition } from '../shared/transition.ts'
import { deriveLocations } from './record.ts'
import { findShoot, storeShoot } from './store.ts'

/** Adds both forms of the location, and progress 100 if a completion gives no progress. */
function valuesToSet(stored: Shoot, updates: ShootUpdates): Partial<Shoot> {
  const { location, locations, ...fields } = updates
  const isCompletion = updates.status === 'completed' && stored.status !== 'completed'
  return {
    ...(isCompletion && { completion_progress: 100 }),
    ...fields,
    ...deriveLocations({ location, locations }),
  }
}

/** Updates a shoot. An unchanged one keeps its version and emits no event. */
export async function updateShootPlan(context: WriteContext, updates: ShootUpdates): Promise<WriteResult> {
  const { write, id, ifMatch, requestId } = context
  const row = await loadRow(context, 'shoot', findShoot)
  const stored = JSON.parse(row.record) as Shoot
  checkIfMatch(ifMatch, etagOf(stored))
  checkTransition('shoot', shootTransitions, stored.status, updates.status ?? stored.status)
  const values = valuesToSet(stored, updates)
  const changes = findChangesBetween(stored, values)
  if (Object.keys(changes).length === 0) return toUnchangedResult(stored, row.record)
  const next: Shoot = { ...stored, ...values, updated_at: chooseNextUpdatedAt(write, stored) }
  const json = JSON.stringify(next)
  write.incrementVersion('shoots')
  if (stored.status !== next.status) {
    write.adjustCounter(`shoots.${stored.status}`, -1)
    write.adjustCounter(`shoots.${next.status}`, 1)
  }
  storeShoot(write.tx, write.account, stored, next, json)
  await emitEvent(write, 'shoot.updated', id, json, changes, requestId)
  return toUpdatedResult(stored, next, json, changes)
}
