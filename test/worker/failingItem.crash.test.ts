import { afterAll, beforeAll, expect, it } from 'vitest'
import { WorkflowFailedError } from '@temporalio/client'
import { serviceWorkflowId } from '../../contract/temporal.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import type { Item } from '../support/api.ts'
import { testTemporal } from '../support/temporal.ts'
import { openDays, type Days } from './support/days.ts'
import { deliver, someEvent } from './support/events.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// An item that cannot be changed blocks no other. A workflow that waits is not signalled repeatedly.

const secret = createWebhookSecret()
let studio: Studio
let days: Days
let ingress = ''

beforeAll(async () => {
  studio = await openStudio(testTemporal(), { config: '', workerEnv: { KITROOM_WEBHOOK_SECRET: secret } })
  ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
})

const statusOf = async ({ id }: Item): Promise<string> => (await studio.api.get(`/gear/${id}`)).item().status
const waitingEvents = (): Promise<unknown[]> => studio.stateSql("select * from inbox_todo where topic = 'service'")

async function beginService(item: Item): Promise<void> {
  const service = {
    item_type: 'lens',
    item_id: item.id,
    service_type: 'Repair',
    service_date: '2027-03-01',
    status: 'in_progress',
  }
  expect((await studio.api.post('/maintenance', service)).status).toBe(201)
}

it('an item whose PATCH always fails blocks neither its batch nor the daily run', async () => {
  const [brokenItem, soundItem, otherItem] = [
    await studio.api.createItem({ gear_type: 'lens', brand: 'Sigma', model: '35mm F1.4', asset_tag: 'L-1' }),
    await studio.api.createItem({ gear_type: 'lens' }),
    await studio.api.createItem({ gear_type: 'lens' }),
  ]
  await studio.apiSql(
    `create trigger broken before update on gear when old.id = '${brokenItem.id}' begin select raise(abort, 'boom'); end`,
  )
  await beginService(brokenItem)
  await beginService(soundItem)
  const events = await studio.apiSql<{ id: string; body: string }>(
    "select id, body from event where type = 'maintenance.created' order by seq",
  )
  for (const event of events) expect((await deliver(ingress, event, { secrets: [secret] })).status).toBeLessThan(300)
  await until('the other item of the batch is followed', async () => (await statusOf(soundItem)) === 'maintenance')
  await until('only the event of the broken item is left', async () => (await waitingEvents()).length === 1)
  expect(await statusOf(brokenItem)).toBe('available')

  await beginService(otherItem)
  const failure = await days.runDay('2027-03-01').then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(WorkflowFailedError)
  expect((failure as WorkflowFailedError).cause).toMatchObject({
    type: 'daily_failed',
    message:
      'followService: The status could not be derived from the maintenance for 1 item; the others are done. Sigma 35mm F1.4 (L-1): The API server failed on it; its log has the cause.',
  })
  expect(await statusOf(otherItem)).toBe('maintenance')

  await studio.apiSql('drop trigger broken')
  await studio.stateSql("update inbox_todo set next_try_at = '2026-01-01T00:00:00.000Z'")
  await until('the event is tried again', async () => (await waitingEvents()).length === 0)
  expect(await statusOf(brokenItem)).toBe('maintenance')
})

/** Each signal of topics, and each check for pending ones, first leaves out events of shoots that nobody is shown. */
const untilShootsAreLeftOut = (): Promise<true> =>
  until(
    'the worker has looked for work',
    async () => (await studio.stateSql("select 1 from inbox_todo where topic = 'shoots'")).length === 0,
  )

it('a workflow that waits for the API is not signalled again', async () => {
  const handle = days.client.workflow.getHandle(serviceWorkflowId(days.account))
  const signals = async (): Promise<number> => {
    const { events } = await handle.fetchHistory()
    return (events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes).length
  }
  const item = await studio.api.createItem({ gear_type: 'lens' })
  const send = (): Promise<unknown> =>
    deliver(ingress, someEvent('maintenance.created', { id: item.id, item_id: item.id }), { secrets: [secret] })
  await studio.server.stop()
  await send()
  await until('it waits for the API', async () =>
    ((await handle.describe()).raw.pendingActivities ?? []).some(({ lastFailure }) => lastFailure),
  )
  await studio.stateSql("update inbox_todo set received_at = '2026-01-01T00:00:00.000Z'")
  const signalsBefore = await signals()
  for (let count = 0; count < 5; count++) {
    await send()
    await deliver(ingress, someEvent('shoot.created'), { secrets: [secret] })
    await untilShootsAreLeftOut()
  }
  for (const id of ['first-marker', 'second-marker', 'third-marker']) {
    const at = new Date().toISOString()
    await studio.stateSql("insert into inbox (webhook_id, type, received_at) values (?, 'shoot.created', ?)", id, at)
    await studio.stateSql(
      "insert into inbox_todo (webhook_id, topic, received_at, next_try_at) values (?, 'shoots', ?, ?)",
      id,
      at,
      at,
    )
    await untilShootsAreLeftOut()
  }
  expect(await signals()).toBe(signalsBefore)
  await studio.restartServer()
  await until('every event is handled', async () => (await waitingEvents()).length === 0)
})
