import type { NewShoot, Shoot } from '../../../contract/api/shoots.ts'
import { emitEvent } from '../../db/events.ts'
import type { WriteContext, WriteResult } from '../../http/route.ts'
import { deriveLocations } from './record.ts'
import { insertShoot } from './store.ts'
import { toCreatedResult } from '../shared/writeResults.ts'

/** Creates a shoot. Row, counter and event commit together. */
export async function createShootPlan(context: WriteContext, body: NewShoot): Promise<WriteResult> {
  const { write, requestId } = context
  const location = deriveLocations({ location: body.location ?? undefined, locations: body.locations ?? undefined })
  const shoot: Shoot = {
    id: write.newId(),
    title: body.title,
    client_name: body.client_name ?? null,
    shoot_date: body.shoot_date,
    shoot_time: body.shoot_time ?? null,
    duration_minutes: body.duration_minutes ?? null,
    location: location?.location ?? null,
    locations: location?.locations ?? [],
    status: 'planning',
    completion_progress: 0,
    notes: body.notes ?? null,
    created_at: write.at,
    updated_at: write.at,
  }
  const json = JSON.stringify(shoot)
  write.incrementVersion('shoots')
  write.adjustCounter('shoots.planning', 1)
  insertShoot(write.tx, write.account, shoot, json)
  await emitEvent(write, 'shoot.created', shoot.id, json, {}, requestId)
  return toCreatedResult(shoot, json, '/api/v1/shoots')
}
