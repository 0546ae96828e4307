import { Client, Connection, WorkflowNotFoundError, type WorkflowHandle } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountPrefix, dailyWorkflowId, taskQueue, watchWorkflowId, workflowNames } from '../../contract/temporal.ts'
import { newWebhookSecret } from '../../platform/webhookSignature.ts'
import type { Item } from '../support/api.ts'
import { testTemporal } from '../support/temporal.ts'
import { deliver } from '../worker/support/events.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

const secret = newWebhookSecret()
const today = Temporal.Now.plainDateISO('UTC')
const on = (days: number): string => today.add({ days }).toString()
const AFTER_MS = 40_000

interface Reminder {
  due_on: string
  step: number
  payload: string
  state: string
}

let studio: Studio
let connection: Connection
let temporal: Client
let account: string
let days = 0

beforeAll(async () => {
  const place = testTemporal()
  studio = await openStudio(place, { config: '', workerEnv: { KITROOM_WEBHOOK_SECRET: secret } })
  connection = await Connection.connect({ address: place.address })
  temporal = new Client({ connection, namespace: place.namespace })
  account = accountPrefix(studio.accountId)
}, 60_000)
afterAll(async () => {
  await connection.close()
  await studio[Symbol.asyncDispose]()
})

const documentOf = async (gear: Item): Promise<string> => (await studio.api.get(`/documents?gear_id=${gear.id}`)).items()[0]?.id ?? ''

const addInsurance = async (title: string, expiresOn: string): Promise<string> => {
  const reply = await studio.settings.post('/documents', { type: 'insurance', title, expires_on: expiresOn, provider: 'Allianz' })
  expect(reply.status).toBe(201)
  return reply.item().id
}

const patchWarranty = async (gear: Item, expiresOn: string): Promise<void> => {
  const reply = await studio.api.patch(`/gear/${gear.id}`, { updates: { warranty_expires_on: expiresOn } })
  expect(reply.status).toBe(200)
}

/** Sends events of a record to the worker, newest first: all, or those of one type. */
async function deliverEvents(record: string, { times = 1, type = '' } = {}): Promise<void> {
  const events = await studio.apiSql<{ id: string; body: string }>(
    "select id, body from event where record_id = ? and type like ? || '%' order by seq desc",
    record,
    type,
  )
  expect(events.length).toBeGreaterThan(0)
  const ingress = String((await studio.worker.said('ready'))['ingress'])
  for (let time = 0; time < times; time++)
    for (const event of events) expect((await deliver(ingress, event, { secrets: [secret] })).status).toBeLessThan(300)
}

const toldOf = (subject: string): Promise<Reminder[]> =>
  studio.stateSql<Reminder>('select due_on, step, payload, state from reminder where subject = ? order by created_at', subject)
const stepsOf = async (subject: string): Promise<string[]> => (await toldOf(subject)).map(({ due_on, step, state }) => `${due_on} ${step} ${state}`)
const watchOf = (document: string, expiresOn: string): WorkflowHandle => temporal.workflow.getHandle(watchWorkflowId(account, document, expiresOn))
const statusOf = async (document: string, expiresOn: string): Promise<string> => (await watchOf(document, expiresOn).describe()).status.name

/** Looks until it is so: events are worked off a moment after they came. */
async function becomes<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  const giveUpAtMs = Date.now() + AFTER_MS
  let seen = await look().catch((error: unknown) => error)
  while (JSON.stringify(seen) !== JSON.stringify(wanted) && Date.now() < giveUpAtMs) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    seen = await look().catch((error: unknown) => error)
  }
  expect(seen).toEqual(wanted)
}

const isInboxEmpty = async (): Promise<boolean> => (await studio.stateSql('select 1 from inbox_todo')).length === 0

/** Lives the day, as its schedule does. Answers what looking through the covers counted. */
async function liveDay(): Promise<Record<string, number> | undefined> {
  const workflowId = `${dailyWorkflowId(account)}:${(days += 1)}`
  const done = await temporal.workflow.execute(workflowNames.daily, { workflowId, taskQueue: taskQueue(account), args: [{}] })
  return (done as Record<string, Record<string, number>>)['reconcileWarranties']
}

test(
  'an event delivered five times and out of order gives one alert; without any webhook the day gives the same one',
  { timeout: 120_000 },
  async () => {
    const cover = { brand: 'Canon', model: 'EOS R5', warranty_provider: 'Canon' }
    const heard = await studio.api.make({ ...cover, warranty_expires_on: on(30) })
    const unheard = await studio.api.make({ ...cover, warranty_expires_on: on(20) })
    await studio.api.make({ ...cover, warranty_expires_on: on(91) })
    const [told, silent] = [await documentOf(heard), await documentOf(unheard)]
    await patchWarranty(heard, on(400))
    await patchWarranty(heard, on(20))
    await deliverEvents(told, { times: 5 })
    await becomes(() => stepsOf(told), [`${on(20)} 30 sent`])
    await becomes(isInboxEmpty, true)
    await becomes(() => statusOf(told, on(20)), 'RUNNING')
    expect(await watchOf(told, on(30)).result(), 'an end of before is no more').toBe('moved')
    await expect(watchOf(told, on(400)).describe(), 'nothing watches what lies ahead').rejects.toBeInstanceOf(WorkflowNotFoundError)

    expect(await toldOf(silent)).toEqual([])
    expect(await liveDay()).toMatchObject({ covers: 2, queued: 1, opened: 1 })
    expect(await toldOf(silent)).toEqual(await toldOf(told))
    expect(await statusOf(silent, on(20))).toBe('RUNNING')
    const again = await liveDay()
    expect(again, 'a second look adds nothing').toMatchObject({ covers: 2, queued: 0 })
    expect(JSON.parse((await toldOf(told))[0]?.payload ?? '')).toEqual({
      title: `Warranty of Canon EOS R5 ends on ${on(20)}, in 20 days`,
      facts: [
        { name: 'Item', value: 'Canon EOS R5' },
        { name: 'Warranty', value: 'Warranty: Canon EOS R5' },
        { name: 'Provider', value: 'Canon' },
        { name: 'Ends on', value: on(20) },
        { name: 'Days left', value: '20' },
      ],
    })
  },
)

test('a date that moves is told of anew and its watch gives way; deleting the item ends the watch', { timeout: 120_000 }, async () => {
  const gear = await studio.api.make({ brand: 'Sony', model: 'A1', asset_tag: 'KR-7', serial_number: 'S1', warranty_expires_on: on(5) })
  const document = await documentOf(gear)
  await deliverEvents(document)
  await becomes(() => stepsOf(document), [`${on(5)} 7 sent`])
  await patchWarranty(gear, on(60))
  await deliverEvents(document, { type: 'document.updated' })
  await becomes(() => stepsOf(document), [`${on(5)} 7 sent`, `${on(60)} 90 sent`])
  expect(await watchOf(document, on(5)).result()).toBe('moved')
  expect(await statusOf(document, on(60))).toBe('RUNNING')
  expect((await studio.api.delete(`/gear/${gear.id}`)).status).toBe(200)
  await deliverEvents(document, { type: 'document.deleted' })
  expect(await watchOf(document, on(60)).result()).toBe('gone')
  expect(await stepsOf(document)).toHaveLength(2)
})

test('what has ended is told once, whichever way it is found, and gets no watch', { timeout: 120_000 }, async () => {
  const heard = await addInsurance('Studio contents', on(-400))
  const unheard = await addInsurance('Liability', on(-1))
  await deliverEvents(heard, { times: 2 })
  await becomes(() => stepsOf(heard), [`${on(-400)} 0 sent`])
  expect(await stepsOf(unheard)).toEqual([])
  expect(await liveDay()).toMatchObject({ queued: 1 })
  expect(await liveDay()).toMatchObject({ queued: 0 })
  expect(await stepsOf(heard)).toEqual([`${on(-400)} 0 sent`])
  const titles = [...(await toldOf(heard)), ...(await toldOf(unheard))].map(({ payload }) => (JSON.parse(payload) as { title: string }).title)
  expect(titles).toEqual([`Insurance "Studio contents" ended on ${on(-400)}, 400 days ago`, `Insurance "Liability" ended yesterday, on ${on(-1)}`])
  await expect(watchOf(heard, on(-400)).describe()).rejects.toBeInstanceOf(WorkflowNotFoundError)
  expect((await studio.settings.patch(`/documents/${heard}`, { updates: { notes: 'looked at' } })).status).toBe(200)
  await deliverEvents(heard, { type: 'document.updated' })
  await becomes(isInboxEmpty, true)
  expect(await stepsOf(heard)).toHaveLength(1)
})

test('a watch that Temporal lost comes back with the day; one that nothing is left for looks and ends', { timeout: 120_000 }, async () => {
  const lost = await addInsurance('Drone', on(45))
  const left = await addInsurance('Van', on(46))
  expect(await liveDay()).toMatchObject({ opened: 2 })
  await watchOf(lost, on(45)).terminate('as when its database is lost')
  expect((await studio.settings.patch(`/documents/${left}`, { updates: { expires_on: null } })).status).toBe(200)
  const isListed = async (): Promise<boolean> => {
    for await (const _ of temporal.workflow.list({
      query: `WorkflowId = '${watchWorkflowId(account, lost, on(45))}' AND ExecutionStatus = 'Running'`,
    }))
      return true
    return false
  }
  await becomes(isListed, false)
  expect(await liveDay()).toMatchObject({ queued: 0, opened: 1, woken: 1 })
  expect(await statusOf(lost, on(45))).toBe('RUNNING')
  expect(await watchOf(left, on(46)).result()).toBe('no_cover')
  expect(await stepsOf(lost)).toEqual([`${on(45)} 90 sent`])
})

test('a worker that is killed when it has just taken an event tells of it once it is back, once', { timeout: 120_000 }, async () => {
  const document = await addInsurance('Lights', on(3))
  await deliverEvents(document, { times: 2 })
  await studio.worker.kill()
  expect(await toldOf(document)).toEqual([])
  await studio.startWorker()
  await becomes(() => stepsOf(document), [`${on(3)} 7 sent`])
  expect(await statusOf(document, on(3))).toBe('RUNNING')
  await deliverEvents(document)
  expect(await isInboxEmpty(), 'it is known').toBe(true)
})
