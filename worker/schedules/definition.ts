import { createHash } from 'node:crypto'
import {
  ScheduleOverlapPolicy,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
  type ScheduleSpec,
} from '@temporalio/client'
import type { Workflow } from '@temporalio/common'
import {
  scheduledSyncWorkflowId,
  syncScheduleId,
  taskQueue,
  workflowNames,
  type ScheduledSyncInput,
} from '../../contract/temporal.ts'
import type { StateOwner } from '../context/stateOwner.ts'
import { isRestricted } from '../context/cronTimes.ts'

/** Time within which a missed sync still starts. */
const CATCH_UP_WINDOW_MS = 60 * 60 * 1000

export interface SourceSchedule {
  source: string
  /** Cron expression of five fields, as written in kitroom.yaml. */
  cron: string
  timeZone: string
}

type Action = ScheduleOptionsStartWorkflowAction<Workflow>

export interface UnsignedScheduleDefinition {
  /** Key in the worker's database: the source's id or `DAILY`. */
  source: string
  timeZone: string
  scheduleId: string
  spec: ScheduleSpec & { timezone: string }
  policies: NonNullable<ScheduleOptions['policies']>
  action: Action
}

/**
 * A definition with a memo: the account, a hash of the definition and, for the daily run, the worker's database.
 * Comparing hashes shows changes without comparing specs.
 */
export interface ScheduleDefinition extends UnsignedScheduleDefinition {
  action: Action & { memo: { account: string; configHash: string } & Partial<StateOwner> }
}

/** Adds the memo. Pure: equal input gives an equal hash. */
export function addScheduleMemo(account: string, unsigned: UnsignedScheduleDefinition): ScheduleDefinition {
  const { spec, policies, action } = unsigned
  const configHash = createHash('sha256').update(JSON.stringify({ spec, policies, action })).digest('hex').slice(0, 32)
  return { ...unsigned, action: { ...action, memo: { account, configHash } } }
}

/** Names the worker's database in the memo. */
export const addStateOwner = (
  { action, ...definition }: ScheduleDefinition,
  { stateId, place }: StateOwner,
): ScheduleDefinition => ({
  ...definition,
  action: { ...action, memo: { ...action.memo, stateId, place } },
})

/**
 * Lists cron expressions for a cron line like crontab(5): restricted day of month and day of week are alternatives.
 * Temporal combines them with "and", so such a line becomes two.
 */
function listCronExpressions(cron: string): string[] {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().toLowerCase().split(/\s+/)
  const expression = (dayPart: string, weekdayPart: string): string =>
    [minute, hour, dayPart, month, weekdayPart].join(' ')
  return isRestricted(day) && isRestricted(weekday)
    ? [expression(day, '*'), expression('*', weekday)]
    : [expression(day, weekday)]
}

export function defineSchedule(account: string, { source, cron, timeZone }: SourceSchedule): ScheduleDefinition {
  const input: ScheduledSyncInput = { source }
  const spec = { cronExpressions: listCronExpressions(cron), timezone: timeZone }
  const policies = { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP_WINDOW_MS }
  const action = {
    type: 'startWorkflow' as const,
    workflowType: workflowNames.scheduledSync,
    staticSummary: `Scheduled sync of ${source}`,
    workflowId: scheduledSyncWorkflowId(account, source),
    taskQueue: taskQueue(account),
    args: [input],
  } satisfies Action
  return addScheduleMemo(account, {
    source,
    timeZone,
    scheduleId: syncScheduleId(account, source),
    spec,
    policies,
    action,
  })
}
