import { undefinedIfNotFound } from '../../../client/undefinedIfNotFound.ts'
import { getMaintenance } from '../../../contract/api/maintenance.ts'
import { toStudioDay } from '../../../platform/studioDay.ts'
import type { InboxEvent } from '../../../state/inbox/inbox.ts'
import { readAccount } from '../../shared/api.ts'
import type { AutomationDeps } from '../../shared/automation.ts'
import { createTextsOf } from '../../notify/textsOf.ts'
import { queueCoveredServices, type CoveredServiceContext } from './queueCoveredServices.ts'

/** True for an event about a record that was created, or got a cost. */
function opensOrPrices({ type, body: { data } }: InboxEvent): boolean {
  if (type === 'maintenance.created') return true
  const cost = data.changes['cost']?.to
  return type === 'maintenance.updated' && typeof cost === 'number' && cost > 0
}

/** Groups the records that events created or priced, by item. */
export function groupOpenedRecords(events: readonly InboxEvent[]): Map<string, Set<string>> {
  const opened = new Map<string, Set<string>>()
  for (const event of events) {
    const itemId = event.body.data.record['item_id']
    if (event.recordId === null || typeof itemId !== 'string' || !opensOrPrices(event)) continue
    opened.set(itemId, (opened.get(itemId) ?? new Set()).add(event.recordId))
  }
  return opened
}

/**
 * Reads the present records, and queues messages for those on covered gear. It reads settings and account once, with
 * the first record.
 * @returns a function for the records of an item; it throws the client's errors
 */
export function createFollowOpenedRecords(
  deps: AutomationDeps,
  signal: AbortSignal,
): (ids: ReadonlySet<string>) => Promise<void> {
  const readContext = async (): Promise<CoveredServiceContext> => {
    const { timeZone, currency } = await readAccount(deps.api, signal)
    const config = await deps.readConfig()
    return {
      day: toStudioDay(deps.clock.nowMs(), timeZone),
      config,
      textsOf: createTextsOf(config, timeZone),
      currency,
    }
  }
  let context: Promise<CoveredServiceContext> | undefined
  return async (ids) => {
    for (const id of ids) {
      const presentContext = await (context ??= readContext())
      const found = await undefinedIfNotFound(deps.api.call(getMaintenance, { params: { id } }, { signal }))
      const { failed } = await queueCoveredServices(deps, presentContext, found ? [found.body.data] : [], signal)
      const [first] = failed
      if (first) throw first.error
    }
  }
}
