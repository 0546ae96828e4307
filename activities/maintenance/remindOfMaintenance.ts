import { listMaintenance, type Maintenance } from '../../contract/maintenance.ts'
import type { Gear } from '../../contract/gear.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { AutomationDeps, ReminderDay } from '../automation.ts'
import { withRemindersHeld, releaseReminders } from '../holdReminders.ts'
import { throwIfItemsFailed, type FailedItem } from '../forEachItem.ts'
import { runActivity } from '../runActivity.ts'
import {
  addressReminders,
  queueAddressedReminders,
  findUnnotified,
  selectUnnotified,
  type AddressedReminder,
  type Unnotified,
} from '../notify/queue.ts'
import { listDueRecipients, listPossibleRoutes, listRoutes, selectRoutes, type DueRecipient, type Route, type Routes } from '../notify/routes.ts'
import { addDays, countDaysBetween } from '../../platform/studioDay.ts'
import { visitAllRecords } from '../walkList.ts'
import { describeService } from './describeService.ts'
import { createGearReaders } from '../readItem.ts'
import { readEachRecord } from '../readEachRecord.ts'
import { findReminderStep } from './findReminderStep.ts'
import type { MaintenanceActivities } from './types.ts'

const OPEN_STATUSES = ['scheduled', 'in_progress'] as const

interface ReminderContext {
  day: string
  settledDay: string
  routes: Routes
}

/** A record, and the recipients who may have to be notified. */
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

/** Records with a recipient who was not notified, before it is known whom the item concerns. */
async function findPending(tx: Tx, { day, settledDay, routes }: ReminderContext, records: readonly Maintenance[]): Promise<PendingRecord[]> {
  const possibleRoutes = listPossibleRoutes(routes, ['maintenance'])
  const pending: PendingRecord[] = []
  for (const record of records) {
    const { id, service_date: date } = record
    const daysLeft = countDaysBetween(day, date)
    const due = findDueRecipients(possibleRoutes, daysLeft, countDaysBetween(settledDay, date))
    const unnotified = await findUnnotified(tx, { kind: 'maintenance', subject: id, due_on: date, day: settledDay }, due)
    if (unnotified.recipients.length > 0) pending.push({ record, daysLeft, unnotified })
  }
  return pending
}

/** The reminders of a record: whom its item concerns, and who was not notified. */
function toReminders({ settledDay, routes }: ReminderContext, { record, daysLeft, unnotified }: PendingRecord, item: Gear): AddressedReminder[] {
  const selected = selectRoutes(routes, 'maintenance', item)
  const due = findDueRecipients(selected, daysLeft, countDaysBetween(settledDay, record.service_date))
  return addressReminders(selectUnnotified(unnotified, due, settledDay), (step) => describeService(record, item, step, daysLeft))
}

/** Queues the due reminders of a page. @returns the number added, and the items that could not be read */
async function queuePage(
  deps: AutomationDeps,
  context: ReminderContext,
  records: readonly Maintenance[],
  signal: AbortSignal,
): Promise<{ queued: number; failed: FailedItem<string>[] }> {
  const pending = await deps.state.read((tx) => findPending(tx, context, records))
  const { found, failed } = await readEachRecord(
    { api: deps.api, signal },
    new Set(pending.map(({ record }) => record.item_id)),
    createGearReaders(deps.api, signal),
  )
  const reminders = pending.flatMap((one) => {
    const item = found.get(one.record.item_id)
    // The records of a deleted item are deleted too.
    return item && item.status !== 'retired' ? toReminders(context, one, item) : []
  })
  if (reminders.length === 0) return { queued: 0, failed }
  return { queued: await deps.state.write((tx) => queueAddressedReminders(tx, reminders, deps.clock.nowMs())), failed }
}

async function queueAll(
  deps: AutomationDeps,
  { day, settledDay = day }: ReminderDay,
  signal: AbortSignal,
): Promise<{ open: number; queued: number }> {
  const config = await deps.readConfig()
  const routes = listRoutes(config)
  const toDate = addDays(day, Math.max(0, ...routes.all.flatMap(({ maintenanceSteps }) => maintenanceSteps.before)))
  const counts = { open: 0, queued: 0 }
  const failed: FailedItem<string>[] = []
  for (const status of OPEN_STATUSES) {
    const readPage = async (page: { limit: number; offset: number }) =>
      (await deps.api.call(listMaintenance, { query: { ...page, status, toDate } }, { signal })).body
    await visitAllRecords('maintenance', readPage, async (records) => {
      signal.throwIfAborted()
      counts.open += records.length
      const page = await queuePage(deps, { day, settledDay, routes }, records, signal)
      counts.queued += page.queued
      failed.push(...page.failed)
    })
  }
  await throwIfItemsFailed(deps, 'Reminders of maintenance could not be made', failed, signal)
  return counts
}

/**
 * Queues reminders of unfinished records, created by people or by plans, that are due within the longest lead of a step. It then releases all
 * held reminders, because it is the last activity that queues some.
 */
export const createRemindOfMaintenance =
  (deps: AutomationDeps): MaintenanceActivities['remindOfMaintenance'] =>
  (day) =>
    runActivity(deps.log, async (signal) => {
      const counts = await withRemindersHeld(deps, () => queueAll(deps, day, signal))
      await releaseReminders(deps)
      return counts
    })
