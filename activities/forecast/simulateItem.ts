// Simulates the daily run for one item over the coming days, with the functions of the daily run itself. It skips days
// on which nothing can happen.
import type { Plan } from '../../config/maintenance.ts'
import type { ForecastService } from '../../contract/control/forecast.ts'
import { addDays } from '../../platform/studioDay.ts'
import { checkDueOccurrence, toNotesMarker, type CheckedRecord } from '../maintenance/checkDueOccurrence.ts'
import {
  findDueOccurrences,
  findPlanOccurrences,
  isTimedPlan,
  type DueOccurrence,
  type PlannedGear,
} from '../maintenance/findDueOccurrences.ts'
import { toPlannedKey } from '../maintenance/createDueRecord.ts'
import { isUsePlan, type StoredUse } from '../maintenance/use/decideUse.ts'
import { toCents } from './costs.ts'
import type { History, OpenRecord } from './history.ts'
import { completeUse, findEstimatedUse, findNextUseDay, NEVER, openUse, type SimulatedUse } from './simulateUse.ts'

export interface ForecastContext {
  /** The first day. */
  day: string
  timeZone: string
  history: History
}

interface PlanState {
  plan: Plan
  foldedType: string
  /** Day of the last completed service. */
  doneOn: string | undefined
  /** Next day on which the plan may need a record. */
  nextDay: string
  /** Dates and readings that were handled last, in the form of the item's `planned`. */
  handled: string[]
  /** Use of the item for a plan by use, if it has a reading. */
  use: SimulatedUse | undefined
}

/** An item with its plans and records, as of the last simulated day. */
export interface SimulatedItem {
  gear: PlannedGear
  plans: PlanState[]
  records: CheckedRecord[]
  /** Dates for which the worker's state knows a record, now or earlier. */
  planned: ReadonlySet<string>
  /** Records that the simulation completes on their dates, because a plan counts from them. */
  uncompleted: CheckedRecord[]
  /** Day of the last assumed completion, by folded service type. */
  assumedDays: Map<string, string>
  /** Folded service types of which a completion was assumed on an estimated day. */
  estimatedTypes: Set<string>
  /** Created services by the ids of their records. */
  services: Map<string, ForecastService>
}

export const toPlannedText = (plan: string, dueOn: string): string => `${plan} ${dueOn}`

const describeItem = (gear: PlannedGear) => ({
  item_id: gear.id,
  item_type: gear.gear_type,
  item: `${gear.brand} ${gear.model}`,
  asset_tag: gear.asset_tag,
})

function toOpenService(gear: PlannedGear, record: OpenRecord, { day, history }: ForecastContext): ForecastService {
  const { cost } = record
  const known = { cost, cost_from: 'record', cost_records: 0 } as const
  return {
    kind: 'open',
    due_on: record.service_date,
    is_overdue: record.service_date < day,
    is_assumed: false,
    is_estimated: false,
    ...describeItem(gear),
    service_type: record.service_type,
    service_provider: record.service_provider,
    plan: null,
    created_on: null,
    maintenance_id: record.id,
    status: record.status,
    ...(cost === null
      ? history.costs.estimate(gear, history.fold(record.service_type))
      : { ...known, cost: toCents(cost) / 100 }),
  }
}

function toPlannedService(
  due: DueOccurrence,
  foldedType: string,
  day: string,
  context: ForecastContext,
): ForecastService {
  const { gear, plan, dueOn } = due
  return {
    kind: 'planned',
    due_on: dueOn,
    is_overdue: dueOn < context.day,
    is_assumed: false,
    is_estimated: false,
    ...describeItem(gear),
    service_type: plan.service_type,
    service_provider: plan.provider ?? null,
    plan: plan.id,
    created_on: day,
    maintenance_id: null,
    status: null,
    ...context.history.costs.estimate(gear, foldedType),
  }
}

/** Creates the item before the first day. @returns the item, and its open records as services */
export function openItem(
  gear: PlannedGear,
  plans: readonly Plan[],
  { planned, use }: { planned: ReadonlySet<string>; use: StoredUse },
  context: ForecastContext,
): { item: SimulatedItem; open: ForecastService[] } {
  const { history, day } = context
  const openRecords = history.open.get(gear.id) ?? []
  const states = plans.map((plan) => ({
    plan,
    foldedType: history.fold(plan.service_type),
    doneOn: history.findLastDone(gear.id, plan.service_type),
    nextDay: day,
    handled: [],
    use: isUsePlan(plan) ? openUse(plan, use, day) : undefined,
  }))
  const countedTypes = new Set(
    states.filter(({ plan }) => plan.from === 'last_completed').map(({ foldedType }) => foldedType),
  )
  const item: SimulatedItem = {
    gear,
    plans: states,
    records: [...(history.closed.get(gear.id) ?? []), ...openRecords],
    planned,
    uncompleted: openRecords.filter(({ service_type: type }) => countedTypes.has(history.fold(type))),
    assumedDays: new Map(),
    estimatedTypes: new Set(),
    services: new Map(),
  }
  return { item, open: openRecords.map((record) => toOpenService(gear, record, context)) }
}

function findDoneOn(item: SimulatedItem, { foldedType, doneOn }: PlanState): string | undefined {
  const assumedDay = item.assumedDays.get(foldedType)
  return assumedDay !== undefined && assumedDay > (doneOn ?? '') ? assumedDay : doneOn
}

/** Creates the record of a date, as the daily run does. */
function createRecord(
  item: SimulatedItem,
  state: PlanState,
  due: DueOccurrence,
  day: string,
  context: ForecastContext,
): ForecastService {
  const { plan, foldedType } = state
  const service = toPlannedService(due, foldedType, day, context)
  service.is_assumed = plan.from === 'last_completed' && item.assumedDays.has(foldedType)
  service.is_estimated =
    (due.use !== undefined && day > context.day) || (service.is_assumed && item.estimatedTypes.has(foldedType))
  const id = `planned ${toPlannedText(plan.id, toPlannedKey(due).due_on)}`
  const record: CheckedRecord = {
    id,
    service_type: plan.service_type,
    service_date: due.dueOn,
    status: 'scheduled',
    notes: toNotesMarker(due),
    completed_at: null,
    created_at: `${day}T00:00:00.000Z`,
  }
  item.records.push(record)
  item.services.set(id, service)
  if (item.plans.some((other) => other.plan.from === 'last_completed' && other.foldedType === foldedType))
    item.uncompleted.push(record)
  return service
}

function findDues(
  { gear }: SimulatedItem,
  { plan, use }: PlanState,
  day: string,
  timeZone: string,
  doneOn: string | undefined,
): DueOccurrence[] {
  const byUse = use && isUsePlan(plan) ? findEstimatedUse(plan, gear, use, day) : undefined
  return [...(byUse ? [byUse] : []), ...findDueOccurrences(plan, gear, day, timeZone, doneOn)]
}

/** Finds the next day on which a plan may need a record by time. */
function findNextDay(
  gear: PlannedGear,
  { plan }: PlanState,
  day: string,
  timeZone: string,
  doneOn: string | undefined,
): string {
  if (!isTimedPlan(plan)) return NEVER
  const { next } = findPlanOccurrences(plan, gear, day, timeZone, doneOn)
  const leadStart = addDays(next, -plan.lead_days)
  if (leadStart > day) return leadStart
  const afterNext = addDays(next, 1)
  const laterStart = addDays(findPlanOccurrences(plan, gear, afterNext, timeZone, doneOn).next, -plan.lead_days)
  return laterStart > afterNext ? laterStart : afterNext
}

/** Runs a plan on a day. @returns the new services */
function runPlan(item: SimulatedItem, state: PlanState, day: string, context: ForecastContext): ForecastService[] {
  const { plan, use } = state
  const { timeZone } = context
  const doneOn = findDoneOn(item, state)
  const created: ForecastService[] = []
  for (const due of findDues(item, state, day, timeZone, doneOn)) {
    const key = toPlannedKey(due).due_on
    if (item.planned.has(toPlannedText(plan.id, key)) || state.handled.includes(key)) continue
    const check = checkDueOccurrence(due, item.records, timeZone)
    if (check.outcome === 'waits') continue
    state.handled = [...state.handled.slice(-2), key]
    if (check.outcome === 'make') created.push(createRecord(item, state, due, day, context))
    // The next date of this plan does not depend on a completion.
    else if (plan.from !== 'last_completed') dropAssumption(item, check.id)
  }
  const nextDay = findNextDay(item.gear, state, day, timeZone, doneOn)
  const nextUseDay = use && isUsePlan(plan) ? findNextUseDay(plan, use, day) : NEVER
  state.nextDay = nextUseDay < nextDay ? nextUseDay : nextDay
  return created
}

function dropAssumption(item: SimulatedItem, id: string): void {
  const service = item.services.get(id)
  if (service) service.is_assumed = false
}

/** Completes records on their dates, overdue ones on the first day, for the plans that count from them. */
function completeRecords(item: SimulatedItem, day: string, { history }: ForecastContext): void {
  const due = item.uncompleted.filter(({ service_date: date }) => date <= day)
  if (due.length === 0) return
  item.uncompleted = item.uncompleted.filter(({ service_date: date }) => date > day)
  for (const record of due) {
    record.status = 'completed'
    record.completed_at = `${day}T12:00:00.000Z`
    const foldedType = history.fold(record.service_type)
    item.assumedDays.set(foldedType, day)
    if (item.services.get(record.id)?.is_estimated) item.estimatedTypes.add(foldedType)
    for (const state of item.plans) {
      if (state.plan.from !== 'last_completed' || state.foldedType !== foldedType) continue
      state.nextDay = addDays(day, 1)
      if (state.use) state.use = completeUse(state.use, day)
    }
  }
}

/** Removes created records of the past, on which no later date depends. */
function removePastRecords(item: SimulatedItem, day: string): void {
  const pastIds = new Set(
    item.records.filter(({ id, service_date: date }) => date < day && item.services.has(id)).map(({ id }) => id),
  )
  if (pastIds.size === 0) return
  item.records = item.records.filter(({ id }) => !pastIds.has(id))
  for (const id of pastIds) item.services.delete(id)
}

/**
 * Simulates the daily run of a day, and then the day itself.
 * @returns the services that the daily run creates, and the next day on which something can happen
 */
export function simulateDay(
  item: SimulatedItem,
  day: string,
  context: ForecastContext,
): { created: ForecastService[]; nextDay: string } {
  const created = item.plans
    .filter(({ nextDay }) => nextDay <= day)
    .flatMap((state) => runPlan(item, state, day, context))
  completeRecords(item, day, context)
  removePastRecords(item, day)
  const days = [...item.plans.map(({ nextDay }) => nextDay), ...item.uncompleted.map(({ service_date: date }) => date)]
  return { created, nextDay: days.reduce((first, other) => (other < first ? other : first), NEVER) }
}
