import type { AutomationDeps } from '../../activities/shared/automation.ts'
import { createGoogleCalendarActivities } from '../../activities/googleCalendar/create.ts'
import type { GoogleAccounts } from '../../activities/google/googleAccounts.ts'
import { createDailyActivities } from '../../activities/daily/create.ts'
import { createScheduleActivities, createSyncActivities } from '../../activities/inventorySync/create.ts'
import type { SyncDeps } from '../../activities/inventorySync/types.ts'
import { createNotifyActivities } from '../../activities/notify/create.ts'
import { createEvaluators } from '../../activities/kinds.ts'
import type { NotifyDeps } from '../../activities/notify/send/types.ts'
import { withUnsubscribed } from '../../activities/notify/unsubscribe/withUnsubscribed.ts'
import { createRemindOfShoots } from '../../activities/shoots/remindOfShoots.ts'
import { createMaintenanceActivities } from '../../activities/maintenance/create.ts'
import { createWarrantyActivities } from '../../activities/warranty/create.ts'
import type { Config } from '../../config/config.ts'
import type { WorkerContext } from '../context/context.ts'
import { createCoverageWorkflow } from '../wakeups/coverageWorkflow.ts'
import { createCalendarWake } from '../wakeups/googleCalendars.ts'
import { createScheduledStart } from '../schedules/startScheduled.ts'

type AutomationContext = Pick<WorkerContext, 'state' | 'api' | 'clock' | 'log' | 'settings'>

export type SendingContext = AutomationContext & Pick<WorkerContext, 'channelHost' | 'reminderLinks'>

/** The settings, with the addresses at which people want no reminders. */
const readWithUnsubscribed = async (
  { state }: Pick<WorkerContext, 'state'>,
  reading: Promise<Config>,
): Promise<Config> => {
  const config = await reading
  return state.read((tx) => withUnsubscribed(tx, config))
}

const toAutomationDeps = ({ state, api, clock, log, settings }: AutomationContext): AutomationDeps => ({
  state,
  api,
  clock,
  log,
  readConfig: () => readWithUnsubscribed({ state }, settings.read()),
})

/** Reminders that are already queued must go out even while kitroom.yaml is invalid. */
export function toNotifyDeps(context: SendingContext): NotifyDeps {
  const automation = {
    ...toAutomationDeps(context),
    readConfig: () => readWithUnsubscribed(context, context.settings.readUsable()),
  }
  return {
    ...automation,
    ...context.channelHost,
    evaluators: createEvaluators(automation),
    links: context.reminderLinks,
  }
}

export function createAccountActivities(context: WorkerContext, sync: SyncDeps, google: GoogleAccounts): object {
  const automation = toAutomationDeps(context)
  const { account, withLock, scaledMs } = context
  return {
    ...createSyncActivities(sync),
    ...createScheduleActivities({ log: context.log, startScheduled: createScheduledStart(context) }),
    ...createDailyActivities(automation),
    ...createNotifyActivities(toNotifyDeps(context)),
    ...createMaintenanceActivities({ ...automation, withLock }),
    remindOfShoots: createRemindOfShoots(automation),
    ...createWarrantyActivities({ ...automation, coverage: createCoverageWorkflow(context) }),
    ...createGoogleCalendarActivities({
      ...automation,
      withLock,
      google,
      account,
      scaledMs,
      wakeCalendar: createCalendarWake(context),
    }),
  }
}
