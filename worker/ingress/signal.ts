import { CHANGED_SIGNAL, type InboxTopic } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context.ts'
import { oldestWaiting, topicsWaiting } from '../../state/inbox.ts'
import { accountWorkflow } from '../temporal/accountWorkflow.ts'
import { isTemporalUnusable } from '../temporal/faults.ts'
import { inTime } from '../temporal/syncWorkflow.ts'
import { topicWorkflows } from './topics.ts'

/** An event that waits for so long waits for a workflow that knows of it: nothing more is signalled to it. */
const KNOWN_AFTER_MS = 60_000

const optionsFor = (context: WorkerContext, topic: InboxTopic) => accountWorkflow(context, topicWorkflows[topic].workflowId(context.account))

/** Starts the workflow of a topic unless it runs. It looks at the inbox afresh, so that one that runs needs no word; its history does not grow. */
async function startTopic(context: WorkerContext, topic: InboxTopic): Promise<void> {
  await inTime(context, () => context.temporal.workflow.start(topicWorkflows[topic].workflow, optionsFor(context, topic)))
}

/** Whether the workflow of a topic has been waiting for something for a while, such as the API. */
async function isWaiting({ state, clock }: WorkerContext, topic: InboxTopic): Promise<boolean> {
  const oldest = await state.read((tx) => oldestWaiting(tx, topic))
  return oldest !== undefined && clock.nowMs() - Date.parse(oldest) > KNOWN_AFTER_MS
}

async function signalTopic(context: WorkerContext, topic: InboxTopic): Promise<void> {
  if (await isWaiting(context, topic)) return startTopic(context, topic)
  const options = { ...optionsFor(context, topic), signal: CHANGED_SIGNAL, signalArgs: [] }
  await inTime(context, () => context.temporal.workflow.signalWithStart(topicWorkflows[topic].workflow, options))
}

/**
 * Tells the workflows of these topics that there are events for them, and starts those that do not run.
 * @throws what Temporal answers when it cannot be told; `isTemporalUnusable` knows it
 */
export async function signalTopics(context: WorkerContext, topics: readonly InboxTopic[]): Promise<void> {
  await Promise.all(topics.map((topic) => signalTopic(context, topic)))
}

/** Starts the workflow of every topic that events wait for: those that came while Temporal was away, that failed, or whose workflow was lost. */
export async function signalWaiting(context: WorkerContext): Promise<void> {
  try {
    const topics = await context.state.read((tx) => topicsWaiting(tx, context.clock.nowMs()))
    await Promise.all(topics.map((topic) => startTopic(context, topic)))
  } catch (error) {
    if (!isTemporalUnusable(error)) throw error
    context.log.debug('Temporal cannot be told of events now; they wait in the inbox.')
  }
}
