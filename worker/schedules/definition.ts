import { createHash } from 'node:crypto'
import { ScheduleOverlapPolicy, type ScheduleOptions, type ScheduleOptionsStartWorkflowAction, type ScheduleSpec } from '@temporalio/client'
import type { Workflow } from '@temporalio/common'
import { scheduledSyncWorkflowId, syncScheduleId, taskQueue, workflowNames, type ScheduledSyncInput } from '../../contract/temporal.ts'

/** A sync that was missed while Temporal was down is caught up this long. */
const CATCH_UP_MS = 60 * 60 * 1000

/** What kitroom.yaml and the studio's profile say about a source. */
export interface SourceSchedule {
  source: string
  /** Five fields, as written. */
  cron: string
  /** IANA zone. */
  timeZone: string
}

type Action = ScheduleOptionsStartWorkflowAction<Workflow>

/** A schedule as Temporal shall have it. */
export interface Wanted {
  /** What it is kept under in the worker's database: the source's id, for one. */
  source: string
  /** IANA zone. */
  timeZone: string
  scheduleId: string
  spec: ScheduleSpec & { timezone: string }
  policies: NonNullable<ScheduleOptions['policies']>
  action: Action
}

/** The same, ready to be written. The action's memo says whose it is and what it was made from, so that a difference is seen without comparing specs. */
export interface Definition extends Wanted {
  action: Action & { memo: { account: string; configHash: string } }
}

/** Marks a schedule as the account's. A pure function: the same input gives the same hash. */
export function signSchedule(account: string, wanted: Wanted): Definition {
  const { spec, policies, action } = wanted
  const configHash = createHash('sha256').update(JSON.stringify({ spec, policies, action })).digest('hex').slice(0, 32)
  return { ...wanted, action: { ...action, memo: { account, configHash } } }
}

const isRestricted = (field: string): boolean => !field.startsWith('*')

/**
 * A schedule as crontab(5) reads it: where both the day of month and the day of week are restricted, either is enough. Temporal wants both to
 * hold, so such a schedule becomes two.
 */
function cronExpressions(cron: string): string[] {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().toLowerCase().split(/\s+/)
  const expression = (dayPart: string, weekdayPart: string): string => [minute, hour, dayPart, month, weekdayPart].join(' ')
  return isRestricted(day) && isRestricted(weekday) ? [expression(day, '*'), expression('*', weekday)] : [expression(day, weekday)]
}

/** The Temporal Schedule of a source. */
export function defineSchedule(account: string, { source, cron, timeZone }: SourceSchedule): Definition {
  const input: ScheduledSyncInput = { source }
  const spec = { cronExpressions: cronExpressions(cron), timezone: timeZone }
  const policies = { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP_MS }
  const action = {
    type: 'startWorkflow' as const,
    workflowType: workflowNames.scheduledSync,
    workflowId: scheduledSyncWorkflowId(account, source),
    taskQueue: taskQueue(account),
    args: [input],
  } satisfies Action
  return signSchedule(account, { source, timeZone, scheduleId: syncScheduleId(account, source), spec, policies, action })
}
