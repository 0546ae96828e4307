import type { WorkflowExecutionDescription } from '@temporalio/client'
import { taskQueue, workflowNames } from '../../contract/temporal.ts'
import { englishTexts, type Texts } from '../../messages/languages/texts.ts'
import type { WorkerContext } from '../context/context.ts'
import { handleOutage, refusesWorker } from '../context/faults.ts'
import { withTimeout, probeTemporal } from '../temporal/syncWorkflow.ts'
import { createProblem, describeWorkflowId, toStuckWorkflowKey, TEMPORAL_KEY, type Problem } from './problem.ts'

const PROBE_TIMEOUT_MS = 3000
/** A killed worker costs a workflow one or two attempts. */
const MIN_STUCK_ATTEMPT = 4
/** Enough events to find the last failure. */
const EVENTS_TO_READ = 20
/** Checking more workflows would only repeat the same problem. */
const MAX_CHECKED_WORKFLOWS = 50

const { temporal: english } = englishTexts.problems

export function toTemporalProblem(isRefused: boolean, namespace: string): Problem {
  const describeAdvice = ({ keyAdvice, advice }: Texts['problems']['temporal']): string =>
    isRefused ? keyAdvice(namespace) : advice
  return createProblem({
    key: TEMPORAL_KEY,
    code: isRefused ? 'temporal_refused' : 'temporal_away',
    detail: isRefused ? describeAdvice(english) : `${english.consequence} ${describeAdvice(english)}`,
    describe: ({ problems: { temporal, facts: names } }) => ({
      title: isRefused ? temporal.refused : temporal.away,
      facts: [
        { name: names.whatThatMeans, value: temporal.consequence },
        { name: names.whatToDo, value: describeAdvice(temporal) },
      ],
    }),
  })
}

export const findTemporalProblem = (context: WorkerContext): Promise<Problem | undefined> =>
  handleOutage<Problem | undefined>(
    async () => void (await probeTemporal(context, PROBE_TIMEOUT_MS)),
    (error) => toTemporalProblem(refusesWorker(error), context.temporal.options.namespace),
  )

async function readLastFailure(
  { temporal }: WorkerContext,
  { workflowId, runId }: WorkflowExecutionDescription,
): Promise<string> {
  const { history } = await temporal.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: temporal.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: EVENTS_TO_READ,
  })
  const failed = history?.events?.find((event) => event.workflowTaskFailedEventAttributes)
  return failed?.workflowTaskFailedEventAttributes?.failure?.message?.split('\n')[0] ?? 'the worker’s log has the cause'
}

function findAdvice(workflowId: string, namespace: string, { problems: { workflow } }: Texts): string {
  const [, kind, source] = workflowId.split(':')
  if (kind === 'sync') return workflow.endRun(`npm run kitroom -- sync abort ${source}`)
  return workflow.goBack(`temporal workflow terminate --namespace ${namespace} --workflow-id ${workflowId}`)
}

async function problemOf(context: WorkerContext, workflowId: string): Promise<Problem | undefined> {
  const described = await withTimeout(context, () => context.temporal.workflow.getHandle(workflowId).describe())
  const attempt = described.raw.pendingWorkflowTask?.attempt ?? 0
  if (described.status.name !== 'RUNNING' || attempt < MIN_STUCK_ATTEMPT) return undefined
  const message = await withTimeout(context, () => readLastFailure(context, described))
  const { namespace } = context.temporal.options
  const reasonText = `Its workflow fails again and again with this version of Kitroom: ${message}`
  return createProblem({
    key: toStuckWorkflowKey(workflowId),
    code: 'workflow_stuck',
    detail: `${reasonText}\n${findAdvice(workflowId, namespace, englishTexts)}`,
    describe: (texts) => {
      const { workflow, facts: names } = texts.problems
      const facts = [
        { name: names.why, value: workflow.otherVersion },
        { name: names.whatHelps, value: findAdvice(workflowId, namespace, texts) },
      ]
      return { title: workflow.stuck(describeWorkflowId(workflowId, texts)), facts }
    },
  })
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
