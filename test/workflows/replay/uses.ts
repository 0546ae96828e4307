// A scenario of the workflow `service`.
import { join } from 'node:path'
import type { WorkflowHandle } from '@temporalio/client'
import { v7 as uuidv7 } from 'uuid'
import { createGear, updateGear } from '../../../contract/api/gear.ts'
import { dailyWorkflowId, taskQueue, workflowNames } from '../../../contract/temporal.ts'
import { openDatabase } from '../../../platform/sql/open.ts'
import { addToInbox } from '../../../state/inbox/inbox.ts'
import type { Machine } from './machine.ts'

/** A meter rises after its first reading was stored, and an event says so. */
export async function planByUse(
  { api, temporal, account, dataDir }: Machine,
  signal: () => Promise<WorkflowHandle>,
): Promise<{ workflowId: string }> {
  const body = { gear_type: 'camera', brand: 'Used', model: 'R5', shutter_count: 0 } as const
  const { id } = (await api.call(createGear, { body })).body.data
  const workflowId = `${dailyWorkflowId(account)}-${id}`
  await temporal.workflow.execute(workflowNames.daily, { workflowId, taskQueue: taskQueue(account), args: [{}] })
  const record = (await api.call(updateGear, { params: { id }, body: { updates: { shutter_count: 100 } } })).body.data
  const type = 'gear.updated'
  const event = JSON.stringify({ type, data: { record, changes: { shutter_count: { from: 0, to: 100 } } } })
  const state = await openDatabase(`sqlite:${join(dataDir, 'worker.db')}`)
  const receivedAt = new Date().toISOString()
  await state.write((tx) =>
    addToInbox(tx, { webhookId: uuidv7(), type, recordId: id, body: event, topics: ['service'], receivedAt }),
  )
  await state.close()
  const handle = await signal()
  await handle.result()
  return { workflowId: handle.workflowId }
}
