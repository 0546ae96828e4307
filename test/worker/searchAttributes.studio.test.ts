import { Client as TemporalClient, Connection } from '@temporalio/client'
import { afterEach, expect, it } from 'vitest'
import { defaultPayloadConverter } from '@temporalio/common'
import { accountPrefix, dailyWorkflowId, syncWorkflowId, taskQueue, workflowNames } from '../../contract/temporal.ts'
import { testTemporal } from '../support/temporal.ts'
import { openTemporalGate } from '../support/temporalGate.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

// What people see of the worker's runs in Temporal: search attributes where they can be registered, a memo and a
// summary always.

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const closeOne of closers.splice(0).toReversed()) await closeOne()
})

async function syncOnce(temporal: { address: string; namespace: string }): Promise<Studio> {
  const studio = await openStudio(temporal)
  closers.push(() => studio[Symbol.asyncDispose]())
  studio.writeSheet('sheet.csv', csv(cameras(2)))
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed' })
  return studio
}

async function openClient(): Promise<TemporalClient> {
  const { address, namespace } = testTemporal()
  const connection = await Connection.connect({ address })
  closers.push(() => connection.close())
  return new TemporalClient({ connection, namespace })
}

it('runs are found by their source and have a summary', async () => {
  const studio = await syncOnce(testTemporal())
  const client = await openClient()
  const account = accountPrefix(studio.accountId)
  const listIds = async (): Promise<string[]> => {
    const query = `KitroomSource = 'main' AND TaskQueue = '${taskQueue(account)}'`
    return Array.fromAsync(client.workflow.list({ query }), ({ workflowId }) => workflowId)
  }
  await expect.poll(listIds).toEqual([syncWorkflowId(account, 'main')])
  const described = await client.workflow.getHandle(syncWorkflowId(account, 'main')).describe()
  expect(described.memo).toMatchObject({ source: 'main' })
  expect(await described.staticSummary()).toBe('Sync of main')
})

/** The summary of each activity that a workflow scheduled, by the activity's name. */
async function readSummaries(client: TemporalClient, workflowId: string): Promise<Record<string, unknown>> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory()
  const scheduled = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes, userMetadata }) =>
    activityTaskScheduledEventAttributes
      ? [[activityTaskScheduledEventAttributes.activityType?.name ?? '', userMetadata?.summary] as const]
      : [],
  )
  return Object.fromEntries(
    scheduled.map(([name, summary]) => [name, summary ? defaultPayloadConverter.fromPayload(summary) : undefined]),
  )
}

it('activities have a summary, of ids, days and counts', async () => {
  const studio = await syncOnce(testTemporal())
  const client = await openClient()
  const account = accountPrefix(studio.accountId)
  expect(await readSummaries(client, syncWorkflowId(account, 'main'))).toEqual({
    stageSource: 'Fetch the sheet',
    planRun: 'Compare the sheet with the inventory',
    startApplying: 'Check the approved plan',
    applySlice: 'Write rows 1 to 2 of the plan',
    finishRun: 'Store how the run ended: applied',
  })
  const workflowId = `${dailyWorkflowId(account)}:summaries`
  await client.workflow.execute(workflowNames.daily, {
    workflowId,
    taskQueue: taskQueue(account),
    args: [{ day: '2026-03-01' }],
  })
  expect(await readSummaries(client, workflowId)).toMatchObject({
    beginDay: 'Begin the daily run',
    remindOfShoots: 'Queue reminders of shoots, 2026-03-01',
    remindOfMaintenance: 'Queue reminders of maintenance, 2026-03-01',
    sendReminders: 'Send due reminders',
    endDay: 'End the daily run of 2026-03-01, failed steps: 0',
  })
})

it('without the right to register search attributes, runs have the memo', async () => {
  const { address, namespace } = testTemporal()
  const gate = await openTemporalGate(address)
  closers.push(() => gate[Symbol.asyncDispose]())
  Object.assign(gate, { refuse: 'PERMISSION_DENIED', method: 'ListSearchAttributes' })
  const studio = await syncOnce({ address: gate.address, namespace })
  const client = await openClient()
  const described = await client.workflow.getHandle(syncWorkflowId(accountPrefix(studio.accountId), 'main')).describe()
  expect(described.memo).toMatchObject({ source: 'main' })
  expect(described.typedSearchAttributes.getAll().map(({ key }) => key.name)).not.toContain('KitroomSource')
})
