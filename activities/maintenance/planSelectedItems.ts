import type { Config } from '../../config/config.ts'
import { listGear, type Gear } from '../../contract/api/gear.ts'
import { toIsoTime } from '../../platform/clock.ts'
import {
  removeAllChecks,
  removeOldChecks,
  storeChecks,
  type NextChecks,
} from '../../state/maintenance/maintenanceChecks.ts'
import {
  startPlanningRun,
  stopMarkingItems,
  storePlannedItems,
  type PlannedItems,
} from '../../state/maintenance/maintenancePlanning.ts'
import { readAccount } from '../shared/api.ts'
import type { AutomationDeps } from '../shared/automation.ts'
import { visitAllRecords } from '../shared/walkList.ts'
import { readLastServiceDays, type LastServices } from './lastServiceDays.ts'
import { createPlannedWork, planItems, type PlannedWork, type PlanningContext } from './planItems.ts'
import { findNextCheck } from './selection/findNextCheck.ts'
import { hashPlanSettings } from './selection/hashPlanSettings.ts'
import type { ChosenItems } from './selection/readChosenItems.ts'
import { selectItems, type Selection, type SelectionContext } from './selection/selectItems.ts'
import type { ServiceDeps } from './types.ts'
import { isUsePlan } from './use/decideUse.ts'
import { openMeterRows } from './use/openMeterRows.ts'

const ITEMS_PER_PAGE = 200

/** State of this process, kept in memory. */
export interface ProcessMemory {
  hasReadAll: boolean
}

interface PlannedDay extends SelectionContext {
  config: Config
  work: PlannedWork
}

type ReadItems = Pick<PlannedItems, 'newest_id' | 'total'>

const addServices = (
  { config, plans, day, timeZone }: PlannedDay,
  { find, findCompletion }: LastServices,
): PlanningContext => ({
  plans,
  day,
  timeZone,
  lastDone: find,
  use: { config, plans: plans.filter(isUsePlan), day, findCompletion },
})

/** A lost entry for a checked item is harmless: the next run checks it again. */
const storeNextChecks = ({ state }: AutomationDeps, { run }: PlannedDay, checks: NextChecks): Promise<void> =>
  state.write((tx) => storeChecks(tx, run, checks), { durable: false })

/** Runs the plans for a page of items, and stores when to check them next. */
async function planPage(
  deps: ServiceDeps,
  today: PlannedDay,
  planning: PlanningContext,
  page: readonly Gear[],
  signal: AbortSignal,
): Promise<void> {
  const unsettled = await planItems(deps, planning, page, today.work, signal)
  const checks = page.map(
    (gear) => [gear.id, unsettled.has(gear.id) ? today.day : findNextCheck(gear, today, planning.lastDone)] as const,
  )
  await storeNextChecks(deps, today, new Map(checks))
}

async function planAllItems(deps: ServiceDeps, today: PlannedDay, signal: AbortSignal): Promise<ReadItems> {
  const planning = addServices(today, await readLastServiceDays(deps.api, today.plans, today.timeZone, signal))
  const meterRows = await openMeterRows(deps.state)
  const read: ReadItems = { newest_id: '', total: 0 }
  const readPage = async (query: { limit: number; offset: number }) => {
    const { body } = await deps.api.call(listGear, { query }, { signal })
    read.total = body.pagination.total
    return body
  }
  await visitAllRecords('inventory', readPage, async (page) => {
    meterRows.keep(page)
    for (const { id } of page) if (id > read.newest_id) read.newest_id = id
    await planPage(deps, today, planning, page, signal)
  })
  await meterRows.removeOthers()
  await deps.state.write((tx) => removeOldChecks(tx, today.run, today.day))
  return read
}

async function planChosenItems(
  deps: ServiceDeps,
  today: PlannedDay,
  chosen: ChosenItems,
  signal: AbortSignal,
): Promise<void> {
  const { found, gone, failed, services } = chosen
  const planning = addServices(today, services)
  const meterRows = await openMeterRows(
    deps.state,
    [...found.map(({ id }) => id), ...gone].map((id) => ({ id })),
  )
  meterRows.keep(found)
  for (let from = 0; from < found.length; from += ITEMS_PER_PAGE)
    await planPage(deps, today, planning, found.slice(from, from + ITEMS_PER_PAGE), signal)
  await meterRows.removeOthers()
  today.work.failed.push(...failed)
  const unread = failed.map(({ item }) => [item, today.day] as const)
  await storeNextChecks(deps, today, new Map([...unread, ...gone.map((id) => [id, undefined] as const)]))
}

async function planSelection(
  deps: ServiceDeps,
  today: PlannedDay,
  selection: Selection,
  signal: AbortSignal,
): Promise<ReadItems> {
  if (selection.reason !== undefined) return planAllItems(deps, today, signal)
  const { chosen, before, lists } = selection
  await planChosenItems(deps, today, chosen, signal)
  const [newest] = lists.newest
  return { newest_id: newest && newest.id > before.newest_id ? newest.id : before.newest_id, total: lists.total }
}

function logSelection({ log }: ServiceDeps, day: string, selection: Selection): void {
  const { reason, lists } = selection
  if (reason !== undefined)
    log.info({ day, reason, items: lists.total }, `maintenance plans: all ${lists.total} items were read`)
  else
    log.info(
      { day, items: selection.chosen.found.length },
      `maintenance plans: ${selection.chosen.found.length} of ${lists.total} items were read`,
    )
}

/**
 * Runs the plans for items that are due for a check, and for new and changed ones; for all items if those are unknown.
 * @returns undefined without plans
 */
export async function planSelectedItems(
  deps: ServiceDeps,
  { config, day }: { config: Config; day: string },
  memory: ProcessMemory,
  signal: AbortSignal,
): Promise<PlannedWork | undefined> {
  const { plans } = config.maintenance
  if (plans.length === 0) {
    await deps.state.write(async (tx) => {
      if ((await stopMarkingItems(tx)) > 0) await removeAllChecks(tx)
    })
    return undefined
  }
  const account = await readAccount(deps.api, signal)
  const readAt = toIsoTime(deps.clock.nowMs())
  const run = await deps.state.write(startPlanningRun)
  const settings = hashPlanSettings(plans, account)
  const { hasReadAll } = memory
  const today: PlannedDay = {
    hasReadAll,
    config,
    plans,
    day,
    timeZone: account.timeZone,
    settings,
    run,
    work: createPlannedWork(),
  }
  const selection = await selectItems(deps, today, signal)
  const read = await planSelection(deps, today, selection, signal)
  const { lists, eventsMissing } = selection
  const planned = {
    ...read,
    settings,
    day,
    all_read_on: selection.reason === undefined ? selection.before.all_read_on : day,
    read_at: readAt,
    read_marks: run.marks,
    gear_tag: lists.gearTag,
    maintenance_tag: lists.maintenanceTag,
    events_missing: Number(eventsMissing),
  }
  await deps.state.write((tx) => storePlannedItems(tx, run.number, planned))
  if (selection.reason !== undefined) memory.hasReadAll = true
  logSelection(deps, day, selection)
  return today.work
}
