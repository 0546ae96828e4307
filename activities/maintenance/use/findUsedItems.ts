import { SettingsError } from '../../../config/config.ts'
import { meterFields } from '../../../contract/api/gearFields.ts'
import { foldText } from '../../../platform/foldText.ts'
import type { InboxEvent } from '../../../state/inbox/inbox.ts'
import { readToday, type Today } from '../../shared/readToday.ts'
import type { ServiceDeps, UsedItem } from '../types.ts'
import { isUsePlan, type UsePlan } from './decideUse.ts'

const isMeterEvent = ({ type, body: { data } }: InboxEvent): boolean =>
  type === 'gear.updated' && meterFields.some((field) => Object.hasOwn(data.changes, field))

function isServiceEvent({ type, body: { data } }: InboxEvent, serviceTypes: ReadonlySet<string>): boolean {
  const serviceType = data.record['service_type']
  return type.startsWith('maintenance.') && typeof serviceType === 'string' && serviceTypes.has(foldText(serviceType))
}

/** Lists items whose use may have changed, or the service from which it counts. */
function listUsedItems(
  events: readonly InboxEvent[],
  plans: readonly UsePlan[],
  affected: (event: InboxEvent) => string[],
): UsedItem[] {
  const serviceTypes = new Set(plans.map(({ service_type: type }) => foldText(type)))
  const items = new Map<string, UsedItem>()
  const add = (id: string, readAt: unknown): void => {
    const known = items.get(id) ?? { id }
    items.set(id, typeof readAt === 'string' && readAt > (known.readAt ?? '') ? { id, readAt } : known)
  }
  for (const event of events) {
    if (isServiceEvent(event, serviceTypes)) for (const id of affected(event)) add(id, undefined)
    if (isMeterEvent(event) && event.recordId !== null) add(event.recordId, event.body.data.record['updated_at'])
  }
  return [...items.values()]
}

/**
 * Finds the items of events for which plans by use must run, and today. There are none without such plans, or while
 * kitroom.yaml is unusable: the daily run does the same.
 * @param affected ids of the items of a maintenance event
 */
export async function findUsedItems(
  deps: ServiceDeps,
  events: readonly InboxEvent[],
  affected: (event: InboxEvent) => string[],
  signal: AbortSignal,
): Promise<{ items: UsedItem[]; today?: Today }> {
  try {
    const config = await deps.readConfig()
    const plans = config.maintenance.plans.filter(isUsePlan)
    const items = plans.length === 0 ? [] : listUsedItems(events, plans, affected)
    return items.length === 0 ? { items } : { items, today: await readToday(deps, config, signal) }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return { items: [] }
  }
}
