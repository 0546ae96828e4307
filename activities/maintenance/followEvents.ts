import { markHandled, postponeEvents, takeFromInbox, type InboxEvent } from '../../state/inbox.ts'
import { forEachItem } from '../eachItem.ts'
import { guarded } from '../guarded.ts'
import { followInTurn } from './followService.ts'
import type { ServiceActivities, ServiceDeps } from './types.ts'

/** Events per activity. */
const TAKEN = 100
const AT_ONCE = 4

/** Items affected by an event: the record's current one and its previous one. */
function itemsOf({ body: { data } }: InboxEvent): string[] {
  const ids = [data.record['item_id'], data.changes['item_id']?.from]
  return ids.filter((id) => typeof id === 'string')
}

/** Splits events by a test, to ids. */
function split(events: readonly InboxEvent[], test: (event: InboxEvent) => boolean): [string[], string[]] {
  const { true: held = [], false: others = [] } = Object.groupBy(events, (event) => String(test(event)) as 'true' | 'false')
  return [held.map(({ webhookId }) => webhookId), others.map(({ webhookId }) => webhookId)]
}

/**
 * Updates the items that events mention. Reads each item's current state instead of trusting the event, so late, duplicate and reordered events are
 * harmless. Events of a failed item are postponed and block no others.
 */
export const createFollowEvents =
  (deps: ServiceDeps): ServiceActivities['followEvents'] =>
  () =>
    guarded(deps.log, async (signal) => {
      const events = await deps.state.read((tx) => takeFromInbox(tx, 'service', TAKEN, deps.clock.nowMs()))
      const items = new Set(events.flatMap(itemsOf))
      const failed = await forEachItem({ api: deps.api, signal, limit: AT_ONCE }, [...items], async (id) => {
        await followInTurn(deps, id, signal)
      })
      for (const { item, error } of failed)
        deps.log.warn({ gearId: item, err: error }, 'an item could not follow its maintenance; it is tried again later')
      const failedItems = new Set(failed.map(({ item }) => item))
      const [later, handled] = split(events, (event) => itemsOf(event).some((id) => failedItems.has(id)))
      if (events.length > 0)
        await deps.state.write(async (tx) => {
          await markHandled(tx, 'service', handled)
          await postponeEvents(tx, 'service', later, deps.clock.nowMs())
        })
      return { more: events.length === TAKEN }
    })
