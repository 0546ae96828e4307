import { WorkflowNotFoundError } from '@temporalio/client'
import { deliverWorkflowId, inboxTopics, taskQueue, type InboxTopic } from '../../../contract/temporal.ts'
import { hashSettings } from '../../../activities/warranty/settings.ts'
import { toIsoTime } from '../../../platform/clock.ts'
import { readCoverageWatch } from '../../../state/coverage/coverageWatch.ts'
import { listPendingTopics } from '../../../state/inbox/inbox.ts'
import { listAbandonedReminders } from '../../../state/reminders/reminderClaims.ts'
import { listDueRecipients } from '../../../state/reminders/reminderDue.ts'
import type { WorkerContext } from '../../../worker/context/context.ts'
import { coverage } from '../../../worker/wakeups/kinds/coverage.ts'
import { events } from '../../../worker/wakeups/kinds/events.ts'
import { reminders } from '../../../worker/wakeups/kinds/reminders.ts'
import { topicWorkflows } from '../../../worker/wakeups/topics.ts'
import { runWakeup } from '../../../worker/wakeups/wakeup.ts'
import { pause, until } from '../../support/wait.ts'
import type { InProcessStudio } from '../../support/inProcessStudio.ts'

/** Some three seconds. */
const POLLS_PER_SIGNAL = 30
/** Longer than the worker waits before it signals a workflow of an event. */
const SIGNAL_MS = 280
/** Longer than the worker waits for more events. */
const BURST_MS = 5000

/** True while a workflow does something or is about to. A workflow that sleeps does nothing. */
async function isActive({ temporal }: WorkerContext, workflowId: string): Promise<boolean> {
  try {
    const { namespace } = temporal.options
    const described = await temporal.workflowService.describeWorkflowExecution({ namespace, execution: { workflowId } })
    return (described.pendingActivities ?? []).length > 0 || described.pendingWorkflowTask != null
  } catch (error) {
    if ((error as { code?: number }).code === 5 || error instanceof WorkflowNotFoundError) return false
    throw error
  }
}

/** Later than every claim. */
const END_OF_TIME = '9999-12-31T00:00:00.000Z'

/** True while events wait, a message is being sent, or a workflow that sends messages does something. */
async function isBusy(worker: WorkerContext, topics: readonly InboxTopic[]): Promise<boolean> {
  const pending = await worker.state.read((tx) => listPendingTopics(tx, worker.clock.nowMs()))
  if (topics.some((topic) => pending.includes(topic))) return true
  // A message that is claimed at one time and sent at another would be one that no studio sends.
  if ((await worker.state.read((tx) => listAbandonedReminders(tx, END_OF_TIME))).length > 0) return true
  const ids = [deliverWorkflowId, ...topics.map((topic) => topicWorkflows[topic].workflowId)].map((toId) =>
    toId(worker.account),
  )
  for (const id of ids) if (await isActive(worker, id)) return true
  return false
}

const OF_COVERAGE: readonly InboxTopic[] = ['warranty']

/**
 * Waits until what sends messages sleeps. Repeats signals that a busy Temporal did not take, as the worker does.
 * @param topics those whose events matter now: workflows of others than `warranty` wait for two seconds first
 */
export async function settle({ worker }: InProcessStudio, topics = OF_COVERAGE): Promise<void> {
  let polls = 0
  await until('the worker comes to rest', async () => {
    if (!(await isBusy(worker, topics))) return true
    polls += 1
    if (polls % POLLS_PER_SIGNAL === 0) await runWakeup(worker, events)
    return false
  })
}

/** Waits until the warranties and insurances are evaluated with the present kitroom.yaml. */
export async function settleSettings(studio: InProcessStudio): Promise<void> {
  const { worker } = studio
  const isEvaluated = async (): Promise<boolean> =>
    (await worker.state.read(readCoverageWatch)).settings === hashSettings(await worker.settings.read())
  while (!(await isEvaluated())) {
    await runWakeup(worker, coverage)
    await settle(studio)
  }
}

/** Starts the sending of what is due, as the worker does every ten seconds. @param recipients those of kitroom.yaml */
export async function sendDue(studio: InProcessStudio, recipients: ReadonlySet<string>): Promise<void> {
  const { state, clock } = studio.worker
  for (;;) {
    const due = await state.read((tx) => listDueRecipients(tx, toIsoTime(clock.nowMs())))
    if (!due.some(({ recipient }) => recipients.has(recipient))) return
    await runWakeup(studio.worker, reminders)
    await settle(studio)
  }
}

/**
 * Delivers the server's events to the worker, and waits until they are handled.
 * @param isEdited false if no shoot, service or reading was edited
 */
export async function deliverEvents(studio: InProcessStudio, isEdited: boolean): Promise<void> {
  await studio.webhooks.idle()
  studio.clock.move(BURST_MS)
  await pause(SIGNAL_MS, 'the worker collects events before it signals')
  await settle(studio, isEdited ? inboxTopics : OF_COVERAGE)
}

/** The number of open workflows, by Temporal's visibility, once it is at most `limit`. */
export async function countOpenWorkflows({ worker }: InProcessStudio, limit: number): Promise<number> {
  const query = `TaskQueue = '${taskQueue(worker.account)}' AND ExecutionStatus = 'Running'`
  const { count } = await until(`at most ${limit} workflows are open`, async () => {
    const counted = await worker.temporal.workflow.count(query)
    return counted.count <= limit && counted
  })
  return count
}
