import { listMaintenance, type Maintenance } from '../../contract/maintenance.ts'
import type { Tx } from '../../platform/sql/types.ts'
import type { AutomationDeps, ReminderDay } from '../automation.ts'
import { withRemindersHeld, releaseReminders } from '../holdReminders.ts'
import { forEachItem, throwIfItemsFailed, type FailedItem } from '../forEachItem.ts'
import type { Config } from '../../config/config.ts'
import { runActivity } from '../runActivity.ts'
import { queueAddressedReminders, listRecipients, findUnnotified, type AddressedReminder, type Recipient } from '../notify/queue.ts'
import { addDays, countDaysBetween } from '../../platform/studioDay.ts'
import { visitAllRecords } from '../walkList.ts'
import { describeService } from './describeService.ts'
import { readItem } from '../readItem.ts'
import { findReminderStep } from './findReminderStep.ts'
import type { MaintenanceActivities } from './types.ts'

const MAX_CONCURRENT = 4
const OPEN_STATUSES = ['scheduled', 'in_progress'] as const

interface ReminderContext {
  day: string
  settledDay: string
  config: Config
}

/** A record with a due reminder step. */
interface DueReminder {
  record: Maintenance
  step: number
  /** The step as of `settledDay`. */
  settledStep: number
  daysLeft: number
}

/** A due record and the recipients not yet notified of its step. */
interface PendingReminder extends DueReminder {
  recipients: readonly Recipient[]
}

async function findPending(tx: Tx, dues: readonly DueReminder[], recipients: readonly Recipient[]): Promise<PendingReminder[]> {
  const pending: PendingReminder[] = []
  for (const due of dues) {
    const { id, service_date: date } = due.record
    const unnotified = await findUnnotified(tx, { kind: 'maintenance', subject: id, due_on: date, step: due.settledStep }, recipients)
    if (unnotified.length > 0) pending.push({ ...due, recipients: unnotified })
  }
  return pending
}

/** Queues the due reminders of a page. @returns the number added, and the items that could not be read */
async function queuePage(
  deps: AutomationDeps,
  { day, settledDay, config }: ReminderContext,
  records: readonly Maintenance[],
  signal: AbortSignal,
): Promise<{ queued: number; failed: FailedItem<string>[] }> {
  const dues = records.flatMap((record): DueReminder[] => {
    const daysLeft = countDaysBetween(day, record.service_date)
    const step = findReminderStep(config.maintenance.reminders, daysLeft)
    const settledStep = findReminderStep(config.maintenance.reminders, countDaysBetween(settledDay, record.service_date))
    return step === undefined || settledStep === undefined ? [] : [{ record, step, settledStep, daysLeft }]
  })
  const pending = dues.length === 0 ? [] : await deps.state.read((tx) => findPending(tx, dues, listRecipients(config)))
  const reminders: AddressedReminder[] = []
  const failedItems = await forEachItem({ api: deps.api, signal, limit: MAX_CONCURRENT }, pending, async ({ record, step, daysLeft, recipients }) => {
    const item = await readItem(deps.api, record.item_id, signal)
    // The records of a deleted item are deleted too.
    if (item && item.status !== 'retired') reminders.push({ notification: describeService(record, item, step, daysLeft), recipients })
  })
  const failed = failedItems.map(({ item, error }) => ({ item: item.record.item_id, error }))
  if (reminders.length === 0) return { queued: 0, failed }
  return { queued: await deps.state.write((tx) => queueAddressedReminders(tx, reminders, deps.clock.nowMs())), failed }
}

async function queueAll(
  deps: AutomationDeps,
  { day, settledDay = day }: ReminderDay,
  signal: AbortSignal,
): Promise<{ open: number; queued: number }> {
  const config = await deps.readConfig()
  const toDate = addDays(day, Math.max(0, ...config.maintenance.reminders.before))
  const counts = { open: 0, queued: 0 }
  const failed: FailedItem<string>[] = []
  for (const status of OPEN_STATUSES) {
    const readPage = async (page: { limit: number; offset: number }) =>
      (await deps.api.call(listMaintenance, { query: { ...page, status, toDate } }, { signal })).body
    await visitAllRecords('maintenance', readPage, async (records) => {
      signal.throwIfAborted()
      counts.open += records.length
      const page = await queuePage(deps, { day, settledDay, config }, records, signal)
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
