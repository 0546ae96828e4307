import { CHANGED_SIGNAL, taskQueue, type InboxTopic } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context.ts'
import { topicsWaiting } from '../state/inbox.ts'
import { isTemporalUnusable } from '../temporal/faults.ts'
import { inTime } from '../temporal/syncWorkflow.ts'
import { topicWorkflows } from './topics.ts'

async function signalTopic(context: WorkerContext, topic: InboxTopic): Promise<void> {
  const { workflow, workflowId } = topicWorkflows[topic]
  const call = (): Promise<unknown> =>
    context.temporal.workflow.signalWithStart(workflow, {
      workflowId: workflowId(context.account),
      taskQueue: taskQueue(context.account),
      memo: { account: context.account },
      args: [],
      signal: CHANGED_SIGNAL,
      signalArgs: [],
    })
  await inTime(context, call)
}

/**
 * Tells the workflows of these topics that there are events for them, and starts those that do not run.
 * @throws what Temporal answers when it cannot be told; `isTemporalUnusable` knows it
 */
export async function signalTopics(context: WorkerContext, topics: readonly InboxTopic[]): Promise<void> {
  await Promise.all(topics.map((topic) => signalTopic(context, topic)))
}

/** Signals every topic that events wait for: those that came while Temporal was away, or whose workflow was lost. */
export async function signalWaiting(context: WorkerContext): Promise<void> {
  try {
    await signalTopics(context, await context.state.read(topicsWaiting))
  } catch (error) {
    if (!isTemporalUnusable(error)) throw error
    context.log.debug('Temporal cannot be told of events now; they wait in the inbox.')
  }
}
