import { ApiError } from '../../client/errors.ts'
import { listMaintenance } from '../../contract/maintenance.ts'
import { listFollowed } from '../../state/serviceHolds.ts'
import type { AutomationDeps } from '../automation.ts'
import { collecting } from '../collecting.ts'
import { forEachItem, requireNone } from '../eachItem.ts'
import { mayPass, refusesKey } from '../failures.ts'
import { guarded } from '../guarded.ts'
import { walkList } from '../walkList.ts'
import { followItem, type Followed } from './followItem.ts'
import type { MaintenanceActivities, ServiceDeps } from './types.ts'

const AT_ONCE = 4

/** Outcome for one item. `refused`: the API rejected the status; other items continue. */
export type ItemFollowed = Followed | 'refused'

/** Updates one item under a mutex: the daily run and events may reach it at the same time. */
export function followInTurn(deps: ServiceDeps, gearId: string, signal: AbortSignal): Promise<ItemFollowed> {
  return deps.turns(`gear:${gearId}`, async () => {
    try {
      return await followItem(deps, gearId, signal)
    } catch (error) {
      if (!(error instanceof ApiError) || mayPass(error) || refusesKey(error) || error.status >= 500) throw error
      deps.log.warn({ gearId, code: error.code, requestId: error.requestId }, `the status of an item cannot follow its maintenance: ${error.detail}`)
      return 'refused'
    }
  })
}

async function listInService({ api, state }: AutomationDeps, signal: AbortSignal): Promise<Set<string>> {
  const items = await state.read(listFollowed)
  const readPage = async (page: { limit: number; offset: number }) =>
    (await api.call(listMaintenance, { query: { ...page, status: 'in_progress' } }, { signal })).body
  await walkList('maintenance', readPage, async (records) => {
    for (const record of records) items.add(record.item_id)
  })
  return items
}

async function followAll(deps: ServiceDeps, signal: AbortSignal): Promise<Record<ItemFollowed, number>> {
  const counts: Record<ItemFollowed, number> = { set: 0, returned: 0, left: 0, same: 0, refused: 0 }
  const items = [...(await listInService(deps, signal))]
  const failed = await forEachItem({ api: deps.api, signal, limit: AT_ONCE }, items, async (id) => {
    counts[await followInTurn(deps, id, signal)] += 1
  })
  await requireNone(deps, 'The status could not follow the maintenance', failed, signal)
  return counts
}

export const createFollowService =
  (deps: ServiceDeps): MaintenanceActivities['followService'] =>
  () =>
    guarded(deps.log, (signal) => collecting(deps, () => followAll(deps, signal)))
