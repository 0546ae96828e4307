import type { Gear } from '../../contract/gear.ts'
import { fold, foldTag } from '../../platform/fold.ts'
import type { Plan } from '../../config/maintenance.ts'
import { addDays, dayAt } from '../studioDay.ts'
import { occurrencesAround } from './anchored.ts'

/** A record that a plan wants for an item. */
export interface Due {
  gear: Gear
  plan: Plan
  /** YYYY-MM-DD. */
  dueOn: string
  /** Its day has passed already. */
  isMissed: boolean
}

/** Whether a plan is for an item. What is retired is serviced no more. */
export function appliesTo({ applies_to: filter }: Plan, gear: Gear): boolean {
  if (gear.status === 'retired') return false
  if (filter.type !== undefined && filter.type !== gear.gear_type) return false
  if (filter.brand !== undefined && filter.brand !== fold(gear.brand)) return false
  if (filter.model !== undefined && filter.model !== fold(gear.model)) return false
  return filter.tags === undefined || (gear.asset_tag !== null && filter.tags.has(foldTag(gear.asset_tag)))
}

/** The day since which the studio has an item: that of its purchase, else that of its entry. */
const beginningOf = (gear: Gear, timeZone: string): string => gear.purchase_date ?? dayAt(Date.parse(gear.created_at), timeZone)

/**
 * What a plan wants for an item on a day: the next occurrence once its lead time has begun, and of those that have passed only the last.
 * @param doneOn when the item had this service last, for plans that count from there
 */
export function dueFor(plan: Plan, gear: Gear, day: string, timeZone: string, doneOn: string | undefined): Due[] {
  const since = beginningOf(gear, timeZone)
  const fixed = plan.from === 'purchase' || plan.from === 'last_completed' ? undefined : plan.from
  const anchor = fixed ?? (plan.from === 'last_completed' ? (doneOn ?? since) : since)
  const { missed, next } = occurrencesAround(anchor, plan.every, fixed === undefined ? 1 : 0, day)
  const last = addDays(day, plan.lead_days)
  const due = (dueOn: string, isMissed: boolean): Due => ({ gear, plan, dueOn, isMissed })
  // An item that came after a day was not due on it.
  return [...(missed !== undefined && missed > since ? [due(missed, true)] : []), ...(next <= last && next > since ? [due(next, false)] : [])]
}
