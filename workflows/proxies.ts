import { ActivityCancellationType, proxyActivities, type RetryPolicy } from '@temporalio/workflow'
import type { DailyActivities } from '../activities/daily/types.ts'
import type { ScheduleActivities, SyncActivities } from '../activities/inventorySync/types.ts'
import type { MaintenanceActivities, ServiceActivities } from '../activities/maintenance/types.ts'
import type { NotifyActivities } from '../activities/notify/types.ts'
import type { WarrantyActivities } from '../activities/warranty/types.ts'

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

export const accountActivities = proxyActivities<Omit<SyncActivities, 'stageSource'>>({ ...WITH_HEARTBEAT, startToCloseTimeout: '15m' })

/** Activities of the host that has the files. `within` is the total time, retries included. */
export const fileActivitiesOn = (taskQueue: string, within: '9m' | '1m') =>
  proxyActivities<Pick<SyncActivities, 'stageSource'>>({ ...WITH_HEARTBEAT, startToCloseTimeout: '5m', scheduleToCloseTimeout: within, taskQueue })

/** Activities of scheduled workflows. After an hour the next scheduled run replaces this one. */
export const scheduleActivities = proxyActivities<ScheduleActivities>({
  ...WITH_HEARTBEAT,
  retry: { ...RETRY_WITHOUT_LIMIT, maximumInterval: '1m' },
  startToCloseTimeout: '2m',
  scheduleToCloseTimeout: '1h',
})

const WITH_SLOW_RETRY = { ...WITH_HEARTBEAT, retry: { ...RETRY_WITHOUT_LIMIT, maximumInterval: '1m' } } as const

/** Start and end of a daily run. Waits for the API until the next day is near. */
export const withTwentyHourBudget = proxyActivities<DailyActivities>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '1m',
  scheduleToCloseTimeout: '20h',
})

/** Steps of the daily run. The next day's run does what an hour was too short for. */
export const withOneHourBudget = proxyActivities<MaintenanceActivities & NotifyActivities & Pick<WarrantyActivities, 'reconcileWarranties'>>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '30m',
  scheduleToCloseTimeout: '1h',
})

/** No total time limit: the events stay in the inbox. */
export const serviceActivities = proxyActivities<ServiceActivities>({ ...WITH_SLOW_RETRY, startToCloseTimeout: '5m' })

/** Reminders that are not sent within an hour are left to the daily run. */
export const notifyActivities = proxyActivities<NotifyActivities>({ ...WITH_SLOW_RETRY, startToCloseTimeout: '15m', scheduleToCloseTimeout: '1h' })

/** No total time limit: waits for the API. */
export const coverageActivities = proxyActivities<Pick<WarrantyActivities, 'notifyCoverage'>>({ ...WITH_SLOW_RETRY, startToCloseTimeout: '15m' })

/** For workflows started by earlier versions. No total time limit: the events stay in the inbox. */
export const documentActivities = proxyActivities<Pick<WarrantyActivities, 'reviewDocuments'>>({ ...WITH_SLOW_RETRY, startToCloseTimeout: '5m' })

/** For workflows started by earlier versions. There may be many watches, so retries of an unreachable server are spread out. */
export const watchActivities = proxyActivities<Pick<WarrantyActivities, 'lookAtDocument'>>({
  ...WITH_HEARTBEAT,
  retry: { ...RETRY_WITHOUT_LIMIT, maximumInterval: '5m' },
  startToCloseTimeout: '5m',
})
