import { ApiError } from '../../client/errors.ts'
import { listMaintenance } from '../../contract/api/maintenance.ts'
import { listItemsWithServiceState } from '../../state/maintenance/serviceHolds.ts'
import type { AutomationDeps, Counts } from '../shared/automation.ts'
import { withRemindersHeld } from '../notify/holdReminders.ts'
import { forEachItem, throwIfItemsFailed } from '../shared/forEachItem.ts'
import { isTransient, isKeyRejected } from '../shared/failures.ts'
import { runActivity } from '../shared/runActivity.ts'
import { visitAllRecords } from '../shared/walkList.ts'
import { syncItemStatus, type StatusChange } from './syncItemStatus.ts'
import type { ServiceDeps } from './types.ts'

const MAX_CONCURRENT = 4

/** Outcome for one item. `refused`: the API rejected the status; other items continue. */
export type ItemStatusChange = StatusChange | 'refused'

/** Updates one item under its lock, because the daily run and events may handle it concurrently. */
export function syncItemStatusExclusively(
  deps: ServiceDeps,
  gearId: string,
  signal: AbortSignal,
): Promise<ItemStatusChange> {
  return deps.withLock(`gear:${gearId}`, async (state) => {
    try {
      return await syncItemStatus({ ...deps, state }, gearId, signal)
    } catch (error) {
      if (!(error instanceof ApiError) || isTransient(error) || isKeyRejected(error) || error.status >= 500) throw error
      deps.log.warn(
        { gearId, code: error.code, requestId: error.requestId },
        `the status derived from maintenance was refused: ${error.detail}`,
      )
      return 'refused'
    }
  })
}

async function listItemsToSync({ api, state }: AutomationDeps, signal: AbortSignal): Promise<Set<string>> {
  const items = await state.read(listItemsWithServiceState)
  const readPage = async (page: { limit: number; offset: number }) =>
    (await api.call(listMaintenance, { query: { ...page, status: 'in_progress' } }, { signal })).body
  await visitAllRecords('maintenance', readPage, async (records) => {
    for (const record of records) items.add(record.item_id)
  })
  return items
}

async function syncAllStatuses(deps: ServiceDeps, signal: AbortSignal): Promise<Record<ItemStatusChange, number>> {
  const counts: Record<ItemStatusChange, number> = { set: 0, returned: 0, left: 0, same: 0, refused: 0 }
  const items = [...(await listItemsToSync(deps, signal))]
  const failed = await forEachItem({ api: deps.api, signal, limit: MAX_CONCURRENT }, items, async (id) => {
    counts[await syncItemStatusExclusively(deps, id, signal)] += 1
  })
  await throwIfItemsFailed(deps, 'status_not_derived', failed, signal)
  return counts
}

/**
 * Derives the status of all gear from its services. Counts items `set` to maintenance, `returned`, `left` to a person,
 * `same`, `refused`.
 */
export const createFollowService = (deps: ServiceDeps) => ({
  followService: (): Promise<Counts> =>
    runActivity(deps.log, (signal) => withRemindersHeld(deps, () => syncAllStatuses(deps, signal))),
})
