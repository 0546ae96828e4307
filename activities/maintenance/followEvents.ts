import { markHandled, postponeEvents, takeFromInbox, type InboxEvent } from '../../state/inbox.ts'
import { forEachItem } from '../eachItem.ts'
import { guarded } from '../guarded.ts'
import { followInTurn } from './followService.ts'
import type { ServiceActivities, ServiceDeps } from './types.ts'

/** Events that one activity takes. */
const TAKEN = 100
const AT_ONCE = 4

/** The items that an event about a record speaks of: its own, and the one it was about before. */
function itemsOf({ body: { data } }: InboxEvent): string[] {
  const ids = [data.record['item_id'], data.changes['item_id']?.from]
  return ids.filter((id) => typeof id === 'string')
}

/** The ids of events: those that the test holds for, and the others. */
function split(events: readonly InboxEvent[], test: (event: InboxEvent) => boolean): [string[], string[]] {
  const { true: held = [], false: others = [] } = Object.groupBy(events, (event) => String(test(event)) as 'true' | 'false')
  return [held.map(({ webhookId }) => webhookId), others.map(({ webhookId }) => webhookId)]
}

/**
 * Follows the items that events speak of. What the events say is not believed: each item is looked at as it is now, so that events which come
 * late, twice or in another order do no harm. Events of an item that fails are tried again later, and hold up no others.
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
