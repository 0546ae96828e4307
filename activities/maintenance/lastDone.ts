import { listMaintenance, type Maintenance } from '../../contract/maintenance.ts'
import { fold } from '../../platform/fold.ts'
import type { Api } from '../api.ts'
import type { Plan } from '../../config/maintenance.ts'
import { dayAt } from '../studioDay.ts'
import { walkList } from '../walkList.ts'

/** When an item had a service last: YYYY-MM-DD by item and kind of service. */
export type LastDone = (gearId: string, serviceType: string) => string | undefined

/** The day in the studio on which a record was completed; undefined when it is not. */
export const completedOn = ({ completed_at: at }: Maintenance, timeZone: string): string | undefined =>
  at === null ? undefined : dayAt(Date.parse(at), timeZone)

/** Reads when each item was serviced last, of the kinds of service that plans count from. Without such plans nothing is read. */
export async function readLastDone(api: Api, plans: readonly Plan[], timeZone: string, signal: AbortSignal): Promise<LastDone> {
  const kinds = new Set(plans.filter((plan) => plan.from === 'last_completed').map((plan) => fold(plan.service_type)))
  const latest = new Map<string, string>()
  const note = (record: Maintenance): void => {
    const kind = fold(record.service_type)
    const day = kinds.has(kind) ? completedOn(record, timeZone) : undefined
    const key = `${record.item_id} ${kind}`
    if (day !== undefined && day > (latest.get(key) ?? '')) latest.set(key, day)
  }
  const readPage = async (page: { limit: number; offset: number }) =>
    (await api.call(listMaintenance, { query: { ...page, status: 'completed' } }, { signal })).body
  if (kinds.size > 0) await walkList('maintenance', readPage, async (records) => records.forEach(note))
  return (gearId, serviceType) => latest.get(`${gearId} ${fold(serviceType)}`)
}
