import { randomUUID } from 'node:crypto'
import { Client, Connection, WorkflowIdConflictPolicy } from '@temporalio/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountPrefix, syncWorkflowId, workflowNames } from '../../contract/temporal.ts'
import { openTemporalGate, type TemporalGate } from '../support/temporalGate.ts'
import { testTemporal } from '../support/temporal.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let gate: TemporalGate
let studio: Studio
let connection: Connection
let client: Client

beforeAll(async () => {
  const { address, namespace } = testTemporal()
  gate = await openTemporalGate(address)
  studio = await openStudio({ address: gate.address, namespace })
  connection = await Connection.connect({ address })
  client = new Client({ connection, namespace })
  studio.writeSheet('sheet.csv', csv(cameras(2)))
})
afterAll(async () => {
  await connection.close()
  await studio[Symbol.asyncDispose]()
  await gate[Symbol.asyncDispose]()
})

/** Starts a workflow of the source whose run the worker does not know, on a queue that nobody reads. */
async function startOrphan(): Promise<{ terminate: () => Promise<unknown>; status: () => Promise<string> }> {
  const account = accountPrefix(studio.accountId)
  const memo = { account, runId: randomUUID(), source: 'main' }
  const workflowId = syncWorkflowId(account, 'main')
  // A workflow closes right after its run has ended.
  const workflowIdConflictPolicy = WorkflowIdConflictPolicy.TERMINATE_EXISTING
  const options = { workflowId, workflowIdConflictPolicy, taskQueue: 'nobody', memo, args: [{}] }
  const { firstExecutionRunId } = await client.workflow.start(workflowNames.inventorySync, options)
  const handle = client.workflow.getHandle(workflowId, firstExecutionRunId)
  return { terminate: () => handle.terminate(), status: async () => (await handle.describe()).status.name }
}

it('a workflow whose run is unknown does not block its source', async () => {
  const orphan = await startOrphan()
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { create: 2 } })
  expect(await orphan.status()).toBe('TERMINATED')
})

it('a start goes on when somebody else ends that workflow first', async () => {
  const orphan = await startOrphan()
  let terminations = 0
  gate.before = async (method) => {
    if (method !== 'TerminateWorkflowExecution') return
    terminations += 1
    await orphan.terminate()
  }
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { unchanged: 2 } })
  expect(terminations).toBe(1)
})
