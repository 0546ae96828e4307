import { ActivityCancellationType, proxyActivities, type RetryPolicy } from '@temporalio/workflow'
import type { ScheduleActivities, SyncActivities } from '../activities/inventorySync/types.ts'

const FOREVER: RetryPolicy = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10s' }

/**
 * Activities beat every two seconds, so a worker that died is noticed after ten. What may pass is tried for ever; what will not is thrown as
 * a final failure by the activity itself.
 */
const BEATING = {
  heartbeatTimeout: '10s',
  retry: FOREVER,
  // A run that is given up must not wait for an activity that waits for a server.
  cancellationType: ActivityCancellationType.TRY_CANCEL,
} as const

/** Activities of the account's queue. */
export const work = proxyActivities<Omit<SyncActivities, 'stageSource'>>({ ...BEATING, startToCloseTimeout: '15m' })

/** Activities of the host that has the files. */
export const filesOn = (taskQueue: string) =>
  proxyActivities<Pick<SyncActivities, 'stageSource'>>({ ...BEATING, startToCloseTimeout: '5m', taskQueue })

/** Activities that a schedule begins with. After an hour the next turn of the schedule is better than a late one. */
export const scheduling = proxyActivities<ScheduleActivities>({
  ...BEATING,
  retry: { ...FOREVER, maximumInterval: '1m' },
  startToCloseTimeout: '2m',
  scheduleToCloseTimeout: '1h',
})
