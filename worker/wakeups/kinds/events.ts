import type { InboxTopic } from '../../../contract/temporal.ts'
import { findOldestPending, listPendingTopics } from '../../../state/inbox/inbox.ts'
import type { StateAndClock } from '../../context/context.ts'
import type { WorkflowTarget } from '../startOrSignal.ts'
import { topicWorkflows } from '../topics.ts'
import { leaveOutUnshown } from '../unshownEvents.ts'
import type { Wakeup, WakeupContext } from '../wakeup.ts'

/**
 * A workflow has already been signalled about events that are pending longer than this. Another signal would only
 * lengthen its history.
 */
const BLOCKED_AFTER_MS = 60_000

const toTarget = (account: string, topic: InboxTopic, hasSignal: boolean): WorkflowTarget => ({
  workflow: topicWorkflows[topic].workflow,
  workflowId: topicWorkflows[topic].workflowId(account),
  summary: `Events of the topic ${topic}`,
  hasSignal,
})

/** True if the topic's workflow has been blocked for a while, for example by the API. */
async function isBlocked({ state, clock }: StateAndClock, topic: InboxTopic): Promise<boolean> {
  const oldest = await state.read((tx) => findOldestPending(tx, topic))
  return oldest !== undefined && clock.nowMs() - Date.parse(oldest) > BLOCKED_AFTER_MS
}

/** Finds the topics' workflows, to signal new events to them. */
export async function findTopicWorkflows(
  context: Omit<WakeupContext, 'scaledMs'>,
  topics: readonly InboxTopic[],
): Promise<readonly WorkflowTarget[]> {
  const withWork = await leaveOutUnshown(context, topics)
  return Promise.all(
    withWork.map(async (topic) => toTarget(context.account, topic, !(await isBlocked(context, topic)))),
  )
}

/**
 * Starts workflows of topics with pending events: Temporal was unreachable, events failed, or a workflow was lost. A
 * running one reads the inbox without a signal.
 */
export const events: Wakeup = {
  id: 'events',
  intervalMs: 30_000,
  find: async (context) => {
    const topics = await context.state.read((tx) => listPendingTopics(tx, context.clock.nowMs()))
    return (await leaveOutUnshown(context, topics)).map((topic) => toTarget(context.account, topic, false))
  },
}
