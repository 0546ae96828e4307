import { liveStatuses, tierFeatures } from '../../contract/features.ts'
import type { ForecastHead, ForecastLine, ForecastService } from '../../contract/control/forecast.ts'
import { listGear, type Gear } from '../../contract/api/gear.ts'
import { getProfile } from '../../contract/api/profile.ts'
import type { Plan } from '../../config/maintenance.ts'
import { addDays, toStudioDay } from '../../platform/studioDay.ts'
import { listPlannedServices } from '../../state/maintenance/plannedService.ts'
import { DAILY_SCHEDULE_KEY, listSchedules } from '../../state/schedules/schedules.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import { isCoveredByPlan, type PlannedGear } from '../maintenance/findDueOccurrences.ts'
import { EMPTY_USE, isUsePlan, type StoredUse } from '../maintenance/use/decideUse.ts'
import { findMetered } from '../maintenance/use/followMeters.ts'
import { visitAllRecords } from '../shared/walkList.ts'
import { findFirstDay, readHistory } from './history.ts'
import { readUses, type MeteredItem } from './readUses.ts'
import { openItem, simulateDay, toPlannedText, type ForecastContext, type SimulatedItem } from './simulateItem.ts'
import { createSums } from './sums.ts'

export type ForecastDeps = Pick<AutomationDeps, 'api' | 'state' | 'clock' | 'readConfig'>

const ITEMS_PER_READ = 500
/** Longest time that the computation blocks other work of the process. */
const MAX_BLOCKING_MS = 20

interface PlannedItem {
  gear: PlannedGear
  plans: Plan[]
  /** Meters of an item with plans by use. */
  metered: MeteredItem['metered'] | undefined
}

const pickGear = ({
  id,
  gear_type,
  brand,
  model,
  asset_tag,
  status,
  purchase_date,
  created_at,
}: Gear): PlannedGear => ({
  id,
  gear_type,
  brand,
  model,
  asset_tag,
  status,
  purchase_date,
  created_at,
})

/** Reads every item once, and stores what plans depend on. */
async function readItems({ api }: ForecastDeps, plans: readonly Plan[], signal: AbortSignal): Promise<PlannedItem[]> {
  const items: PlannedItem[] = []
  const usePlans = plans.filter(isUsePlan)
  const readPage = async (query: { limit: number; offset: number }) =>
    (await api.call(listGear, { query }, { signal })).body
  await visitAllRecords('inventory', readPage, async (page) => {
    for (const gear of page)
      if (gear.status !== 'retired')
        items.push({
          gear: pickGear(gear),
          plans: plans.filter((plan) => isCoveredByPlan(plan, gear)),
          metered: findMetered(gear, usePlans),
        })
  })
  return items.toSorted((a, b) => (a.gear.id < b.gear.id ? -1 : 1))
}

/** Lists the dates that had a record, by item. */
async function readPlanned(
  { state }: ForecastDeps,
  items: readonly PlannedItem[],
  plans: readonly Plan[],
  day: string,
): Promise<Map<string, Set<string>>> {
  const firstDays = new Map(plans.map((plan) => [plan.id, findFirstDay(plan, day)]))
  const planned = new Map<string, Set<string>>()
  for (let from = 0; from < items.length; from += ITEMS_PER_READ) {
    const [first, last] = [items[from], items[Math.min(items.length, from + ITEMS_PER_READ) - 1]]
    if (!first || !last) break
    const rows = await state.read((tx) => listPlannedServices(tx, first.gear.id, last.gear.id), { oneStatement: true })
    for (const { gear_id: id, plan, due_on: dueOn } of rows) {
      if (dueOn < (firstDays.get(plan) ?? '9999')) continue
      const dates = planned.get(id) ?? new Set()
      planned.set(id, dates.add(toPlannedText(plan, dueOn)))
    }
  }
  return planned
}

/**
 * Reads the account, the plans and whether the daily run is paused.
 * @param months the forecast ends this many months after today
 */
export async function readForecastHead(
  { api, state, clock, readConfig }: ForecastDeps,
  months: number,
  signal: AbortSignal,
): Promise<{ head: ForecastHead; plans: readonly Plan[]; timeZone: string }> {
  const { plans } = (await readConfig()).maintenance
  const { currency, timezone: timeZone, ...account } = (await api.call(getProfile, {}, { signal })).body.data.profile
  const day = toStudioDay(clock.nowMs(), timeZone)
  const until = Temporal.PlainDate.from(day).add({ months }).subtract({ days: 1 }).toString()
  const createsRecords =
    liveStatuses.includes(account.subscription_status) &&
    tierFeatures[account.subscription_tier].includes('maintenance')
  const isPaused = (await state.read(listSchedules)).get(DAILY_SCHEDULE_KEY)?.paused === 1
  const head = {
    kind: 'forecast',
    day,
    until,
    currency,
    plans: plans.length,
    creates_records: createsRecords,
    is_paused: isPaused,
  } as const
  return { head, plans, timeZone }
}

/** Input of a forecast, read from the API and the worker's state. */
export interface ForecastData {
  context: ForecastContext
  items: readonly PlannedItem[]
  plans: readonly Plan[]
  planned: ReadonlyMap<string, ReadonlySet<string>>
  /** Uses by item, for items with plans by use. */
  uses: ReadonlyMap<string, StoredUse>
}

/** Reads inventory and maintenance completely, each list once. */
export async function readForecastData(
  deps: ForecastDeps,
  { plans, day, timeZone }: { plans: readonly Plan[]; day: string; timeZone: string },
  signal: AbortSignal,
): Promise<ForecastData> {
  const [items, history] = await Promise.all([
    readItems(deps, plans, signal),
    readHistory(deps.api, { plans, day, timeZone }, signal),
  ])
  const planned = await readPlanned(deps, items, plans, day)
  const uses = await readUses(deps.state, items, plans.filter(isUsePlan), history.findCompletion)
  return { context: { day, timeZone, history }, items, plans, planned, uses }
}

const toSortKey = ({ asset_tag: tag, item, service_type: type, item_id: id }: ForecastService): string =>
  `${tag ?? item}\n${type}\n${id}`

/** Sorts the services of a day. It computes each sort key once. */
const sortServices = (services: readonly ForecastService[]): ForecastService[] =>
  services
    .map((service) => ({ key: toSortKey(service), service }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ service }) => service)

const addTo = <T>(lists: Map<string, T[]>, key: string, values: readonly T[]): void => {
  if (values.length === 0) return
  const list = lists.get(key)
  if (list) list.push(...values)
  else lists.set(key, [...values])
}

/** Services and items by day. A handled day is removed. */
interface Calendar {
  services: Map<string, ForecastService[]>
  items: Map<string, SimulatedItem[]>
}

function openCalendar({ context, items, planned, uses }: ForecastData): Calendar {
  const calendar: Calendar = { services: new Map(), items: new Map() }
  const none: ReadonlySet<string> = new Set()
  const simulated: SimulatedItem[] = []
  for (const { gear, plans } of items) {
    const { item, open } = openItem(
      gear,
      plans,
      { planned: planned.get(gear.id) ?? none, use: uses.get(gear.id) ?? EMPTY_USE },
      context,
    )
    for (const service of open) addTo(calendar.services, service.due_on, [service])
    if (plans.length > 0) simulated.push(item)
  }
  calendar.items.set(context.day, simulated)
  return calendar
}

function* takeServices({ services }: Calendar, isWanted: (day: string) => boolean): Generator<ForecastService> {
  for (const day of [...services.keys()].filter(isWanted).toSorted()) {
    yield* sortServices(services.get(day) ?? [])
    services.delete(day)
  }
}

/** Creates a pause for other work of the process, which takes effect when the computation has taken long. */
function createPause(): () => Promise<void> {
  let startMs = performance.now()
  return async () => {
    if (performance.now() - startMs < MAX_BLOCKING_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    startMs = performance.now()
  }
}

/**
 * Computes a forecast day by day. Overdue services come first, then the services of each day; the sums are the last
 * line.
 */
export async function* computeForecast(
  data: ForecastData,
  { until, currency }: ForecastHead,
): AsyncGenerator<ForecastLine> {
  const { context, items, plans } = data
  const calendar = openCalendar(data)
  const sums = createSums(context.day, until, currency)
  const pause = createPause()
  for (let day = context.day; day <= until; day = addDays(day, 1)) {
    for (const item of calendar.items.get(day) ?? []) {
      const { created, nextDay } = simulateDay(item, day, context)
      for (const service of created) addTo(calendar.services, service.due_on, [service])
      if (nextDay <= until) addTo(calendar.items, nextDay, [item])
      await pause()
    }
    calendar.items.delete(day)
    for (const service of takeServices(calendar, (dueOn) => dueOn <= day)) {
      sums.add(service)
      yield service
    }
    await pause()
  }
  const used = new Set(items.flatMap((item) => item.plans))
  yield {
    kind: 'sums',
    ...sums.read(),
    plans_without_items: plans.filter((plan) => !used.has(plan)).map(({ id }) => id),
  }
}
