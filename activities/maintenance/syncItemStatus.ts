import type { Gear } from '../../contract/api/gear.ts'
import { listMaintenance } from '../../contract/api/maintenance.ts'
import { say } from '../../contract/sentences/say.ts'
import { toIsoTime } from '../../platform/clock.ts'
import type { ServiceHoldTable } from '../../state/tables/maintenanceTables.ts'
import {
  removeServiceHold,
  findServiceHold,
  storeServiceHold,
  storeSeenServices,
  listSeenServices,
} from '../../state/maintenance/serviceHolds.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import { createRetriedFailure } from '../shared/failures.ts'
import { listAllRecords } from '../shared/listAll.ts'
import { readItem } from '../shared/readItem.ts'
import { setItemStatus } from './setItemStatus.ts'
import { completeInterruptedChange } from './completeInterrupted.ts'

const MAX_ATTEMPTS = 10

/** Change made to an item. `left`: a person has changed its status, which stays. */
export type StatusChange = 'set' | 'returned' | 'left' | 'same'

interface ItemState {
  deps: AutomationDeps
  gear: Gear
  /** Ids of the item's services in progress. */
  services: readonly string[]
  signal: AbortSignal
}

const readServices = ({ api }: AutomationDeps, itemId: string, signal: AbortSignal) =>
  listAllRecords('maintenance', async (page) => {
    const query = { ...page, item_id: itemId, status: 'in_progress' as const }
    return (await api.call(listMaintenance, { query }, { signal })).body
  })

const removeHold = ({ state }: AutomationDeps, id: string): Promise<void> =>
  state.write(async (tx) => {
    await removeServiceHold(tx, id)
    await storeSeenServices(tx, id, [])
  })

/** Sets the item to maintenance. It stores the intent first, so that a retry after a crash knows who set the status. */
async function setMaintenance({ deps, gear, services, signal }: ItemState): Promise<StatusChange | 'again'> {
  const { state, clock } = deps
  const since = toIsoTime(clock.nowMs())
  const hold: ServiceHoldTable = {
    gear_id: gear.id,
    status_before: gear.status,
    doing: 'setting',
    version: gear.updated_at,
    since,
  }
  await state.write(async (tx) => {
    await storeServiceHold(tx, hold)
    await storeSeenServices(tx, gear.id, services)
  })
  const answer = await setItemStatus(deps, gear, 'maintenance', gear.updated_at, signal)
  if (answer.set !== 'done') return 'again'
  await state.write((tx) => storeServiceHold(tx, { ...hold, doing: 'held', version: answer.version }))
  return 'set'
}

async function restoreStatus(
  { deps, gear, signal }: ItemState,
  hold: ServiceHoldTable,
): Promise<StatusChange | 'again'> {
  const { state, clock } = deps
  const restoringHold: ServiceHoldTable = {
    ...hold,
    doing: 'returning',
    version: gear.updated_at,
    since: toIsoTime(clock.nowMs()),
  }
  await state.write((tx) => storeServiceHold(tx, restoringHold))
  const answer = await setItemStatus(deps, gear, hold.status_before, gear.updated_at, signal)
  if (answer.set !== 'done') return 'again'
  await removeHold(deps, gear.id)
  return 'returned'
}

async function leaveStatusToPerson({ deps, gear }: ItemState): Promise<StatusChange> {
  await deps.state.write((tx) => removeServiceHold(tx, gear.id))
  deps.log.info(
    { gearId: gear.id, status: gear.status },
    'a person changed the status of an item in service; it is kept',
  )
  return 'left'
}

async function applyServices(
  item: ItemState,
  hold: ServiceHoldTable | undefined,
  shouldSetMaintenance: boolean,
): Promise<StatusChange | 'again'> {
  const { deps, gear, services } = item
  const seenServices = await deps.state.read((tx) => listSeenServices(tx, gear.id))
  const isInMaintenance = gear.status === 'maintenance'
  if (services.length === 0) {
    if (hold && isInMaintenance) return restoreStatus(item, hold)
    if (hold || seenServices.size > 0) await removeHold(deps, gear.id)
    return hold ? 'left' : 'same'
  }
  if ((shouldSetMaintenance || services.some((id) => !seenServices.has(id))) && !isInMaintenance)
    return setMaintenance(item)
  if (services.length !== seenServices.size || services.some((id) => !seenServices.has(id)))
    await deps.state.write((tx) => storeSeenServices(tx, gear.id, services))
  return hold && !isInMaintenance ? leaveStatusToPerson(item) : 'same'
}

/**
 * Derives an item's status from its services. A new service in progress sets it to maintenance. Afterwards its earlier
 * status is restored, unless a person has changed it. Must not run concurrently for one item.
 */
export async function syncItemStatus(deps: AutomationDeps, gearId: string, signal: AbortSignal): Promise<StatusChange> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const services = (await readServices(deps, gearId, signal)).map(({ id }) => id)
    const gear = await readItem(deps.api, gearId, signal)
    if (!gear) {
      await removeHold(deps, gearId)
      return 'same'
    }
    const { hold, shouldSetMaintenance } = await completeInterruptedChange(
      deps,
      await deps.state.read((tx) => findServiceHold(tx, gearId)),
      gear,
      signal,
    )
    const change = await applyServices({ deps, gear, services, signal }, hold, shouldSetMaintenance)
    if (change !== 'again') return change
  }
  throw createRetriedFailure('gear_moving', say('item_changes'))
}
