// How the histories of the warranty workflows come about.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { createDocument, updateDocument } from '../../contract/settings/documents.ts'
import { CHANGED_SIGNAL, taskQueue, warrantyWorkflowId, watchWorkflowId, workflowNames } from '../../contract/temporal.ts'
import { openDatabase } from '../../platform/sql/open.ts'
import { addToInbox } from '../../worker/state/inbox.ts'
import type { Machine } from './machine.ts'

/** How long the workflow waits for more events. */
const SETTLES_MS = 2000

const on = (days: number): string => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

async function addInsurance({ settings }: Machine, expiresOn: string): Promise<string> {
  const body = { type: 'insurance', title: 'Studio contents', expires_on: expiresOn } as const
  return (await settings.call(createDocument, { body })).body.data.id
}

async function hearOf({ dataDir }: Machine, documents: readonly { id: string; expires_on: string }[]): Promise<void> {
  const state = await openDatabase(`sqlite:${join(dataDir, 'worker.db')}`)
  const type = 'document.created'
  for (const { id, expires_on } of documents) {
    const body = JSON.stringify({ type, data: { record: { id, type: 'insurance', expires_on }, changes: {} } })
    const event = { webhookId: uuidv7(), type, recordId: id, body, topics: ['warranty'], receivedAt: new Date().toISOString() } as const
    await state.write((tx) => addToInbox(tx, event))
  }
  await state.close()
}

const signal = ({ temporal, account }: Machine) =>
  temporal.workflow.signalWithStart(workflowNames.warranty, {
    workflowId: warrantyWorkflowId(account),
    taskQueue: taskQueue(account),
    signal: CHANGED_SIGNAL,
    signalArgs: [],
    args: [],
  })

/** More events than one look takes, one of a cover that has ended, and others that come while they are looked at. */
export async function reviewBurst(machine: Machine): Promise<{ workflowId: string }> {
  const ended = { id: await addInsurance(machine, on(-5)), expires_on: on(-5) }
  const inside = { id: await addInsurance(machine, on(40)), expires_on: on(40) }
  await hearOf(machine, [ended, inside, ...Array.from({ length: 2400 }, () => ({ id: uuidv7(), expires_on: on(400) }))])
  const handle = await signal(machine)
  await delay(SETTLES_MS + 300)
  await hearOf(machine, [inside])
  await signal(machine)
  await handle.result()
  return { workflowId: handle.workflowId }
}

const startWatch = ({ temporal, account }: Machine, documentId: string, expiresOn: string) =>
  temporal.workflow.start(workflowNames.watch, {
    workflowId: watchWorkflowId(account, documentId, expiresOn),
    taskQueue: taskQueue(account),
    args: [{ documentId, expiresOn }],
  })

/** A watch that has told and sleeps. */
async function sleepingWatch(machine: Machine): Promise<{ workflowId: string; documentId: string; wake: () => Promise<void> }> {
  const documentId = await addInsurance(machine, on(20))
  const handle = await startWatch(machine, documentId, on(20))
  const isAsleep = async (): Promise<boolean> =>
    ((await handle.fetchHistory()).events ?? []).some(({ timerStartedEventAttributes }) => Boolean(timerStartedEventAttributes))
  while (!(await isAsleep())) await delay(100)
  return { workflowId: handle.workflowId, documentId, wake: () => handle.signal(CHANGED_SIGNAL) }
}

/** Tells, sleeps, is woken for nothing, sleeps again, is woken because its end has moved. */
export async function watchMoved(machine: Machine): Promise<{ workflowId: string }> {
  const { workflowId, documentId, wake } = await sleepingWatch(machine)
  await wake()
  await delay(1000)
  await machine.settings.call(updateDocument, { params: { id: documentId }, body: { updates: { expires_on: on(300) } } })
  await wake()
  return { workflowId }
}

/** Tells on the last day, and is over. */
export async function watchEnded(machine: Machine): Promise<{ workflowId: string }> {
  const { workflowId } = await startWatch(machine, await addInsurance(machine, on(0)), on(0))
  return { workflowId }
}

export const watchSleeping = async (machine: Machine): Promise<{ workflowId: string }> => sleepingWatch(machine)
