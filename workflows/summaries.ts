import { proxyActivities, type ActivityOptions } from '@temporalio/workflow'
import type { DailyActivities } from '../activities/daily/types.ts'
import type { GoogleCalendarActivities, ShootActivities } from '../activities/googleCalendar/types.ts'
import type { ScheduleActivities, SyncActivities } from '../activities/inventorySync/types.ts'
import type { MaintenanceActivities, ServiceActivities } from '../activities/maintenance/types.ts'
import type { NotifyActivities } from '../activities/notify/types.ts'
import type { ShootReminderActivities } from '../activities/shoots/types.ts'
import type { WarrantyActivities } from '../activities/warranty/types.ts'

type Activities = SyncActivities &
  ScheduleActivities &
  DailyActivities &
  MaintenanceActivities &
  ServiceActivities &
  ShootActivities &
  ShootReminderActivities &
  GoogleCalendarActivities &
  NotifyActivities &
  WarrantyActivities

type Summaries = { [Name in keyof Activities]: (input: Parameters<Activities[Name]>[0]) => string }

// Temporal refuses summaries above 400 bytes, and shows them to everybody with access to its pages: ids, days and counts only.
const summaries: Summaries = {
  stageSource: () => 'Fetch the sheet',
  planRun: () => 'Compare the sheet with the inventory',
  planBulkEdit: () => 'Compare the chosen items with the new values',
  startApplying: () => 'Check the approved plan',
  applySlice: ({ from, below }) => `Write rows ${from + 1} to ${below} of the plan`,
  writeBack: () => 'Write results into the sheet',
  finishRun: ({ ending }) => `Store how the run ended: ${ending}`,
  startScheduled: ({ source }) => `Start a sync of ${source}`,
  beginDay: () => 'Begin the daily run',
  endDay: ({ day, failed }) => `End the daily run of ${day}, failed steps: ${failed.length}`,
  planMaintenance: ({ day, items }) =>
    `Create maintenance that is due, ${day}${items ? `, items: ${items.length}` : ''}`,
  followService: ({ day }) => `Set the status of gear in service, ${day}`,
  remindOfMaintenance: ({ day }) => `Queue reminders of maintenance, ${day}`,
  remindOfShoots: ({ day }) => `Queue reminders of shoots, ${day}`,
  followEvents: () => 'Handle events of maintenance',
  followShoots: () => 'Handle events of what calendars show',
  pushGoogleCalendar: ({ calendar }) => `Write calendar ${calendar} to Google`,
  sendReminders: () => 'Send due reminders',
  notifyCoverage: () => 'Evaluate warranties and insurances',
  reconcileWarranties: ({ day }) => `Reconcile warranties and insurances, ${day}`,
  lookAtDocument: ({ documentId }) => `Evaluate document ${documentId}`,
  reviewDocuments: () => 'Handle events of documents',
}

/** Activities with these options, each called with its summary for Temporal's pages. */
export function createActivities<Name extends keyof Activities>(options: ActivityOptions): Pick<Activities, Name> {
  const call = (name: string, summarize: (input: never) => string) => (input: never) =>
    proxyActivities<Record<string, (input: unknown) => Promise<unknown>>>({ ...options, summary: summarize(input) })[
      name
    ]?.(input)
  return Object.fromEntries(
    Object.entries(summaries).map(([name, summarize]) => [name, call(name, summarize)]),
  ) as unknown as Pick<Activities, Name>
}
