import { listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import { foldText } from '../../platform/foldText.ts'
import type { Api } from '../shared/api.ts'
import type { Plan } from '../../config/maintenance.ts'
import { toStudioDay } from '../../platform/studioDay.ts'
import { forEachLimit } from '../shared/forEachLimit.ts'
import { visitAllRecords } from '../shared/walkList.ts'

const MAX_CONCURRENT = 4

/** Finds the date of an item's last service of a type, YYYY-MM-DD. */
export type FindLastServiceDay = (gearId: string, serviceType: string) => string | undefined

/** Finds the completion of an item's last service of a type, ISO 8601 UTC. */
export type FindLastCompletion = (gearId: string, serviceType: string) => string | undefined

type Completion = Pick<Maintenance, 'completed_at' | 'created_at' | 'service_date'>

/**
 * Returns the day of completion in the studio's time zone; undefined for an unfinished record. A record that was
 * created as completed reports earlier work, which was done on its date.
 */
export function toCompletionDay(record: Completion, timeZone: string): string | undefined {
  const { completed_at: at, created_at: created, service_date: date } = record
  if (at === null) return undefined
  const day = toStudioDay(Date.parse(at), timeZone)
  return at === created && date < day ? date : day
}

/** Returns the time of completion; noon in UTC for earlier work. */
const toCompletion = (record: Completion, at: string, timeZone: string): string => {
  const day = toCompletionDay(record, timeZone)
  return day === toStudioDay(Date.parse(at), timeZone) ? at : `${day}T12:00:00.000Z`
}

export interface LastServices {
  find: FindLastServiceDay
  findCompletion: FindLastCompletion
}

export interface LastServiceDays extends LastServices {
  /** True if no plan counts from a last service. */
  isEmpty: boolean
  add(record: Completion & Pick<Maintenance, 'item_id' | 'service_type'>): void
}

/** Collects each item's last service for the plans that count from it. */
export function createLastServiceDays(plans: readonly Plan[], timeZone: string): LastServiceDays {
  const serviceTypes = new Set(
    plans.filter((plan) => plan.from === 'last_completed').map((plan) => foldText(plan.service_type)),
  )
  const lastCompletions = new Map<string, { at: string; day: string | undefined }>()
  const findLast = (gearId: string, serviceType: string) => lastCompletions.get(`${gearId} ${foldText(serviceType)}`)
  return {
    isEmpty: serviceTypes.size === 0,
    add: (record) => {
      const folded = foldText(record.service_type)
      if (record.completed_at === null || !serviceTypes.has(folded)) return
      const key = `${record.item_id} ${folded}`
      const at = toCompletion(record, record.completed_at, timeZone)
      if (at > (lastCompletions.get(key)?.at ?? ''))
        lastCompletions.set(key, { at, day: toCompletionDay(record, timeZone) })
    },
    findCompletion: (gearId, serviceType) => findLast(gearId, serviceType)?.at,
    find: (gearId, serviceType) => findLast(gearId, serviceType)?.day,
  }
}

async function addCompleted(
  api: Api,
  filter: { item_id?: string },
  services: LastServiceDays,
  signal: AbortSignal,
): Promise<void> {
  const readPage = async (page: { limit: number; offset: number }) =>
    (await api.call(listMaintenance, { query: { ...page, ...filter, status: 'completed' } }, { signal })).body
  await visitAllRecords('maintenance', readPage, async (records) => records.forEach((record) => services.add(record)))
}

export const addServicesOfItem = (
  api: Api,
  itemId: string,
  services: LastServiceDays,
  signal: AbortSignal,
): Promise<void> => addCompleted(api, { item_id: itemId }, services, signal)

/**
 * Reads each item's last service for the plans that count from it. Without such plans it reads nothing.
 * @param itemIds limits the items
 */
export async function readLastServiceDays(
  api: Api,
  plans: readonly Plan[],
  timeZone: string,
  signal: AbortSignal,
  itemIds?: readonly string[],
): Promise<LastServices> {
  const days = createLastServiceDays(plans, timeZone)
  if (days.isEmpty) return days
  if (!itemIds) await addCompleted(api, {}, days, signal)
  else await forEachLimit(itemIds, MAX_CONCURRENT, (id) => addServicesOfItem(api, id, days, signal))
  return days
}
