import { listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import type { Period } from '../../config/period.ts'
import type { Plan } from '../../config/maintenance.ts'
import { foldText } from '../../platform/foldText.ts'
import { memoize } from '../../platform/memoize.ts'
import type { Api } from '../shared/api.ts'
import { findMarkedDays, type CheckedRecord } from '../maintenance/checkDueOccurrence.ts'
import {
  createLastServiceDays,
  toCompletionDay,
  type FindLastCompletion,
  type FindLastServiceDay,
} from '../maintenance/lastServiceDays.ts'
import { visitAllRecords } from '../shared/walkList.ts'
import { createCosts, type Costs } from './costs.ts'

/** An open record with the contents of its line. */
export type OpenRecord = CheckedRecord &
  Pick<Maintenance, 'service_provider' | 'cost'> & { status: 'scheduled' | 'in_progress' }

/** Maintenance records without those that cannot affect a plan's date any more. */
export interface History {
  findLastDone: FindLastServiceDay
  findCompletion: FindLastCompletion
  costs: Costs
  open: ReadonlyMap<string, OpenRecord[]>
  /** Completed and cancelled records that the daily run may find. */
  closed: ReadonlyMap<string, CheckedRecord[]>
  fold(serviceType: string): string
}

const MAX_REMEMBERED_TYPES = 10_000

/** Months differ in length, and a date is clamped to the end of a short one. */
const CLAMP_DAYS = 3

/**
 * Finds a day before every date of a plan that the daily run still considers, and before its lead time. It is today for
 * a plan without a period.
 */
export const findFirstDay = (
  { every, lead_days: leadDays }: { every: Period | undefined; lead_days: number },
  day: string,
): string =>
  every === undefined
    ? day
    : Temporal.PlainDate.from(day)
        .subtract({ [every.unit]: every.count })
        .subtract({ days: CLAMP_DAYS + leadDays })
        .toString()

const addTo = <T>(lists: Map<string, T[]>, key: string, value: T): void => {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Creates a filter of the completed and cancelled records to store. */
function createIsRelevant(
  plans: readonly Plan[],
  day: string,
  timeZone: string,
  fold: History['fold'],
): (record: Maintenance) => boolean {
  const firstDays = new Map<string, string>()
  for (const plan of plans) {
    const [type, firstDay] = [fold(plan.service_type), findFirstDay(plan, day)]
    if (firstDay < (firstDays.get(type) ?? '9999')) firstDays.set(type, firstDay)
  }
  const firstDayOfAll = [...firstDays.values()].toSorted()[0] ?? '9999'
  return (record) => {
    const firstDay = firstDays.get(fold(record.service_type)) ?? '9999'
    return (
      record.service_date >= firstDay ||
      (toCompletionDay(record, timeZone) ?? '') >= firstDay ||
      findMarkedDays(record.notes).some((markedDay) => markedDay >= firstDayOfAll)
    )
  }
}

/** Returns notes without the text that nobody reads here. */
const toMarkers = (notes: string | null): string | null =>
  notes === null ? null : (notes.match(/Maintenance plan [a-z0-9_-]+, due [\d-]+\./g)?.join('\n') ?? null)

const toChecked = ({
  id,
  service_type,
  service_date,
  status,
  notes,
  completed_at,
  created_at,
}: Maintenance): CheckedRecord => ({
  id,
  service_type,
  service_date,
  status,
  notes: toMarkers(notes),
  completed_at,
  created_at,
})

/** Reads every maintenance record once, page by page. */
export async function readHistory(
  api: Api,
  { plans, day, timeZone }: { plans: readonly Plan[]; day: string; timeZone: string },
  signal: AbortSignal,
): Promise<History> {
  const fold = memoize(foldText, MAX_REMEMBERED_TYPES)
  const isRelevant = createIsRelevant(plans, day, timeZone, fold)
  const lastDays = createLastServiceDays(plans, timeZone)
  const costs = createCosts()
  const open = new Map<string, OpenRecord[]>()
  const closed = new Map<string, CheckedRecord[]>()
  const addRecord = (record: Maintenance): void => {
    const { item_id: itemId, status, service_provider, cost } = record
    if (status === 'scheduled' || status === 'in_progress')
      return addTo(open, itemId, { ...toChecked(record), status, service_provider, cost })
    if (status === 'completed') {
      costs.add(record, fold(record.service_type))
      lastDays.add(record)
    }
    if (isRelevant(record)) addTo(closed, itemId, toChecked(record))
  }
  const readPage = async (page: { limit: number; offset: number }) =>
    (await api.call(listMaintenance, { query: page }, { signal })).body
  await visitAllRecords('maintenance', readPage, async (records) => records.forEach(addRecord))
  return { findLastDone: lastDays.find, findCompletion: lastDays.findCompletion, costs, open, closed, fold }
}
