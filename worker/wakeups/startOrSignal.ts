import { ScheduleNotFoundError, WorkflowIdConflictPolicy } from '@temporalio/client'
import { CHANGED_SIGNAL, syncScheduleId, syncWorkflowId, taskQueue } from '../../contract/temporal.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { withSourceLock, type RunStartContext, type StateAndLocks, type TemporalAccess } from '../context/context.ts'
import { startLabelled, toLabelOptions, type RunLabels } from '../temporal/searchAttributes.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'
import { resumeOrEndRun } from './resumeRun.ts'

/** A workflow to start. A running one continues. */
export interface WorkflowTarget {
  workflow: string
  workflowId: string
  /** Summary for Temporal's pages. */
  summary: string
  input?: object
  labels?: RunLabels
  /** True to also signal the workflow, which waits for changes. */
  hasSignal?: boolean
  /** Cause of the start. The same cause starts it no second time, or not before `repeatAfterMs`. */
  cause?: string
  repeatAfterMs?: number
}

/** Target of a wake-up: a workflow, the schedule of a source, or a run whose workflow may be lost. */
export type Target = WorkflowTarget | { scheduleOf: string } | { run: RunRow }

/** Parts that start, resume or signal a workflow. */
export type SignalContext = RunStartContext & StateAndLocks

export function toTargetId({ account }: TemporalAccess, target: Target): string {
  if ('run' in target) return syncWorkflowId(account, target.run.source)
  return 'scheduleOf' in target ? syncScheduleId(account, target.scheduleOf) : target.workflowId
}

async function startWorkflow(context: SignalContext, target: WorkflowTarget): Promise<void> {
  const { account, temporal, searchAttributes } = context
  const { workflow, workflowId, summary, input, labels, hasSignal = false } = target
  const start = (): Promise<unknown> => {
    const options = {
      ...(labels && toLabelOptions(searchAttributes, labels)),
      workflowId,
      taskQueue: taskQueue(account),
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
      memo: { account, ...labels },
      staticSummary: summary,
      args: input ? [input] : [],
    }
    return hasSignal
      ? temporal.workflow.signalWithStart(workflow, { ...options, signal: CHANGED_SIGNAL, signalArgs: [] })
      : temporal.workflow.start(workflow, options)
  }
  await startLabelled(searchAttributes, () => withTimeout(context, start))
}

async function triggerSchedule(context: TemporalAccess, source: string): Promise<void> {
  try {
    const schedule = context.temporal.schedule.getHandle(syncScheduleId(context.account, source))
    await withTimeout(context, () => schedule.trigger())
  } catch (error) {
    // The schedule supervisor recreates a schedule that Temporal has lost.
    if (!(error instanceof ScheduleNotFoundError)) throw error
  }
}

/** @throws errors for which `isTemporalUnusable` is true, during an outage of Temporal */
export function startOrSignal(context: SignalContext, target: Target): Promise<void> {
  if ('run' in target) return withSourceLock(context, target.run.source, (locked) => resumeOrEndRun(locked, target.run))
  return 'scheduleOf' in target ? triggerSchedule(context, target.scheduleOf) : startWorkflow(context, target)
}
