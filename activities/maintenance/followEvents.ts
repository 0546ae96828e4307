import { markHandled, postponeEvents, listPendingEvents, type InboxEvent } from '../../state/inbox/inbox.ts'
import { createFollowOpenedRecords, groupOpenedRecords } from './covered/followOpened.ts'
import { forEachItem } from '../shared/forEachItem.ts'
import { runActivity } from '../shared/runActivity.ts'
import { syncItemStatusExclusively } from './followService.ts'
import { findUsedItems } from './use/findUsedItems.ts'
import type { FollowedEvents, ServiceDeps } from './types.ts'

const BATCH_SIZE = 100
const MAX_CONCURRENT = 4

/** Finds the items of a maintenance event: the record's current one and its previous one. */
function findAffectedItems({ body: { data } }: InboxEvent): string[] {
  const ids = [data.record['item_id'], data.changes['item_id']?.from]
  return ids.filter((id) => typeof id === 'string')
}

/** Splits the ids of events into those that pass a test, and the others. */
function partitionIds(events: readonly InboxEvent[], test: (event: InboxEvent) => boolean): [string[], string[]] {
  const { true: passed = [], false: others = [] } = Object.groupBy(
    events,
    (event) => String(test(event)) as 'true' | 'false',
  )
  return [passed.map(({ webhookId }) => webhookId), others.map(({ webhookId }) => webhookId)]
}

/**
 * Updates the items of events, and reports maintenance of covered gear that was created or priced. It reads each item's
 * current state instead of trusting the event, so late, duplicate and reordered events are harmless. Events of a failed
 * item are postponed and block no others. The workflow runs plans by use.
 */
export const createFollowEvents = (deps: ServiceDeps) => ({
  followEvents: (): Promise<FollowedEvents> =>
    runActivity(deps.log, async (signal) => {
      const events = await deps.state.read((tx) => listPendingEvents(tx, 'service', BATCH_SIZE, deps.clock.nowMs()))
      const items = new Set(events.flatMap(findAffectedItems))
      const { items: usedItems, today } = await findUsedItems(deps, events, findAffectedItems, signal)
      const opened = groupOpenedRecords(events)
      const followOpenedRecords = createFollowOpenedRecords(deps, signal)
      const failed = await forEachItem({ api: deps.api, signal, limit: MAX_CONCURRENT }, [...items], async (id) => {
        await syncItemStatusExclusively(deps, id, signal)
        await followOpenedRecords(opened.get(id) ?? new Set())
      })
      for (const { item, error } of failed)
        deps.log.warn(
          { gearId: item, err: error },
          'events of maintenance of an item could not be handled; retrying later',
        )
      const failedItems = new Set(failed.map(({ item }) => item))
      const [postponed, handled] = partitionIds(events, (event) =>
        findAffectedItems(event).some((id) => failedItems.has(id)),
      )
      if (events.length > 0)
        await deps.state.write(async (tx) => {
          await markHandled(tx, 'service', handled)
          await postponeEvents(tx, 'service', postponed, deps.clock.nowMs())
        })
      const used = today && { items: usedItems, day: today.day, settledDay: today.settledDay }
      return { more: events.length === BATCH_SIZE, ...(used && { used }) }
    }),
})
