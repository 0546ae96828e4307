import { listMaintenance, type Maintenance } from '../../contract/api/maintenance.ts'
import type { Gear } from '../../contract/api/gear.ts'
import type { Tx } from '../../platform/sql/types.ts'
import { DAY_MS } from '../../contract/policies.ts'
import { toIsoTime } from '../../platform/clock.ts'
import { readAccount } from '../shared/api.ts'
import type { AutomationDeps, Counts, ReminderDay } from '../shared/automation.ts'
import { withRemindersHeld, releaseReminders } from '../notify/holdReminders.ts'
import { forEachItem, throwIfItemsFailed, type FailedItem } from '../shared/forEachItem.ts'
import type { Config } from '../../config/config.ts'
import { queueAndEscalate } from '../notify/escalate.ts'
import { queueCoveredServices } from './covered/queueCoveredServices.ts'
import { runActivity } from '../shared/runActivity.ts'
import {
  addressReminders,
  findUnnotified,
  selectUnnotified,
  type AddressedReminder,
  type Unnotified,
} from '../notify/queue.ts'
import {
  listDueRecipients,
  listPossibleRoutes,
  listRoutes,
  selectRoutes,
  type DueRecipient,
  type Route,
  type Routes,
} from '../notify/routes.ts'
import { createTextsOf, type TextsOf } from '../notify/textsOf.ts'
import { addDays, countDaysBetween } from '../../platform/studioDay.ts'
import { visitAllRecords } from '../shared/walkList.ts'
import { describeService } from './describeService.ts'
import { readServiceHistory } from './readServiceHistory.ts'
import { readItem } from '../shared/readItem.ts'
import { findReminderStep } from './findReminderStep.ts'

const MAX_CONCURRENT = 4
/** Records of covered gear with an older change are not searched: an event has reported them. */
const EVENTS_LOST_DAYS = 14
const OPEN_STATUSES = ['scheduled', 'in_progress'] as const

interface ReminderContext {
  day: string
  settledDay: string
  routes: Routes
  config: Config
  textsOf: TextsOf
  currency: string
}

/** A record with the recipients who may need a notification. */
interface PendingRecord {
  record: Maintenance
  daysLeft: number
  unnotified: Unnotified
}

const findDueRecipients = (routes: readonly Route[], daysLeft: number, settledDaysLeft: number): DueRecipient[] =>
  listDueRecipients(routes, ({ maintenanceSteps }) => {
    const step = findReminderStep(maintenanceSteps, daysLeft)
    const notifiedStep = findReminderStep(maintenanceSteps, settledDaysLeft)
    return step === undefined || notifiedStep === undefined ? undefined : { step, notifiedStep }
  })

/** Finds records with a recipient who was not notified. Their items, and so the final recipients, are not known yet. */
async function findPending(
  tx: Tx,
  { day, settledDay, routes }: ReminderContext,
  records: readonly Maintenance[],
): Promise<PendingRecord[]> {
  const possibleRoutes = listPossibleRoutes(routes, ['maintenance'])
  const pending: PendingRecord[] = []
  for (const record of records) {
    const { id, service_date: date } = record
    const daysLeft = countDaysBetween(day, date)
    const due = findDueRecipients(possibleRoutes, daysLeft, countDaysBetween(settledDay, date))
    const unnotified = await findUnnotified(
      tx,
      { kind: 'maintenance', subject: id, due_on: date, day: settledDay },
      due,
    )
    if (unnotified.recipients.length > 0) pending.push({ record, daysLeft, unnotified })
  }
  return pending
}

/** Selects the recipients of a record's item who were not notified. */
function selectRecipients(
  { settledDay, routes }: ReminderContext,
  { record, daysLeft, unnotified }: PendingRecord,
  item: Gear,
): DueRecipient[] {
  const selected = selectRoutes(routes, 'maintenance', item)
  return selectUnnotified(
    unnotified,
    findDueRecipients(selected, daysLeft, countDaysBetween(settledDay, record.service_date)),
    settledDay,
  )
}

/** Queues the due reminders of a page. @returns the number added, and the items that could not be read */
async function queuePage(
  deps: AutomationDeps,
  context: ReminderContext,
  records: readonly Maintenance[],
  signal: AbortSignal,
): Promise<{ queued: number; failed: FailedItem<string>[] }> {
  const pending = await deps.state.read((tx) => findPending(tx, context, records))
  const reminders: AddressedReminder[] = []
  const failedItems = await forEachItem({ api: deps.api, signal, limit: MAX_CONCURRENT }, pending, async (one) => {
    const { record, daysLeft } = one
    const item = await readItem(deps.api, record.item_id, signal)
    // Deleting an item also deletes its records.
    if (!item || item.status === 'retired') return
    const recipients = selectRecipients(context, one, item)
    if (recipients.length === 0) return
    const history = await readServiceHistory(deps.api, { record, item, currency: context.currency }, signal)
    reminders.push(
      ...addressReminders(recipients, context.textsOf, (step, texts) =>
        describeService(record, item, { step, daysLeft }, history, texts),
      ),
    )
  })
  const failed = failedItems.map(({ item, error }) => ({ item: item.record.item_id, error }))
  if (reminders.length === 0) return { queued: 0, failed }
  const queued = await deps.state.write((tx) => queueAndEscalate(tx, context.config, reminders, deps.clock.nowMs()))
  return { queued, failed }
}

async function queueAll(
  deps: AutomationDeps,
  { day, settledDay = day }: ReminderDay,
  signal: AbortSignal,
): Promise<Record<'open' | 'queued' | 'covered', number>> {
  const config = await deps.readConfig()
  const routes = listRoutes(config)
  const { currency, timeZone } = await readAccount(deps.api, signal)
  const textsOf = createTextsOf(config, timeZone)
  const toDate = addDays(day, Math.max(0, ...routes.all.flatMap(({ maintenanceSteps }) => maintenanceSteps.before)))
  const counts = { open: 0, queued: 0, covered: 0 }
  const failed: FailedItem<string>[] = []
  const changedFrom = toIsoTime(deps.clock.nowMs() - EVENTS_LOST_DAYS * DAY_MS)
  const isRecent = ({ updated_at: at }: Maintenance): boolean => at >= changedFrom
  for (const status of OPEN_STATUSES) {
    const readPage = async (page: { limit: number; offset: number }) =>
      (await deps.api.call(listMaintenance, { query: { ...page, status, toDate } }, { signal })).body
    await visitAllRecords('maintenance', readPage, async (records) => {
      signal.throwIfAborted()
      counts.open += records.length
      const page = await queuePage(deps, { day, settledDay, routes, config, textsOf, currency }, records, signal)
      // Events report these records within seconds. This finds records whose event was lost.
      const covered = await queueCoveredServices(
        deps,
        { day, config, textsOf, currency },
        records.filter(isRecent),
        signal,
      )
      counts.queued += page.queued
      counts.covered += covered.queued
      failed.push(...page.failed, ...covered.failed)
    })
  }
  await throwIfItemsFailed(deps, 'maintenance_reminders_failed', failed, signal)
  return counts
}

/**
 * Queues reminders of unfinished records, created by people or by plans, that are due within the longest lead of a
 * step. It then releases all held reminders, because no later activity queues any. Counts `open` records, `queued`
 * reminders, and messages of `covered` gear.
 */
export const createRemindOfMaintenance = (deps: AutomationDeps) => ({
  remindOfMaintenance: (day: ReminderDay): Promise<Counts> =>
    runActivity(deps.log, async (signal) => {
      const counts = await withRemindersHeld(deps, () => queueAll(deps, day, signal))
      await releaseReminders(deps)
      return counts
    }),
})
