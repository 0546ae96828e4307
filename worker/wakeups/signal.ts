import { CHANGED_SIGNAL, type InboxTopic } from '../../contract/temporal.ts'
import type { WorkerContext } from '../context/context.ts'
import { findOldestPending, listPendingTopics } from '../../state/inbox/inbox.ts'
import { toWorkflowStartOptions } from '../temporal/workflowStartOptions.ts'
import { isTemporalUnusable } from '../context/faults.ts'
import { withTimeout } from '../temporal/syncWorkflow.ts'
import { topicWorkflows } from './topics.ts'
import { leaveOutUnshown } from './unshownEvents.ts'

/** A workflow already knows of events that are pending longer than this; another signal would only lengthen its history. */
const BLOCKED_AFTER_MS = 60_000

const startOptions = (context: WorkerContext, topic: InboxTopic) =>
  toWorkflowStartOptions(context, topicWorkflows[topic].workflowId(context.account), `Events of the topic ${topic}`)

/** Starts a topic's workflow unless it is running. A running workflow reads the inbox without a signal. */
async function startTopic(context: WorkerContext, topic: InboxTopic): Promise<void> {
  await withTimeout(context, () =>
    context.temporal.workflow.start(topicWorkflows[topic].workflow, startOptions(context, topic)),
  )
}

/** True when the topic's workflow has been blocked for a while, for example by the API. */
async function isBlocked({ state, clock }: WorkerContext, topic: InboxTopic): Promise<boolean> {
  const oldest = await state.read((tx) => findOldestPending(tx, topic))
  return oldest !== undefined && clock.nowMs() - Date.parse(oldest) > BLOCKED_AFTER_MS
}

async function signalTopic(context: WorkerContext, topic: InboxTopic): Promise<void> {
  if (await isBlocked(context, topic)) return startTopic(context, topic)
  const options = { ...startOptions(context, topic), signal: CHANGED_SIGNAL, signalArgs: [] }
  await withTimeout(context, () => context.temporal.workflow.signalWithStart(topicWorkflows[topic].workflow, options))
}

/**
 * Signals the topics' workflows and starts those that do not run.
 * @throws errors for which `isTemporalUnusable` holds, when Temporal cannot be reached
 */
export async function signalTopics(context: WorkerContext, topics: readonly InboxTopic[]): Promise<void> {
  await Promise.all((await leaveOutUnshown(context, topics)).map((topic) => signalTopic(context, topic)))
}

/** Starts the workflow of every topic with pending events: Temporal was unreachable, events failed, or a workflow was lost. */
export async function startPendingTopics(context: WorkerContext): Promise<void> {
  try {
    const topics = await context.state.read((tx) => listPendingTopics(tx, context.clock.nowMs()))
    await Promise.all((await leaveOutUnshown(context, topics)).map((topic) => startTopic(context, topic)))
  } catch (error) {
    if (!isTemporalUnusable(error)) throw error
    context.log.debug('Temporal cannot be signalled now; events wait in the inbox.')
  }
}
