// Names that client, worker and workflows must agree on. Import-free, because workflow bundles take values from here.

/** What every task queue, workflow id and schedule id of an account starts with: the last 12 hex digits of the account's id. */
export const accountPrefix = (accountId: string): string => accountId.replaceAll('-', '').slice(-12)

/** Task queue of an account's workflows and ordinary activities. */
export const taskQueue = (account: string): string => `${account}-kitroom`

/** Task queue of the host that holds the files of `file:` sources. */
export const filesQueue = (account: string, hostId: string): string => `${account}-files-${hostId}`

/** Fixed id of a source's sync, so that one source never syncs twice at once. */
export const syncWorkflowId = (account: string, source: string): string => `${account}:sync:${source}`

/** What the ids of an account's schedules start with. */
export const schedulePrefix = (account: string): string => `${account}:schedule:`

/** Id of the schedule of a source's sync. */
export const syncScheduleId = (account: string, source: string): string => `${schedulePrefix(account)}sync:${source}`

/** What the workflow ids of a source's schedule start with; Temporal puts the time behind it. */
export const scheduledSyncWorkflowId = (account: string, source: string): string => `${account}:scheduled:${source}`

/** Id of the schedule that begins the day: service that falls due, cover that ends, reminders. */
export const dailyScheduleId = (account: string): string => `${schedulePrefix(account)}daily`

/** What the workflow ids of the daily schedule start with. */
export const dailyWorkflowId = (account: string): string => `${account}:daily`

/** Fixed id of what sends reminders between the days. */
export const deliverWorkflowId = (account: string): string => `${account}:deliver`

/** Fixed id of what notifies people of the ends of all warranties and insurances. */
export const coverageWorkflowId = (account: string): string => `${account}:coverage`

/** Fixed id of the watch of one document's end, as versions before opened it. @param expiresOn YYYY-MM-DD */
export const watchWorkflowId = (account: string, documentId: string, expiresOn: string): string => `${account}:watch:${documentId}:${expiresOn}`

/** Fixed id of what lets the status of gear follow its maintenance. */
export const serviceWorkflowId = (account: string): string => `${account}:service`

export const workflowNames = {
  inventorySync: 'inventorySync',
  scheduledSync: 'scheduledSync',
  daily: 'daily',
  deliver: 'deliver',
  coverage: 'coverage',
  warranty: 'warranty',
  watch: 'watch',
  service: 'service',
} as const

/** Signal to `coverage` and `service`: there are events in the worker's inbox, or something else has changed. */
export const CHANGED_SIGNAL = 'changed'

/** What the worker does with the events in its inbox; each has a workflow of its own that empties its part. */
export const inboxTopics = ['warranty', 'service'] as const
export type InboxTopic = (typeof inboxTopics)[number]

/** What `daily` is started with. Without a day: today in the studio's zone. */
export interface DailyInput {
  day?: string
  /** Names of the steps to do; all without it. */
  steps?: readonly string[]
}

/** What `watch` is started with. */
export interface WatchInput {
  documentId: string
  /** YYYY-MM-DD. */
  expiresOn: string
}

/** Updates and queries of `inventorySync`. */
export const syncMessages = { approve: 'approve', reject: 'reject', supersede: 'supersede', progress: 'progress' } as const

/** States of a run, in the order it can pass through them; those from `completed` on are final. */
export const runStatuses = [
  'planning',
  'waiting',
  'applying',
  'completed',
  'completed_with_errors',
  'stopped',
  'rejected',
  'superseded',
  'expired',
  'failed',
] as const
export type RunStatus = (typeof runStatuses)[number]

export const isFinal = (status: RunStatus): boolean => runStatuses.indexOf(status) >= runStatuses.indexOf('completed')

/** What `inventorySync` is started with: ids only, never rows. */
export interface SyncInput {
  runId: string
  source: string
  /** Queue of the activity that reads the source's bytes. */
  filesQueue: string
}

/** Answer to the query `progress`: how far the present phase is. */
export interface SyncProgress {
  status: RunStatus
  /** Rows done and rows in all of the present phase. */
  done: number
  total: number
}

/** What `scheduledSync` is started with. */
export interface ScheduledSyncInput {
  source: string
}

/**
 * What came of a scheduled sync: a run was started, or the source has a run that has not ended, which stays as it is, and its status says why
 * nothing was started.
 */
export interface ScheduledStart {
  outcome: 'started' | 'planning' | 'waiting' | 'applying'
  runId: string
}
