import { ApiError } from '../../client/errors.ts'
import { updateGear, type Gear } from '../../contract/api/gear.ts'
import type { GearStatus } from '../../contract/api/gearFields.ts'
import type { AutomationDeps } from '../shared/automation.ts'

/** Outcome of a status change. `moved`: the item was changed since it was read, and nothing was written. */
export type SetStatusResult = { set: 'done'; version: string } | { set: 'moved' | 'gone' }

/**
 * Sets an item's status under If-Match. Its Idempotency-Key makes a retry within a day return the first response. After
 * a crash, that shows if the first request changed the item.
 * @param version the item's `updated_at` as read
 */
export async function setItemStatus(
  { api }: AutomationDeps,
  gear: Pick<Gear, 'id'>,
  status: GearStatus,
  version: string,
  signal: AbortSignal,
): Promise<SetStatusResult> {
  const idempotencyKey = ['service', gear.id, version.replaceAll(/\D/g, ''), status].join('-')
  try {
    const options = { idempotencyKey, ifMatch: `"${version}"`, signal }
    const { body } = await api.call(updateGear, { params: { id: gear.id }, body: { updates: { status } } }, options)
    return { set: 'done', version: body.data.updated_at }
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) return { set: 'moved' }
    if (error instanceof ApiError && error.status === 404) return { set: 'gone' }
    throw error
  }
}
