import type { WorkflowExecutionDescription } from '@temporalio/client'
import { taskQueue, workflowNames } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context.ts'
import { describeTemporalRefusal, isTemporalUnusable, refusesWorker } from '../temporal/faults.ts'
import { withTimeout, probeTemporal } from '../temporal/syncWorkflow.ts'
import { describeWorkflowId, toStuckWorkflowKey, TEMPORAL_KEY, type Problem } from './problem.ts'

const PROBE_TIMEOUT_MS = 3000
/** A killed worker costs a workflow one or two attempts. */
const MIN_STUCK_ATTEMPT = 4
/** Enough events to find the last failure. */
const EVENTS_TO_READ = 20
/** Checking more workflows would only repeat the same problem. */
const MAX_CHECKED_WORKFLOWS = 50

const CONSEQUENCE = 'Syncs, new reminders and the daily run wait until it is available.'
const ADVICE = 'See that the Temporal server runs. Where Kitroom brings its own, start Kitroom again.'

export function toTemporalProblem(isRefused: boolean, namespace: string): Problem {
  const advice = isRefused ? describeTemporalRefusal(namespace) : ADVICE
  return {
    key: TEMPORAL_KEY,
    code: isRefused ? 'temporal_refused' : 'temporal_away',
    title: isRefused ? 'Temporal refuses this worker' : 'Temporal does not answer',
    detail: isRefused ? advice : `${CONSEQUENCE} ${advice}`,
    facts: [
      { name: 'What that means', value: CONSEQUENCE },
      { name: 'What to do', value: advice },
    ],
  }
}

export async function findTemporalProblem(context: WorkerContext): Promise<Problem | undefined> {
  try {
    await probeTemporal(context, PROBE_TIMEOUT_MS)
    return undefined
  } catch (error) {
    if (!isTemporalUnusable(error)) throw error
    return toTemporalProblem(refusesWorker(error), context.temporal.options.namespace)
  }
}

async function readLastFailure({ temporal }: WorkerContext, { workflowId, runId }: WorkflowExecutionDescription): Promise<string> {
  const { history } = await temporal.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: temporal.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: EVENTS_TO_READ,
  })
  const failed = history?.events?.find((event) => event.workflowTaskFailedEventAttributes)
  return failed?.workflowTaskFailedEventAttributes?.failure?.message?.split('\n')[0] ?? 'the worker’s log has the cause'
}

function findAdvice(workflowId: string, namespace: string): string {
  const [, kind, source] = workflowId.split(':')
  if (kind === 'sync') return `End its run: npm run kitroom -- sync abort ${source}`
  return `Go back to the version before, or end it: temporal workflow terminate --namespace ${namespace} --workflow-id ${workflowId} (and --address where Temporal is not at 127.0.0.1:7233). What it left is done by the next one.`
}

async function problemOf(context: WorkerContext, workflowId: string): Promise<Problem | undefined> {
  const described = await withTimeout(context, () => context.temporal.workflow.getHandle(workflowId).describe())
  const attempt = described.raw.pendingWorkflowTask?.attempt ?? 0
  if (described.status.name !== 'RUNNING' || attempt < MIN_STUCK_ATTEMPT) return undefined
  const message = await withTimeout(context, () => readLastFailure(context, described))
  const name = describeWorkflowId(workflowId)
  const reasonText = `Its workflow fails again and again with this version of Kitroom: ${message}`
  const advice = findAdvice(workflowId, context.temporal.options.namespace)
  const facts = [
    { name: 'Why', value: 'The version of Kitroom that runs now cannot go on with what an earlier one began.' },
    { name: 'What helps', value: advice },
  ]
  return { key: toStuckWorkflowKey(workflowId), code: 'workflow_stuck', title: `${name} cannot go on`, detail: `${reasonText}\n${advice}`, facts }
}

/** Workflows whose tasks keep failing, usually because an upgrade is incompatible with them. */
export async function findStuckWorkflows(context: WorkerContext): Promise<Problem[]> {
  const query = `TaskQueue = '${taskQueue(context.account)}' AND ExecutionStatus = 'Running' AND WorkflowType != '${workflowNames.watch}'`
  const ids: string[] = []
  await withTimeout(context, async () => {
    for await (const { workflowId } of context.temporal.workflow.list({ query })) {
      ids.push(workflowId)
      if (ids.length === MAX_CHECKED_WORKFLOWS) break
    }
  })
  const problems: Problem[] = []
  for (const id of ids) {
    const problem = await problemOf(context, id).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'WorkflowNotFoundError') return undefined
      throw error
    })
    if (problem) problems.push(problem)
  }
  return problems
}
