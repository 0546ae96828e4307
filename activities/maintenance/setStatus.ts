import { ApiError } from '../../client/errors.ts'
import { updateGear, type Gear } from '../../contract/gear.ts'
import type { GearStatus } from '../../contract/gearFields.ts'
import type { AutomationDeps } from '../automation.ts'

/** What came of a change of an item's status. `moved`: somebody changed the item since it was read, and nothing was written. */
export type StatusSet = { set: 'done'; version: string } | { set: 'moved' | 'gone' }

/**
 * Sets an item's status, provided that the item is as it was read. Asked again within a day it answers what it answered first, so that after a
 * crash it says whether it was this request that changed the item.
 * @param version the item's `updated_at` as read
 */
export async function setStatus(
  { api }: AutomationDeps,
  gear: Pick<Gear, 'id'>,
  status: GearStatus,
  version: string,
  signal: AbortSignal,
): Promise<StatusSet> {
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
