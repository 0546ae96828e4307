import { markHandled, takeFromInbox, type InboxEvent } from '../../worker/state/inbox.ts'
import { forEachLimit } from '../concurrency.ts'
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

/**
 * Follows the items that events speak of. What the events say is not believed: each item is looked at as it is now, so that events which come
 * late, twice or in another order do no harm.
 */
export const createFollowEvents =
  (deps: ServiceDeps): ServiceActivities['followEvents'] =>
  () =>
    guarded(deps.log, async (signal) => {
      const events = await deps.state.read((tx) => takeFromInbox(tx, 'service', TAKEN))
      const items = new Set(events.flatMap(itemsOf))
      await forEachLimit([...items], AT_ONCE, async (id) => {
        signal.throwIfAborted()
        await followInTurn(deps, id, signal)
      })
      const handled = events.map(({ webhookId }) => webhookId)
      if (handled.length > 0) await deps.state.write((tx) => markHandled(tx, 'service', handled))
      return { more: events.length === TAKEN }
    })
