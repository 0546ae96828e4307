import { toReason } from '../../activities/shared/failures.ts'
import { say } from '../../contract/sentences/say.ts'
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { toIsoTime } from '../../platform/clock.ts'
import type { RunContext, RunStartContext } from '../context/context.ts'
import { findRun, markFinished } from '../../state/sync/runs.ts'
import type { RunRow } from '../../state/tables/schema.ts'
import { describeWorkflow, startWorkflow } from '../temporal/syncWorkflow.ts'

const LOST_REASONS = {
  closed: toReason('workflow_closed', say('workflow_closed')),
  other_running: toReason('workflow_replaced', say('workflow_replaced')),
}

async function failRun(context: RunContext, run: RunRow, cause: keyof typeof LOST_REASONS): Promise<void> {
  const at = toIsoTime(context.clock.nowMs())
  const outcome = {
    runId: run.run_id,
    status: 'failed',
    done: run.done,
    results: run.results,
    reason: JSON.stringify(LOST_REASONS[cause]),
    at,
  } as const
  await context.state.write((tx) => markFinished(tx, outcome))
  context.log.warn(
    { runId: run.run_id, source: run.source },
    `sync of ${run.source} failed: ${LOST_REASONS[cause].detail}`,
  )
}

/**
 * Reconciles an unfinished run with its workflow. If Temporal lost the workflow, a new one resumes from the database;
 * if a person ended it, the run fails. Must be called under the source's lock.
 */
export async function resumeOrEndRun(context: RunStartContext, { run_id }: RunRow): Promise<void> {
  const run = await context.state.read((tx) => findRun(tx, run_id))
  if (!run || run.finished_at !== null) return
  const workflowState = await describeWorkflow(context, run)
  if (workflowState === 'running') return
  if (workflowState !== 'absent') return failRun(context, run, workflowState)
  try {
    await startWorkflow(context, run)
    context.log.warn(
      { runId: run.run_id, source: run.source },
      `Temporal lost the workflow of ${run.source}; a new one resumes its run.`,
    )
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
