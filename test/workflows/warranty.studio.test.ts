import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  CHANGED_SIGNAL,
  accountPrefix,
  coverageWorkflowId,
  dailyWorkflowId,
  taskQueue,
  watchWorkflowId,
  workflowNames,
} from '../../contract/temporal.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import type { Item } from '../support/api.ts'
import { testTemporal } from '../support/temporal.ts'
import { deliver } from '../worker/support/events.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'
import { pause, until } from '../support/wait.ts'

const secret = createWebhookSecret()
const today = Temporal.Now.plainDateISO('UTC')
const dateIn = (days: number): string => today.add({ days }).toString()

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
  const temporalServer = testTemporal()
  studio = await openStudio(temporalServer, {
    config: '',
    ownProcess: 'worker',
    workerEnv: { KITROOM_WEBHOOK_SECRET: secret },
  })
  connection = await Connection.connect({ address: temporalServer.address })
  temporal = new Client({ connection, namespace: temporalServer.namespace })
  account = accountPrefix(studio.accountId)
  // After the first list, only the daily run lists the inventory.
  await expectEventually(
    async () => (await studio.stateSql('select 1 from coverage_watch where listed_on is not null')).length,
    1,
  )
})
afterAll(async () => {
  await connection.close()
  await studio[Symbol.asyncDispose]()
})

const documentOf = async (gear: Item): Promise<string> =>
  (await studio.api.get(`/documents?gear_id=${gear.id}`)).items()[0]?.id ?? ''

const addInsurance = async (title: string, expiresOn: string): Promise<string> => {
  const reply = await studio.settings.post('/documents', {
    type: 'insurance',
    title,
    expires_on: expiresOn,
    provider: 'Allianz',
  })
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
  const ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
  for (let time = 0; time < times; time++)
    for (const event of events) expect((await deliver(ingress, event, { secrets: [secret] })).status).toBeLessThan(300)
}

const remindersOf = (subject: string): Promise<Reminder[]> =>
  studio.stateSql<Reminder>(
    'select due_on, step, payload, state from reminder where subject = ? order by created_at',
    subject,
  )
const stepsOf = async (subject: string): Promise<string[]> =>
  (await remindersOf(subject)).map(({ due_on, step, state }) => `${due_on} ${step} ${state}`)
/** The watched end dates of a document. */
const endsOf = async (document: string): Promise<string[]> =>
  (
    await studio.stateSql<{ expires_on: string }>('select expires_on from coverage where document_id = ?', document)
  ).map((row) => row.expires_on)
const coverage = () => temporal.workflow.getHandle(coverageWorkflowId(account))

/** Polls until the value is the wanted one: events are handled a moment after they arrive. */
async function expectEventually<T>(read: () => Promise<T>, expectedValue: T): Promise<void> {
  const isExpected = (value: T): boolean => JSON.stringify(value) === JSON.stringify(expectedValue)
  await until(`it is ${JSON.stringify(expectedValue)}`, () => read().then(isExpected, () => false))
}

const isInboxEmpty = async (): Promise<boolean> => (await studio.stateSql('select 1 from inbox_todo')).length === 0

/** Runs the daily workflow. @returns the counts of its warranty step */
async function runDaily(): Promise<Record<string, number> | undefined> {
  const workflowId = `${dailyWorkflowId(account)}:${(days += 1)}`
  const stepCounts = await temporal.workflow.execute(workflowNames.daily, {
    workflowId,
    taskQueue: taskQueue(account),
    args: [{}],
  })
  return (stepCounts as Record<string, Record<string, number>>)['reconcileWarranties']
}

it('an event delivered five times and out of order gives one reminder, and the daily run the same one without events', async () => {
  const fields = { brand: 'Canon', model: 'EOS R5', warranty_provider: 'Canon' }
  const deliveredItem = await studio.api.createItem({ ...fields, warranty_expires_on: dateIn(30) })
  const undeliveredItem = await studio.api.createItem({ ...fields, warranty_expires_on: dateIn(20) })
  await studio.api.createItem({ ...fields, warranty_expires_on: dateIn(91) })
  const [deliveredId, undeliveredId] = [await documentOf(deliveredItem), await documentOf(undeliveredItem)]
  await patchWarranty(deliveredItem, dateIn(400))
  await patchWarranty(deliveredItem, dateIn(20))
  await deliverEvents(deliveredId, { times: 5 })
  await expectEventually(() => stepsOf(deliveredId), [`${dateIn(20)} 30 sent`])
  await expectEventually(isInboxEmpty, true)
  expect(await endsOf(deliveredId)).toEqual([dateIn(20)])

  expect(await remindersOf(undeliveredId)).toEqual([])
  expect(await runDaily()).toEqual({ covers: 2, queued: 1, opened: 1, woken: 0 })
  expect(await remindersOf(undeliveredId)).toEqual(await remindersOf(deliveredId))
  expect(await runDaily(), 'a second run adds nothing').toEqual({ covers: 2, queued: 0, opened: 0, woken: 0 })
  expect(JSON.parse((await remindersOf(deliveredId))[0]?.payload ?? '')).toEqual({
    title: `Warranty of Canon EOS R5 ends on ${dateIn(20)}, in 20 days`,
    facts: [
      { name: 'Item', value: 'Canon EOS R5' },
      { name: 'Warranty', value: 'Warranty: Canon EOS R5' },
      { name: 'Provider', value: 'Canon' },
      { name: 'Ends on', value: dateIn(20) },
      { name: 'Days left', value: '20' },
      {
        name: 'What to do',
        value: 'Check the item for faults now, and claim them from the provider before the warranty ends.',
      },
    ],
    documentType: 'warranty',
  })
})

it('an event says that a retired item is in use again, however long ago its warranty ended', async () => {
  const gear = await studio.api.createItem({
    brand: 'Leica',
    model: 'M11',
    status: 'retired',
    warranty_expires_on: dateIn(-60),
  })
  const document = await documentOf(gear)
  await deliverEvents(document)
  await expectEventually(isInboxEmpty, true)
  expect({ ends: await endsOf(document), reminders: await remindersOf(document) }).toEqual({
    ends: [dateIn(-60)],
    reminders: [],
  })
  expect((await studio.api.patch(`/gear/${gear.id}`, { updates: { notes: 'Dust on the sensor' } })).status).toBe(200)
  await deliverEvents(gear.id, { type: 'gear.updated' })
  expect(await isInboxEmpty(), 'of a retired item nothing is read').toBe(true)
  expect((await studio.api.patch(`/gear/${gear.id}`, { updates: { status: 'available' } })).status).toBe(200)
  await deliverEvents(gear.id, { type: 'gear.updated', times: 2 })
  await expectEventually(() => stepsOf(document), [`${dateIn(-60)} 0 sent`])
  await expectEventually(isInboxEmpty, true)
})

it('a moved date has reminders of its own; a date after the window and a deleted document are not watched', async () => {
  const gear = await studio.api.createItem({
    brand: 'Sony',
    model: 'A1',
    asset_tag: 'KR-7',
    serial_number: 'S1',
    warranty_expires_on: dateIn(5),
  })
  const document = await documentOf(gear)
  await deliverEvents(document)
  await expectEventually(() => stepsOf(document), [`${dateIn(5)} 7 sent`])
  await patchWarranty(gear, dateIn(60))
  await deliverEvents(document, { type: 'document.updated' })
  await expectEventually(() => stepsOf(document), [`${dateIn(5)} 7 sent`, `${dateIn(60)} 90 sent`])
  await patchWarranty(gear, dateIn(600))
  await deliverEvents(document, { type: 'document.updated' })
  await expectEventually(() => endsOf(document), [])
  await patchWarranty(gear, dateIn(60))
  await deliverEvents(document, { type: 'document.updated' })
  await expectEventually(() => endsOf(document), [dateIn(60)])
  expect((await studio.api.delete(`/gear/${gear.id}`)).status).toBe(200)
  await deliverEvents(document, { type: 'document.deleted' })
  await expectEventually(() => endsOf(document), [])
  expect(await stepsOf(document)).toHaveLength(2)
})

it('a document that has ended gives one reminder, found by an event or by the daily run', async () => {
  const deliveredDocument = await addInsurance('Studio contents', dateIn(-400))
  const undeliveredDocument = await addInsurance('Liability', dateIn(-1))
  await deliverEvents(deliveredDocument, { times: 2 })
  await expectEventually(() => stepsOf(deliveredDocument), [`${dateIn(-400)} 0 sent`])
  expect(await stepsOf(undeliveredDocument)).toEqual([])
  expect(await runDaily()).toMatchObject({ queued: 1 })
  expect(await runDaily()).toMatchObject({ queued: 0 })
  expect(await stepsOf(deliveredDocument)).toEqual([`${dateIn(-400)} 0 sent`])
  const titles = [...(await remindersOf(deliveredDocument)), ...(await remindersOf(undeliveredDocument))].map(
    ({ payload }) => (JSON.parse(payload) as { title: string }).title,
  )
  expect(titles).toEqual([
    `Insurance "Studio contents" ended on ${dateIn(-400)}, 400 days ago`,
    `Insurance "Liability" ended yesterday, on ${dateIn(-1)}`,
  ])
  expect(
    (await studio.settings.patch(`/documents/${deliveredDocument}`, { updates: { notes: 'looked at' } })).status,
  ).toBe(200)
  await deliverEvents(deliveredDocument, { type: 'document.updated' })
  await expectEventually(isInboxEmpty, true)
  expect(await stepsOf(deliveredDocument)).toHaveLength(1)
})

it('the daily run restarts a workflow that Temporal lost, and finds an end date that changed without an event', async () => {
  const keptDocument = await addInsurance('Drone', dateIn(45))
  const clearedDocument = await addInsurance('Van', dateIn(46))
  expect(await runDaily()).toMatchObject({ opened: 2 })
  await coverage().terminate('as when its database is lost')
  expect((await studio.settings.patch(`/documents/${clearedDocument}`, { updates: { expires_on: null } })).status).toBe(
    200,
  )
  expect(await runDaily()).toMatchObject({ queued: 0, opened: 0 })
  expect((await coverage().describe()).status.name).toBe('RUNNING')
  expect(await Promise.all([keptDocument, clearedDocument].map(endsOf))).toEqual([[dateIn(45)], []])
  expect(await stepsOf(keptDocument)).toEqual([`${dateIn(45)} 90 sent`])
})

it('a wake-up that arrives while the workflow evaluates, sends or continues as new is not lost', async () => {
  const documents: string[] = []
  const ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
  const { runId } = await coverage().describe()
  // Sends one event at a time, so that each arrives at a different moment of the previous evaluation.
  for (let count = 0; count < 40; count++) {
    const id = await addInsurance(`Policy ${count}`, dateIn(9))
    documents.push(id)
    const events = await studio.apiSql<{ id: string; body: string }>(
      'select id, body from event where record_id = ?',
      id,
    )
    for (const event of events) await deliver(ingress, event, { secrets: [secret] })
    // Backdated, so that the worker does not wait for the end of a burst.
    await studio.stateSql("update inbox_todo set received_at = '2026-01-01T00:00:00.000Z'")
    await temporal.workflow.getHandle(coverageWorkflowId(account)).signal(CHANGED_SIGNAL)
    await pause(37 * (count % 20), 'each event arrives at another moment of the evaluation')
  }
  await expectEventually(
    async () => (await Promise.all(documents.map(stepsOf))).flat(),
    Array<string>(40).fill(`${dateIn(9)} 30 sent`),
  )
  expect((await coverage().describe()).runId, 'it has continued as new runs meanwhile').not.toBe(runId)
})

it('watch workflows of an earlier version end automatically', async () => {
  const document = await addInsurance('Old', dateIn(50))
  const watch = await temporal.workflow.start(workflowNames.watch, {
    workflowId: watchWorkflowId(account, document, dateIn(50)),
    taskQueue: taskQueue(account),
    args: [{ documentId: document, expiresOn: dateIn(50) }],
  })
  expect(await watch.result()).toBe('replaced')
  expect(
    (
      await temporal.workflow.count(
        `WorkflowType = 'watch' AND TaskQueue = '${taskQueue(account)}' AND ExecutionStatus = 'Running'`,
      )
    ).count,
  ).toBe(0)
})

it('a worker killed right after it stored an event sends its reminder once after the restart', async () => {
  const document = await addInsurance('Lights', dateIn(3))
  await deliverEvents(document, { times: 2 })
  await studio.worker.kill()
  expect(await remindersOf(document)).toEqual([])
  await studio.startWorker()
  await expectEventually(() => stepsOf(document), [`${dateIn(3)} 7 sent`])
  await expectEventually(isInboxEmpty, true)
  await deliverEvents(document)
  expect(await isInboxEmpty(), 'it is known').toBe(true)
})

it('an unreadable document and an unreadable item block no others, and are retried automatically', async () => {
  const [brokenDocument, soundDocument] = [
    await addInsurance('Broken', dateIn(9)),
    await addInsurance('Sound', dateIn(9)),
  ]
  const gear = await studio.api.createItem({ brand: 'Leica', model: 'M6', warranty_expires_on: dateIn(9) })
  const ofGear = await documentOf(gear)
  const records = {
    document:
      (await studio.apiSql<{ record: string }>('select record from document where id = ?', brokenDocument))[0]
        ?.record ?? '',
    gear: (await studio.apiSql<{ record: string }>('select record from gear where id = ?', gear.id))[0]?.record ?? '',
  }
  await studio.apiSql("update document set record = '{' where id = ?", brokenDocument)
  await studio.apiSql("update gear set record = '{' where id = ?", gear.id)
  for (const id of [brokenDocument, ofGear, soundDocument]) await deliverEvents(id)
  await expectEventually(() => stepsOf(soundDocument), [`${dateIn(9)} 30 sent`])
  expect(await stepsOf(brokenDocument)).toEqual([])
  expect(await stepsOf(ofGear)).toEqual([])
  const undeliveredQuery =
    "select inbox.record_id from inbox_todo join inbox using (webhook_id) where topic = 'warranty'"
  expect(
    new Set((await studio.stateSql<{ record_id: string }>(undeliveredQuery)).map(({ record_id: id }) => id)),
    'its events wait',
  ).toEqual(new Set([brokenDocument]))
  const [watch] = await studio.stateSql<{ next_at: string }>('select next_at from coverage_watch')
  const inAMinute = Temporal.Now.instant().add({ seconds: 61 })
  expect(Temporal.Instant.compare(watch?.next_at ?? '', inAMinute), 'it is tried again within a minute').toBe(-1)

  await studio.apiSql('update document set record = ? where id = ?', records.document, brokenDocument)
  await studio.apiSql('update gear set record = ? where id = ?', records.gear, gear.id)
  await studio.stateSql("update inbox_todo set next_try_at = '2026-01-01T00:00:00.000Z'")
  await coverage().signal(CHANGED_SIGNAL)
  await expectEventually(
    async () => [...(await stepsOf(brokenDocument)), ...(await stepsOf(ofGear))],
    [`${dateIn(9)} 30 sent`, `${dateIn(9)} 30 sent`],
  )
})

it('a reminder whose record cannot be read before it is sent blocks no other', async () => {
  const [brokenDocument, soundDocument] = [
    await addInsurance('Torn', dateIn(9)),
    await addInsurance('Whole', dateIn(9)),
  ]
  for (const id of [brokenDocument, soundDocument]) await deliverEvents(id)
  await expectEventually(
    async () => [...(await stepsOf(brokenDocument)), ...(await stepsOf(soundDocument))],
    [`${dateIn(9)} 30 sent`, `${dateIn(9)} 30 sent`],
  )
  const [{ record } = { record: '' }] = await studio.apiSql<{ record: string }>(
    'select record from document where id = ?',
    brokenDocument,
  )
  await studio.apiSql("update document set record = '{' where id = ?", brokenDocument)
  // Sets both reminders back to the state after a failed first attempt.
  const resetQuery =
    "update reminder set state = 'pending', attempts = 1, next_try_at = '2026-01-01T00:00:00.000Z' where subject in (?, ?)"
  await studio.stateSql(resetQuery, brokenDocument, soundDocument)
  await expectEventually(() => stepsOf(soundDocument), [`${dateIn(9)} 30 sent`])
  expect(await stepsOf(brokenDocument)).toEqual([`${dateIn(9)} 30 pending`])
  await studio.apiSql('update document set record = ? where id = ?', record, brokenDocument)
  await studio.stateSql(resetQuery, brokenDocument, brokenDocument)
  await expectEventually(() => stepsOf(brokenDocument), [`${dateIn(9)} 30 sent`])
})
