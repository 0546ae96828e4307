import type { Gear } from '../../../contract/api/gear.ts'
import type { Plan } from '../../../config/maintenance.ts'
import type { Api } from '../../shared/api.ts'
import { forEachItem, type FailedItem } from '../../shared/forEachItem.ts'
import { readItem } from '../../shared/readItem.ts'
import { isCoveredByPlan } from '../findDueOccurrences.ts'
import { addServicesOfItem, createLastServiceDays, type LastServices } from '../lastServiceDays.ts'

const MAX_CONCURRENT = 4

export interface ChosenItems {
  found: readonly Gear[]
  /** Ids of items that do not exist. */
  gone: readonly string[]
  failed: readonly FailedItem<string>[]
  services: LastServices
}

/**
 * Reads items, and the services that plans count from. A failed one does not stop the others.
 * @param known items that need no reading
 */
export async function readChosenItems(
  api: Api,
  { ids, known }: { ids: readonly string[]; known: readonly Gear[] },
  { plans, timeZone }: { plans: readonly Plan[]; timeZone: string },
  signal: AbortSignal,
): Promise<ChosenItems> {
  const services = createLastServiceDays(plans, timeZone)
  const countingPlans = plans.filter(({ from }) => from === 'last_completed')
  const knownById = new Map(known.map((gear) => [gear.id, gear]))
  const found: Gear[] = []
  const gone: string[] = []
  const failed = await forEachItem(
    { api, signal, limit: MAX_CONCURRENT },
    [...new Set([...knownById.keys(), ...ids])],
    async (id) => {
      const gear = knownById.get(id) ?? (await readItem(api, id, signal))
      if (!gear) return void gone.push(id)
      if (countingPlans.some((plan) => isCoveredByPlan(plan, gear))) await addServicesOfItem(api, id, services, signal)
      found.push(gear)
    },
  )
  return { found, gone, failed, services }
}
