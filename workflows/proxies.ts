import { ActivityCancellationType, workflowInfo, type RetryPolicy } from '@temporalio/workflow'
import type { DailyActivities } from '../activities/daily/types.ts'
import type { GoogleCalendarActivities, ShootActivities } from '../activities/googleCalendar/types.ts'
import type { FileActivity, ScheduleActivities, SyncActivities } from '../activities/inventorySync/types.ts'
import type { MaintenanceActivities, ServiceActivities } from '../activities/maintenance/types.ts'
import type { NotifyActivities } from '../activities/notify/types.ts'
import type { ShootReminderActivities } from '../activities/shoots/types.ts'
import { notifyQueue, planQueue, toQueueAccount } from '../contract/temporal.ts'
import { createActivities } from './summaries.ts'

const RETRY_WITHOUT_LIMIT: RetryPolicy = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10s' }

/**
 * Activities send a heartbeat every two seconds, so a dead worker is detected within ten. Transient errors are retried without limit; permanent ones
 * are thrown as final failures by the activity.
 */
const WITH_HEARTBEAT = {
  heartbeatTimeout: '10s',
  retry: RETRY_WITHOUT_LIMIT,
  // Do not wait for the activity to confirm: it may be waiting for an unreachable server.
  cancellationType: ActivityCancellationType.TRY_CANCEL,
} as const

const readAccount = (): string => toQueueAccount(workflowInfo().taskQueue)

/** Activities that plan. */
type PlanActivity = 'planRun' | 'planBulkEdit'

export const accountActivities = createActivities<Exclude<keyof SyncActivities, FileActivity | PlanActivity>>({
  ...WITH_HEARTBEAT,
  startToCloseTimeout: '15m',
})

/** On a queue with few slots. The time limits count from the start, so plans may wait for each other. */
export const planActivities = (): Pick<SyncActivities, PlanActivity> =>
  createActivities<PlanActivity>({ ...WITH_HEARTBEAT, startToCloseTimeout: '15m', taskQueue: planQueue(readAccount()) })

/** Activities that fetch a sheet. `within` is the total time, retries included. */
export const fileActivitiesOn = (taskQueue: string, within: '9m' | '1m') =>
  createActivities<FileActivity>({
    ...WITH_HEARTBEAT,
    startToCloseTimeout: '5m',
    scheduleToCloseTimeout: within,
    taskQueue,
  })

/** Activities of a host that alone has the file. `within`: time in which it must begin to read; reading has its own. */
export const fileActivitiesOfHost = (taskQueue: string, within: '9m' | '1m') =>
  createActivities<FileActivity>({
    ...WITH_HEARTBEAT,
    scheduleToStartTimeout: within,
    startToCloseTimeout: '5m',
    scheduleToCloseTimeout: '30m',
    taskQueue,
  })

/** Activities that start a scheduled sync. After an hour they fail, and the next scheduled start takes over. */
export const scheduleActivities = createActivities<keyof ScheduleActivities>({
  ...WITH_HEARTBEAT,
  retry: { ...RETRY_WITHOUT_LIMIT, maximumInterval: '1m' },
  startToCloseTimeout: '2m',
  scheduleToCloseTimeout: '1h',
})

const WITH_SLOW_RETRY = { ...WITH_HEARTBEAT, retry: { ...RETRY_WITHOUT_LIMIT, maximumInterval: '1m' } } as const

/** Activities at the start and end of a daily run. They wait up to 20 hours for the API, until shortly before the next run. */
export const withTwentyHourBudget = createActivities<keyof DailyActivities>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '1m',
  scheduleToCloseTimeout: '20h',
})

/** Steps of the daily run. A step that takes longer than an hour fails, and the next day's run does the rest. */
export const withOneHourBudget = createActivities<
  keyof MaintenanceActivities | keyof ShootReminderActivities | 'reconcileWarranties'
>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '30m',
  scheduleToCloseTimeout: '1h',
})

/** No total time limit: the events stay in the inbox until they are handled. */
export const serviceActivities = createActivities<keyof ServiceActivities>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '5m',
})

/** No total time limit: the events stay in the inbox until Temporal and the API answer. */
export const shootActivities = createActivities<keyof ShootActivities>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '2m',
})

/** No total time limit: waits until Google and the API answer. Google's own delays take precedence. */
export const googleCalendarActivities = createActivities<keyof GoogleCalendarActivities>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '15m',
})

/** Reminders that are not sent within an hour are left to the daily run. @param within time of one attempt */
export const notifyActivities = (within: '15m' | '30m' = '15m'): NotifyActivities =>
  createActivities<keyof NotifyActivities>({
    ...WITH_SLOW_RETRY,
    startToCloseTimeout: within,
    scheduleToCloseTimeout: '1h',
    taskQueue: notifyQueue(readAccount()),
  })

/** No total time limit: waits until the API answers. */
export const coverageActivities = createActivities<'notifyCoverage'>({ ...WITH_SLOW_RETRY, startToCloseTimeout: '15m' })

/** For workflows started by earlier versions. No total time limit: the events stay in the inbox. */
export const documentActivities = createActivities<'reviewDocuments'>({ ...WITH_SLOW_RETRY, startToCloseTimeout: '5m' })

/** For workflows started by earlier versions. There may be many watches, so an unreachable server is retried only every five minutes. */
export const watchActivities = createActivities<'lookAtDocument'>({
  ...WITH_HEARTBEAT,
  retry: { ...RETRY_WITHOUT_LIMIT, maximumInterval: '5m' },
  startToCloseTimeout: '5m',
})
