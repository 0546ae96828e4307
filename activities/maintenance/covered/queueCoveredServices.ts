import type { Maintenance } from '../../../contract/api/maintenance.ts'
import type { Config } from '../../../config/config.ts'
import { wasQueued } from '../../../state/reminders/notifiedSteps.ts'
import type { AutomationDeps } from '../../shared/automation.ts'
import { forEachItem, type FailedItem } from '../../shared/forEachItem.ts'
import { addressNotification, queueAddressedReminders, type AddressedReminder } from '../../notify/queue.ts'
import { listRoutes, selectRoutes, toDistinct } from '../../notify/routes.ts'
import type { TextsOf } from '../../notify/textsOf.ts'
import { readItem } from '../../shared/readItem.ts'
import { describeCoveredService } from './describeCoveredService.ts'
import { findCoverage, isOpenedByPerson } from './findCoverage.ts'

const MAX_CONCURRENT = 4

export interface CoveredServiceContext {
  /** Today in the studio's time zone, `YYYY-MM-DD`. */
  day: string
  config: Config
  textsOf: TextsOf
  currency: string
}

/**
 * Queues a message for each open record on covered gear that has had none. Recipients are those of the item's
 * maintenance reminders.
 * @returns the number added, and the items that could not be read
 */
export async function queueCoveredServices(
  deps: AutomationDeps,
  { day, config, textsOf, currency }: CoveredServiceContext,
  records: readonly Maintenance[],
  signal: AbortSignal,
): Promise<{ queued: number; failed: FailedItem<string>[] }> {
  const opened = config.maintenance.covered_repairs ? records.filter(isOpenedByPerson) : []
  if (opened.length === 0) return { queued: 0, failed: [] }
  const pending = await deps.state.read(async (tx) => {
    const missing: Maintenance[] = []
    for (const record of opened) if (!(await wasQueued(tx, 'covered_service', record.id))) missing.push(record)
    return missing
  })
  const reminders: AddressedReminder[] = []
  const failedItems = await forEachItem({ api: deps.api, signal, limit: MAX_CONCURRENT }, pending, async (record) => {
    const item = await readItem(deps.api, record.item_id, signal)
    const coverage = item && (await findCoverage(deps.api, { record, item, day }, signal))
    if (!item || !coverage) return
    const recipients = toDistinct(
      selectRoutes(listRoutes(config), 'maintenance', item).flatMap((route) => route.reminded),
    )
    reminders.push(
      ...addressNotification(recipients, textsOf, (texts) =>
        describeCoveredService(record, item, coverage, currency, texts),
      ),
    )
  })
  const failed = failedItems.map(({ item, error }) => ({ item: item.item_id, error }))
  if (reminders.length === 0) return { queued: 0, failed }
  return { queued: await deps.state.write((tx) => queueAddressedReminders(tx, reminders, deps.clock.nowMs())), failed }
}
