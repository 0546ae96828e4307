import { listMaintenance, type Maintenance } from '../../contract/maintenance.ts'
import { foldText } from '../../platform/foldText.ts'
import type { Api } from '../api.ts'
import type { Plan } from '../../config/maintenance.ts'
import { toStudioDay } from '../../platform/studioDay.ts'
import { visitAllRecords } from '../walkList.ts'

/** Date of an item's last service of a type, YYYY-MM-DD. */
export type FindLastServiceDay = (gearId: string, serviceType: string) => string | undefined

/** Day of completion in the studio's time zone; undefined for an unfinished record. */
export const toCompletionDay = ({ completed_at: at }: Pick<Maintenance, 'completed_at'>, timeZone: string): string | undefined =>
  at === null ? undefined : toStudioDay(Date.parse(at), timeZone)

export interface LastServiceDays {
  /** True if no plan counts from a last service. */
  isEmpty: boolean
  add(record: Pick<Maintenance, 'item_id' | 'service_type' | 'completed_at'>): void
  find: FindLastServiceDay
}

/** Collects each item's last service for the plans that count from it. */
export function createLastServiceDays(plans: readonly Plan[], timeZone: string): LastServiceDays {
  const serviceTypes = new Set(plans.filter((plan) => plan.from === 'last_completed').map((plan) => foldText(plan.service_type)))
  const latestDays = new Map<string, string>()
  return {
    isEmpty: serviceTypes.size === 0,
    add: (record) => {
      const folded = foldText(record.service_type)
      const day = serviceTypes.has(folded) ? toCompletionDay(record, timeZone) : undefined
      const key = `${record.item_id} ${folded}`
      if (day !== undefined && day > (latestDays.get(key) ?? '')) latestDays.set(key, day)
    },
    find: (gearId, serviceType) => latestDays.get(`${gearId} ${foldText(serviceType)}`),
  }
}

/** Reads each item's last service for the plans that count from it. Without such plans it reads nothing. */
export async function readLastServiceDays(api: Api, plans: readonly Plan[], timeZone: string, signal: AbortSignal): Promise<FindLastServiceDay> {
  const days = createLastServiceDays(plans, timeZone)
  const readPage = async (page: { limit: number; offset: number }) =>
    (await api.call(listMaintenance, { query: { ...page, status: 'completed' } }, { signal })).body
  if (!days.isEmpty) await visitAllRecords('maintenance', readPage, async (records) => records.forEach((record) => days.add(record)))
  return (gearId, serviceType) => days.find(gearId, serviceType)
}
