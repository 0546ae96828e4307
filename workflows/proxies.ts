import { ActivityCancellationType, proxyActivities, workflowInfo, type RetryPolicy } from '@temporalio/workflow'
import type { createDailyActivities } from '../activities/daily/create.ts'
import type { createPush } from '../activities/googleCalendar/push.ts'
import type { createFollowRecords } from '../activities/googleCalendar/followRecords.ts'
import type {
  createApplyActivities,
  createFileActivities,
  createPlanActivities,
} from '../activities/inventorySync/create.ts'
import type { createStartScheduled } from '../activities/inventorySync/startScheduled.ts'
import type { createMaintenanceActivities } from '../activities/maintenance/create.ts'
import type { createFollowEvents } from '../activities/maintenance/followEvents.ts'
import type { createSendReminders } from '../activities/notify/send/sendReminders.ts'
import type { createRemindOfShoots } from '../activities/shoots/remindOfShoots.ts'
import type { createNotifyCoverage } from '../activities/warranty/notifyCoverage.ts'
import type { createReconcileWarranties } from '../activities/warranty/reconcileWarranties.ts'
import { notifyQueue, planQueue, toQueueAccount } from '../contract/temporal.ts'

// A proxy has the type of the factory of its activities, so that "go to definition" finds the code of an activity.
// Calls have summaries for Temporal's pages: at most 400 bytes, and ids, days and counts only, since many may see them.

const RETRY_WITHOUT_LIMIT: RetryPolicy = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10s' }

/**
 * Options of activities that send a heartbeat every two seconds, so that a dead worker is detected within ten.
 * Transient errors are retried without limit. Activities throw permanent ones as final failures.
 */
const WITH_HEARTBEAT = {
  heartbeatTimeout: '10s',
  retry: RETRY_WITHOUT_LIMIT,
  // The workflow does not wait until the activity confirms, because that may be waiting for an unreachable server.
  cancellationType: ActivityCancellationType.TRY_CANCEL,
} as const

const readAccount = (): string => toQueueAccount(workflowInfo().taskQueue)

export const accountActivities = proxyActivities<ReturnType<typeof createApplyActivities>>({
  ...WITH_HEARTBEAT,
  startToCloseTimeout: '15m',
})

/**
 * Activities that plan, on a queue with few slots. Their time limit counts from their start, so plans may wait for
 * each other.
 */
export const planActivities = () =>
  proxyActivities<ReturnType<typeof createPlanActivities>>({
    ...WITH_HEARTBEAT,
    startToCloseTimeout: '15m',
    taskQueue: planQueue(readAccount()),
  })

/** Activities that fetch a sheet or write into it. @param within total time, retries included */
export const fileActivitiesOn = (taskQueue: string, within: '9m' | '1m') =>
  proxyActivities<ReturnType<typeof createFileActivities>>({
    ...WITH_HEARTBEAT,
    startToCloseTimeout: '5m',
    scheduleToCloseTimeout: within,
    taskQueue,
  })

/**
 * Activities of the only host that has the file.
 * @param within time in which it must begin to read; reading has its own
 */
export const fileActivitiesOfHost = (taskQueue: string, within: '9m' | '1m') =>
  proxyActivities<ReturnType<typeof createFileActivities>>({
    ...WITH_HEARTBEAT,
    scheduleToStartTimeout: within,
    startToCloseTimeout: '5m',
    scheduleToCloseTimeout: '30m',
    taskQueue,
  })

/** Starts a scheduled sync. It fails after an hour, and the next start of the schedule takes over. */
export const scheduleActivities = proxyActivities<ReturnType<typeof createStartScheduled>>({
  ...WITH_HEARTBEAT,
  retry: { ...RETRY_WITHOUT_LIMIT, maximumInterval: '1m' },
  startToCloseTimeout: '2m',
  scheduleToCloseTimeout: '1h',
})

const WITH_SLOW_RETRY = { ...WITH_HEARTBEAT, retry: { ...RETRY_WITHOUT_LIMIT, maximumInterval: '1m' } } as const

/**
 * Activities at the start and end of a daily run. They wait up to 20 hours for the API, until shortly before the next
 * run.
 */
export const withTwentyHourBudget = proxyActivities<ReturnType<typeof createDailyActivities>>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '1m',
  scheduleToCloseTimeout: '20h',
})

/** Steps of the daily run. A step that takes longer than an hour fails, and the next day's run does the rest. */
export const withOneHourBudget = proxyActivities<
  ReturnType<typeof createMaintenanceActivities> &
    ReturnType<typeof createRemindOfShoots> &
    ReturnType<typeof createReconcileWarranties>
>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '30m',
  scheduleToCloseTimeout: '1h',
})

/** Handles events. It has no total time limit: they stay in the inbox until they are handled. */
export const serviceActivities = proxyActivities<ReturnType<typeof createFollowEvents>>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '5m',
})

/** Handles events. It has no total time limit: they stay in the inbox until Temporal and the API answer. */
export const shootActivities = proxyActivities<ReturnType<typeof createFollowRecords>>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '2m',
})

/**
 * Writes a calendar. It has no total time limit: it waits until Google and the API answer. Delays that Google names
 * take precedence.
 */
export const googleCalendarActivities = proxyActivities<ReturnType<typeof createPush>>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '15m',
})

/**
 * Sends reminders. Those that are not sent within an hour are left to the daily run.
 * @param within time of one attempt
 */
export const notifyActivities = (within: '15m' | '30m' = '15m') =>
  proxyActivities<ReturnType<typeof createSendReminders>>({
    ...WITH_SLOW_RETRY,
    startToCloseTimeout: within,
    scheduleToCloseTimeout: '1h',
    taskQueue: notifyQueue(readAccount()),
  })

/** Evaluates coverage. It has no total time limit: it waits until the API answers. */
export const coverageActivities = proxyActivities<ReturnType<typeof createNotifyCoverage>>({
  ...WITH_SLOW_RETRY,
  startToCloseTimeout: '15m',
})
