import { ActivityCancellationType, proxyActivities, type RetryPolicy } from '@temporalio/workflow'
import type { DailyActivities } from '../activities/daily/types.ts'
import type { ScheduleActivities, SyncActivities } from '../activities/inventorySync/types.ts'
import type { MaintenanceActivities, ServiceActivities } from '../activities/maintenance/types.ts'
import type { NotifyActivities } from '../activities/notify/types.ts'
import type { WarrantyActivities } from '../activities/warranty/types.ts'

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

/** Activities of the host that has the files. Within this time it must have read the file, retries included. */
export const filesOn = (taskQueue: string, within: '9m' | '1m') =>
  proxyActivities<Pick<SyncActivities, 'stageSource'>>({ ...BEATING, startToCloseTimeout: '5m', scheduleToCloseTimeout: within, taskQueue })

/** Activities that a schedule begins with. After an hour the next turn of the schedule is better than a late one. */
export const scheduling = proxyActivities<ScheduleActivities>({
  ...BEATING,
  retry: { ...FOREVER, maximumInterval: '1m' },
  startToCloseTimeout: '2m',
  scheduleToCloseTimeout: '1h',
})

const UP_TO_A_MINUTE = { ...BEATING, retry: { ...FOREVER, maximumInterval: '1m' } } as const

/** What a day begins with: without the API there is no day, so it is waited for, until the next day is near. */
export const beginning = proxyActivities<Pick<DailyActivities, 'beginDay'>>({
  ...UP_TO_A_MINUTE,
  startToCloseTimeout: '1m',
  scheduleToCloseTimeout: '20h',
})

/** What a day ends with. */
export const ending = proxyActivities<Pick<DailyActivities, 'endDay'>>({
  ...UP_TO_A_MINUTE,
  startToCloseTimeout: '1m',
  scheduleToCloseTimeout: '20h',
})

/** Steps of a day. Each has an hour, attempts included; what it did not get done is done on the next day. */
export const stepping = proxyActivities<MaintenanceActivities & NotifyActivities & Pick<WarrantyActivities, 'reconcileWarranties'>>({
  ...UP_TO_A_MINUTE,
  startToCloseTimeout: '30m',
  scheduleToCloseTimeout: '1h',
})

/** Lets gear follow its maintenance. The events stay in the inbox for as long as it takes. */
export const following = proxyActivities<ServiceActivities>({ ...UP_TO_A_MINUTE, startToCloseTimeout: '5m' })

/** Sends what was just put into the ledger. After an hour it is left to the day, which sends everything that waits. */
export const sending = proxyActivities<NotifyActivities>({ ...UP_TO_A_MINUTE, startToCloseTimeout: '15m', scheduleToCloseTimeout: '1h' })

/** Evaluates all coverage. Without the API it waits for as long as it takes. */
export const covering = proxyActivities<Pick<WarrantyActivities, 'notifyCoverage'>>({ ...UP_TO_A_MINUTE, startToCloseTimeout: '15m' })

/** Looks at what events say of documents, for runs of versions before. The events stay in the inbox for as long as it takes. */
export const reviewing = proxyActivities<Pick<WarrantyActivities, 'reviewDocuments'>>({ ...UP_TO_A_MINUTE, startToCloseTimeout: '5m' })

/** Looks at a document, of which there may be many at once: a server that is away for a day must not be asked for each of them all the time. */
export const watching = proxyActivities<Pick<WarrantyActivities, 'lookAtDocument'>>({
  ...BEATING,
  retry: { ...FOREVER, maximumInterval: '5m' },
  startToCloseTimeout: '5m',
})
