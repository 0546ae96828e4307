// Scenarios of the workflow `service`.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '../../../platform/sql/open.ts'
import { addToInbox, type ReceivedEvent } from '../../../state/inbox/inbox.ts'
import { CHANGED_SIGNAL, serviceWorkflowId, taskQueue, workflowNames } from '../../../contract/temporal.ts'
import type { Machine } from './machine.ts'

/** How long the service workflow waits for more events. */
export const SETTLE_MS = 2000

export const signalService = ({ temporal, account }: Machine) =>
  temporal.workflow.signalWithStart(workflowNames.service, {
    workflowId: serviceWorkflowId(account),
    taskQueue: taskQueue(account),
    signal: CHANGED_SIGNAL,
    signalArgs: [],
    args: [],
  })

async function fillInbox({ dataDir }: Machine, count: number): Promise<void> {
  const state = await openDatabase(`sqlite:${join(dataDir, 'worker.db')}`)
  const event = (): ReceivedEvent => {
    const body = JSON.stringify({ type: 'maintenance.updated', data: { record: { item_id: uuidv7() }, changes: {} } })
    return {
      webhookId: uuidv7(),
      type: 'maintenance.updated',
      recordId: uuidv7(),
      body,
      topics: ['service'],
      receivedAt: new Date().toISOString(),
    }
  }
  for (let addedCount = 0; addedCount < count; addedCount++) await state.write((tx) => addToInbox(tx, event()))
  await state.close()
}

/** A burst of more events than one batch, and a signal while they are handled. */
export async function serveBurst(machine: Machine): Promise<{ workflowId: string }> {
  await fillInbox(machine, 500)
  const handle = await signalService(machine)
  await delay(SETTLE_MS + 800)
  await signalService(machine)
  await handle.result()
  return { workflowId: handle.workflowId }
}
