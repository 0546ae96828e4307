// Scenarios of the workflow `coverage`.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { createDocument } from '../../../contract/settings/documents.ts'
import { CHANGED_SIGNAL, coverageWorkflowId, taskQueue, workflowNames } from '../../../contract/temporal.ts'
import { openDatabase } from '../../../platform/sql/open.ts'
import { addToInbox } from '../../../state/inbox/inbox.ts'
import type { Machine } from './machine.ts'

interface Recorded {
  workflowId: string
  runId?: string
}

const dateIn = (days: number): string => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

async function addInsurance({ settings }: Machine, expiresOn: string): Promise<string> {
  const body = { type: 'insurance', title: 'Studio contents', expires_on: expiresOn } as const
  return (await settings.call(createDocument, { body })).body.data.id
}

/** Inserts an event into the worker's inbox. @param ageMs how long ago it was received */
async function receiveEvent({ dataDir }: Machine, id: string, expiresOn: string, ageMs: number): Promise<void> {
  const state = await openDatabase(`sqlite:${join(dataDir, 'worker.db')}`)
  const type = 'document.created'
  const body = JSON.stringify({ type, data: { record: { id, type: 'insurance', expires_on: expiresOn }, changes: {} } })
  const receivedAt = new Date(Date.now() - ageMs).toISOString()
  await state.write((tx) =>
    addToInbox(tx, { webhookId: uuidv7(), type, recordId: id, body, topics: ['warranty'], receivedAt }),
  )
  await state.close()
}

const wake = ({ temporal, account }: Machine) =>
  temporal.workflow.signalWithStart(workflowNames.coverage, {
    workflowId: coverageWorkflowId(account),
    taskQueue: taskQueue(account),
    signal: CHANGED_SIGNAL,
    signalArgs: [],
    args: [],
  })

/** Waits until the workflow sleeps, in a run that scheduled this activity. @returns the id of the run */
async function waitUntilAsleep({ temporal, account }: Machine, activity = 'notifyCoverage'): Promise<string> {
  for (;;) {
    const handle = temporal.workflow.getHandle(coverageWorkflowId(account))
    const runId = await handle.describe().then(
      (described) => described.runId,
      () => undefined,
    )
    await delay(100)
    if (runId === undefined) continue
    const { events } = await temporal.workflow.getHandle(coverageWorkflowId(account), runId).fetchHistory()
    const isDone = (events ?? []).some(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === activity,
    )
    const lastEvent = events?.at(-1)
    // Without a future end date there is no timer.
    if (isDone && (lastEvent?.timerStartedEventAttributes || lastEvent?.workflowTaskCompletedEventAttributes))
      return runId
    await delay(100)
  }
}

/**
 * A run after a sync: it plans maintenance and queues its reminders before it sends, sleeps, is woken and continues as
 * new.
 */
export async function coverageSynced(machine: Machine, sync: () => Promise<void>): Promise<Recorded> {
  await waitUntilAsleep(machine)
  await addInsurance(machine, dateIn(12))
  await sync()
  const runId = await waitUntilAsleep(machine, 'planMaintenance')
  await wake(machine)
  await delay(2000)
  return { workflowId: coverageWorkflowId(machine.account), runId }
}

/** A run that notifies, sleeps, is woken and continues as new. */
export async function coverageEvaluated(machine: Machine): Promise<Recorded> {
  await waitUntilAsleep(machine)
  await receiveEvent(machine, await addInsurance(machine, dateIn(20)), dateIn(20), 60_000)
  await wake(machine)
  const runId = await waitUntilAsleep(machine, 'sendReminders')
  await wake(machine)
  await delay(2000)
  return { workflowId: coverageWorkflowId(machine.account), runId }
}

/** A run that waits for a burst of events to end. */
export async function coverageSettling(machine: Machine): Promise<Recorded> {
  await waitUntilAsleep(machine)
  await receiveEvent(machine, await addInsurance(machine, dateIn(10)), dateIn(10), -3000)
  await wake(machine)
  await delay(1500)
  const { runId } = await machine.temporal.workflow.getHandle(coverageWorkflowId(machine.account)).describe()
  return { workflowId: coverageWorkflowId(machine.account), runId }
}

export async function coverageSleeping(machine: Machine): Promise<Recorded> {
  await waitUntilAsleep(machine)
  await receiveEvent(machine, await addInsurance(machine, dateIn(30)), dateIn(30), 60_000)
  await wake(machine)
  return { workflowId: coverageWorkflowId(machine.account), runId: await waitUntilAsleep(machine, 'sendReminders') }
}
