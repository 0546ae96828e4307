import { createGoogleCalendarActivities } from '../../activities/googleCalendar/create.ts'
import type { GoogleAccounts } from '../../activities/google/googleAccounts.ts'
import { createDailyActivities } from '../../activities/daily/create.ts'
import { createApplyActivities, createPlanActivities } from '../../activities/inventorySync/create.ts'
import { createStartScheduled } from '../../activities/inventorySync/startScheduled.ts'
import type { SyncDeps } from '../../activities/inventorySync/types.ts'
import { createSendReminders } from '../../activities/notify/send/sendReminders.ts'
import { createRemindOfShoots } from '../../activities/shoots/remindOfShoots.ts'
import { createMaintenanceActivities } from '../../activities/maintenance/create.ts'
import { createFollowEvents } from '../../activities/maintenance/followEvents.ts'
import { createWarrantyActivities } from '../../activities/warranty/create.ts'
import type { WorkerContext } from '../context/context.ts'
import { wakeCoverage } from '../wakeups/kinds/coverage.ts'
import { wakeGoogleCalendar } from '../wakeups/kinds/googleCalendars.ts'
import { asRetryable } from '../context/faults.ts'
import { createScheduledStart } from '../schedules/startScheduled.ts'
import { toAutomationDeps, toNotifyDeps } from '../reminders/notifyDeps.ts'

export function createAccountActivities(context: WorkerContext, sync: SyncDeps, google: GoogleAccounts): object {
  const automation = toAutomationDeps(context)
  const { account, withLock, scaledMs } = context
  return {
    ...createPlanActivities(sync),
    ...createApplyActivities(sync),
    ...createStartScheduled({ log: context.log, startScheduled: createScheduledStart(context) }),
    ...createDailyActivities(automation),
    ...createSendReminders(toNotifyDeps(context)),
    ...createMaintenanceActivities({ ...automation, withLock }),
    ...createFollowEvents({ ...automation, withLock }),
    ...createRemindOfShoots(automation),
    ...createWarrantyActivities({ ...automation, wakeCoverage: () => asRetryable(() => wakeCoverage(context)) }),
    ...createGoogleCalendarActivities({
      ...automation,
      withLock,
      google,
      account,
      scaledMs,
      wakeCalendar: (calendar) => asRetryable(() => wakeGoogleCalendar(context, calendar)),
    }),
  }
}
