// Names shared by client, worker and workflows. This file imports nothing, because workflow bundles import it.

/** Returns the prefix of an account's task queues, workflow ids and schedule ids: the last 12 hex digits of its id. */
export const accountPrefix = (accountId: string): string => accountId.replaceAll('-', '').slice(-12)

const QUEUE_SUFFIX = '-kitroom'

/**
 * Names the task queue of workflows, and of activities without a separate queue. Earlier versions used it for all
 * activities of an account.
 */
export const taskQueue = (account: string): string => `${account}${QUEUE_SUFFIX}`

/** Returns the account of a workflow task queue. */
export const toQueueAccount = (queue: string): string =>
  queue.endsWith(QUEUE_SUFFIX) ? queue.slice(0, -QUEUE_SUFFIX.length) : queue

/** Names the task queue of planning, which takes much memory and CPU. */
export const planQueue = (account: string): string => `${account}-plan`

/** Names the task queue of sending reminders, so that a slow mail server does not delay other activities. */
export const notifyQueue = (account: string): string => `${account}-notify`

/** Names the account's worker deployment, whose current version gets the tasks of the account's queue. */
export const deploymentName = (account: string): string => `${account}-kitroom`

/** Names the task queue of a host, by its id, for `file:` sources without `on:`. */
export const filesQueue = (account: string, hostId: string): string => `${account}-files-${hostId}`

/** Names the task queue of the hosts whose KITROOM_FILES is the label, for `file:` sources with this `on:`. */
export const labelQueue = (account: string, label: string): string => `${account}-files-on-${label}`

/** Names the task queue of all workers, for sheets that any of them can fetch, or that are stored already. */
export const fetchQueue = (account: string): string => `${account}-fetch`

/** Returns the fixed id of a source's sync, so that a source never has two concurrent syncs. */
export const syncWorkflowId = (account: string, source: string): string => `${account}:sync:${source}`

export const schedulePrefix = (account: string): string => `${account}:schedule:`

export const syncScheduleId = (account: string, source: string): string => `${schedulePrefix(account)}sync:${source}`

/** Returns the prefix of the workflow ids of a source's schedule; Temporal appends the time. */
export const scheduledSyncWorkflowId = (account: string, source: string): string => `${account}:scheduled:${source}`

/** Returns the id of the daily schedule: due service, expiring coverage, reminders. */
export const dailyScheduleId = (account: string): string => `${schedulePrefix(account)}daily`

/** Returns the prefix of the workflow ids of the daily schedule; Temporal appends the time. */
export const dailyWorkflowId = (account: string): string => `${account}:daily`

/** Returns the fixed id of the workflow that sends reminders between daily runs. */
export const deliverWorkflowId = (account: string): string => `${account}:deliver`

/** Returns the fixed id of the workflow that watches all warranties and insurances. */
export const coverageWorkflowId = (account: string): string => `${account}:coverage`

/** Returns the fixed id of the workflow that updates the status of gear after its maintenance. */
export const serviceWorkflowId = (account: string): string => `${account}:service`

/** Returns the fixed id of the workflow that wakes calendars when the records that they show change. */
export const shootsWorkflowId = (account: string): string => `${account}:shoots`

/**
 * Returns the fixed id of the workflow that writes a calendar of kitroom.yaml to Google, so that each has one writer.
 */
export const googleCalendarWorkflowId = (account: string, calendar: string): string =>
  `${account}:google-calendar:${calendar}`

export const workflowNames = {
  inventorySync: 'inventorySync',
  scheduledSync: 'scheduledSync',
  daily: 'daily',
  deliver: 'deliver',
  coverage: 'coverage',
  service: 'service',
  shoots: 'shoots',
  googleCalendar: 'googleCalendar',
} as const

/** Signal to waiting workflows: the worker's inbox has events, or other data changed. */
export const CHANGED_SIGNAL = 'changed'

/** Topics of the worker's inbox; each has a workflow that processes its events. */
export const inboxTopics = ['warranty', 'service', 'shoots'] as const
export type InboxTopic = (typeof inboxTopics)[number]

/** Input of `daily`. The default day is today in the studio's zone. */
export interface DailyInput {
  day?: string
  /** Names of the steps to run; default: all. */
  steps?: readonly string[]
}

export const syncMessages = {
  approve: 'approve',
  reject: 'reject',
  supersede: 'supersede',
  progress: 'progress',
} as const

/** Statuses of a run in order. Those from `completed` on are final. */
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

/** Input of `inventorySync`: ids only, never rows. */
export interface SyncInput {
  runId: string
  source: string
  /** Task queue of the hosts that can fetch the sheet. */
  filesQueue: string
  /**
   * Host of a file, set for a file only: the host alone can read it, and must begin within ten minutes. `label` is
   * `on:` of the source.
   */
  host?: { label?: string }
  /** True for a bulk edit, which has no sheet. */
  edit?: true
}

/** Response to the query `progress`. */
export interface SyncProgress {
  status: RunStatus
  done: number
  total: number
}

export interface GoogleCalendarInput {
  /** Id of a calendar in kitroom.yaml. */
  calendar: string
}

export interface ScheduledSyncInput {
  source: string
}

/** Result of a scheduled sync: `started`, or the status of the unfinished run that prevented a start. */
export interface ScheduledStart {
  outcome: 'started' | 'planning' | 'waiting' | 'applying'
  runId: string
}

/** Details of the failure with which a run's workflow refuses an update: a reason of the control plane's errors. */
export interface UpdateRefusal {
  reason: 'plan_not_waiting' | 'run_has_ended' | 'source_being_applied' | 'deletes_not_confirmed'
  values: Record<string, number>
}
