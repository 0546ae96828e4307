import { v7 as uuidv7 } from 'uuid'
import type { Gear } from '../../../contract/api/gear.ts'
import type { Config } from '../../../config/config.ts'
import type { Tx } from '../../../platform/sql/types.ts'
import { listMeterRowsOf, lockMeters, storeMeter, storeMeterBaseline } from '../../../state/maintenance/meters.ts'
import { readStudioTimeZone } from '../../../state/schedules/schedules.ts'
import type { AutomationDeps } from '../../shared/automation.ts'
import { addressNotification, queueAddressedReminders } from '../../notify/queue.ts'
import { createTextsOf } from '../../notify/textsOf.ts'
import { listDueRecipients, listRoutes, selectRoutes } from '../../notify/routes.ts'
import { isCoveredByPlan } from '../findDueOccurrences.ts'
import { decideUse, readMeters, type SeenUse, type StoredUse, type UseDecision, type UsePlan } from './decideUse.ts'
import { describeMeter, isReported } from './describeMeter.ts'
import { toBaselineRow, toMeterRow, toStoredUse } from './storedUse.ts'

export interface UseContext {
  config: Config
  plans: readonly UsePlan[]
  /** Today, `YYYY-MM-DD`. */
  day: string
  /** Finds the last completed service of an item and type, ISO 8601 UTC. */
  findCompletion: (gearId: string, serviceType: string) => string | undefined
  /** Time since when an item has had its reading, if an event has it, ISO 8601 UTC. */
  readAt?: ReadonlyMap<string, string> | undefined
}

interface MeteredItem extends SeenUse {
  gear: Gear
}

/** Stored uses of items, by id, and the number of readings reported to people. */
export interface FollowedMeters {
  uses: ReadonlyMap<string, StoredUse>
  reported: number
}

/**
 * Finds the plans by use that apply to an item and have a reading of it, with the readings; undefined without such a
 * plan.
 */
export function findMetered(
  gear: Gear,
  plans: readonly UsePlan[],
  readAt?: string,
): Pick<SeenUse, 'plans' | 'readings'> | undefined {
  if (plans.length === 0) return undefined
  const readings = readMeters(gear, readAt)
  const covering = plans.filter((plan) => readings.has(plan.use.field) && isCoveredByPlan(plan, gear))
  return covering.length === 0 ? undefined : { plans: covering, readings }
}

function toMeteredItem(gear: Gear, { plans, findCompletion, readAt }: UseContext): MeteredItem | undefined {
  const metered = findMetered(gear, plans, readAt?.get(gear.id))
  return metered && { ...metered, gear, findCompletion: (type) => findCompletion(gear.id, type) }
}

type Decided = { item: MeteredItem; stored: StoredUse; decision: UseDecision }

async function decide(tx: Tx, items: readonly MeteredItem[], plans: readonly UsePlan[]): Promise<Decided[]> {
  const rows = await listMeterRowsOf(
    tx,
    items.map(({ gear }) => gear.id),
  )
  const findStored = toStoredUse(rows, plans)
  return items.map((item) => {
    const stored = findStored(item.gear.id)
    return { item, stored, decision: decideUse(stored, item) }
  })
}

const isChanged = ({ stored, decision: { meters, baselines } }: Decided): boolean =>
  [...meters].some(([field, meter]) => stored.meters.get(field) !== meter) ||
  [...baselines].some(([plan, baseline]) => stored.baselines.get(plan) !== baseline)

async function store(tx: Tx, { item, stored, decision: { meters, baselines } }: Decided): Promise<void> {
  const { gear, plans } = item
  for (const [field, meter] of meters)
    if (stored.meters.get(field) !== meter) await storeMeter(tx, toMeterRow(gear.id, field, meter))
  for (const plan of plans) {
    const baseline = baselines.get(plan.id)
    if (baseline && baseline !== stored.baselines.get(plan.id))
      await storeMeterBaseline(tx, toBaselineRow(gear.id, plan, baseline))
  }
}

/** Queues the reports of an item's readings. @returns their number */
async function report(
  tx: Tx,
  { item: { gear }, decision }: Decided,
  { config, day }: UseContext,
  nowMs: number,
): Promise<number> {
  const reported = decision.changes.filter(isReported)
  if (reported.length === 0) return 0
  const recipients = listDueRecipients(selectRoutes(listRoutes(config), 'maintenance', gear), () => ({
    step: 0,
    notifiedStep: 0,
  }))
  const textsOf = createTextsOf(config, await readStudioTimeZone(tx))
  const reminders = reported.flatMap((reading) => {
    const about = { id: uuidv7(), reading: { gearId: gear.id, ...reading }, day }
    return addressNotification(recipients, textsOf, (texts) => describeMeter(about, gear, texts))
  })
  await queueAddressedReminders(tx, reminders, nowMs)
  return reported.length
}

/** Stores the present readings of items, and reports those that people should check, in one transaction. */
export async function followMeters(
  { state, clock }: AutomationDeps,
  context: UseContext,
  page: readonly Gear[],
): Promise<FollowedMeters> {
  const items = page.map((gear) => toMeteredItem(gear, context)).filter((item) => item !== undefined)
  if (items.length === 0) return { uses: new Map(), reported: 0 }
  const uses = new Map<string, StoredUse>()
  const decided = await state.read((tx) => decide(tx, items, context.plans))
  for (const { item, decision } of decided) uses.set(item.gear.id, decision)
  const changed = decided.filter(isChanged).map(({ item }) => item)
  if (changed.length === 0) return { uses, reported: 0 }
  const reported = await state.write(async (tx) => {
    await lockMeters(tx)
    let count = 0
    for (const one of await decide(tx, changed, context.plans)) {
      await store(tx, one)
      count += await report(tx, one, context, clock.nowMs())
      uses.set(one.item.gear.id, one.decision)
    }
    return count
  })
  return { uses, reported }
}
