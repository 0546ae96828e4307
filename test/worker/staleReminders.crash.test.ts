import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMessage } from '../../contract/sentences/storedText.ts'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import type { Item } from '../support/api.ts'
import { testTemporal } from '../support/temporal.ts'
import { openDays, type Days } from './support/days.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// Records can change after the daily run has queued a reminder. No mail may contain outdated facts.

const LOG = '{ id: log, type: log }'

let studio: Studio
let days: Days
let mail: MailServer
const today = Temporal.Now.plainDateISO('UTC')
const dateIn = (count: number): string => today.add({ days: count }).toString()

interface Row {
  due_on: string
  step: number
  channel: string
  recipient: string
  state: string
  error: string | null
}

beforeAll(async () => {
  mail = await startMailServer()
  studio = await openStudio(testTemporal(), { config: configOf(LOG) })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  await mail.stop()
})

let model = 0
let channel = 0
const settingsOf = async (): Promise<string | null | undefined> =>
  (await studio.stateSql<{ settings: string | null }>('select settings from coverage_watch'))[0]?.settings
/** Writes kitroom.yaml and waits until the worker has loaded it. */
async function configure(text: string): Promise<void> {
  const settingsBefore = await until('the first evaluation', settingsOf)
  studio.configure(text)
  await until('the settings are taken into account', async () => (await settingsOf()) !== settingsBefore)
}
/** Adds a new channel, so that no reminder of an earlier test is sent by it. */
async function addMail(): Promise<string> {
  channel += 1
  await configure(configOf(LOG, emailChannel(mail.port, { id: `mail${channel}` })))
  return `mail${channel}`
}
const stopMail = (): Promise<void> => mail.stop()
const startMail = async (): Promise<void> => void (mail = await startMailServer({ port: mail.port }))

const emptyStudio = async (): Promise<void> => {
  for (const item of (await studio.api.get('/gear?limit=200')).items())
    expect((await studio.api.delete(`/gear/${item.id}`)).status).toBe(200)
  mail.mails.length = 0
}

const makeCamera = (fields: Record<string, unknown> = {}): Promise<Item> =>
  studio.api.createItem({ gear_type: 'camera', brand: 'Canon', model: `R${(model += 1)}`, ...fields })
const patch = async (path: string, updates: Record<string, unknown>): Promise<void> => {
  expect((await studio.api.patch(path, { updates })).status).toBe(200)
}
const documentOf = async (gear: Item): Promise<string> =>
  (await studio.api.get(`/documents?gear_id=${gear.id}`)).items()[0]?.id ?? ''
const addService = async (gear: Item, date: string): Promise<string> => {
  const body = { item_type: 'camera', item_id: gear.id, service_type: 'Sensor cleaning', service_date: date }
  const reply = await studio.api.post('/maintenance', body)
  expect(reply.status).toBe(201)
  return reply.item().id
}
/** Reminders without messages of covered repairs, which a record of a covered item leads to once. */
const rowsOf = (subject: string, id: string): Promise<Row[]> =>
  studio.stateSql<Row>(
    "select * from reminder where subject = ? and channel = ? and kind <> 'covered_service' order by created_at, step desc",
    subject,
    id,
  )
const statesOf = async (subject: string, id: string): Promise<string[]> =>
  (await rowsOf(subject, id)).map(({ due_on, step, state }) => `${due_on} ${step} ${state}`)
const runDaily = (): Promise<unknown> => days.runDay(today.toString())
/**
 * Waits until all reminders are sent or skipped. An attempt that is under way may still fail, so what waits is made due
 * again.
 */
const settle = (): Promise<unknown> =>
  until('the mail server is tried again', async () => {
    await studio.stateSql(
      "update reminder set next_try_at = '2026-01-01T00:00:00.000Z' where state in ('pending', 'unknown')",
    )
    return (
      (await studio.stateSql("select 1 from reminder where state in ('pending', 'sending', 'unknown')")).length === 0
    )
  })
/** Attempts between the daily runs may be under way. */
async function waitForStates(subject: string, id: string, states: string[]): Promise<void> {
  await expect.poll(() => statesOf(subject, id)).toEqual(states)
}
const textOf = (): string => mail.mails.map(({ email }) => email.text ?? '').join('\n')

it('a reminder of something completed, extended, retired or deleted meanwhile is not sent, and the ledger says why', async () => {
  await emptyStudio()
  const id = await addMail()
  await stopMail()
  const [servedItem, extendedItem, retiredItem, deletedItem, keptItem] = [
    await makeCamera(),
    await makeCamera({ warranty_expires_on: dateIn(5) }),
    await makeCamera({ warranty_expires_on: dateIn(5) }),
    await makeCamera({ warranty_expires_on: dateIn(5) }),
    await makeCamera({ warranty_expires_on: dateIn(5) }),
  ] as const
  const service = await addService(servedItem, dateIn(1))
  const documents = await Promise.all([extendedItem, retiredItem, deletedItem, keptItem].map(documentOf))
  await runDaily()
  await waitForStates(service, id, [`${dateIn(1)} 1 pending`])
  await patch(`/maintenance/${service}`, { status: 'completed' })
  await patch(`/gear/${extendedItem.id}`, { warranty_expires_on: dateIn(900) })
  await patch(`/gear/${retiredItem.id}`, { status: 'retired' })
  expect((await studio.api.delete(`/gear/${deletedItem.id}`)).status).toBe(200)
  await startMail()
  await settle()
  expect(mail.mails.map(({ email }) => email.subject)).toEqual([expect.stringContaining(keptItem['model'])])
  const reasons = await Promise.all(
    [service, ...documents].map(async (subject) =>
      (await rowsOf(subject, id)).map(({ state, error }) => `${state}: ${readMessage(error ?? '')}`),
    ),
  )
  expect(reasons).toEqual([
    ['skipped: The maintenance was completed before this could be sent.'],
    [`skipped: The end was moved to ${dateIn(900)} before this could be sent.`],
    ['skipped: The item was retired before this could be sent.'],
    ['skipped: The document was deleted before this could be sent.'],
    ['sent: '],
  ])
})

it('what a reminder says of status, coverage and earlier work is as it is when it is sent, also on the same day', async () => {
  await emptyStudio()
  await addMail()
  await stopMail()
  const gear = await makeCamera({ warranty_expires_on: dateIn(5), serial_number: '0815' })
  const service = await addService(gear, dateIn(1))
  await runDaily()
  await studio.stateSql(
    "update reminder set created_at = ? where state = 'pending'",
    new Date(Date.now() - 5 * 60_000).toISOString(),
  )
  const insurance = {
    type: 'insurance',
    title: 'All risks',
    gear_id: gear.id,
    expires_on: dateIn(300),
    provider: 'Insure',
  }
  await patch(`/gear/${gear.id}`, { warranty_expires_on: null, warranty_provider: null })
  expect((await studio.settings.post('/documents', insurance)).status).toBe(201)
  const done = {
    item_type: 'camera',
    item_id: gear.id,
    service_type: 'Firmware',
    service_date: dateIn(-1),
    status: 'completed',
  }
  expect((await studio.api.post('/maintenance', done)).status).toBe(201)
  await patch(`/maintenance/${service}`, { status: 'in_progress' })
  await patch(`/gear/${gear.id}`, { serial_number: '4711' })
  await startMail()
  await settle()
  expect(textOf()).toContain(`Sensor cleaning of Canon ${gear['model']} is due on ${dateIn(1)}`)
  const present = [
    'Serial number: 4711',
    'Status: in progress',
    `Insurance: still covered until ${dateIn(300)}`,
    `Last services: ${dateIn(-1)} Firmware`,
  ]
  expect(present.filter((fact) => !textOf().includes(fact))).toEqual([])
  expect(textOf()).not.toMatch(/0815|scheduled|Warranty/)
})

it('a retired item has no reminders until it is in use again', async () => {
  await emptyStudio()
  const id = await addMail()
  const gear = await makeCamera({ warranty_expires_on: dateIn(5), status: 'retired' })
  const service = await addService(gear, dateIn(1))
  const document = await documentOf(gear)
  await runDaily()
  expect(await statesOf(document, id)).toEqual([])
  expect(await statesOf(service, id)).toEqual([])
  await patch(`/gear/${gear.id}`, { status: 'available' })
  await runDaily()
  await waitForStates(document, id, [`${dateIn(5)} 7 sent`])
  await waitForStates(service, id, [`${dateIn(1)} 1 sent`])
})

it('a date that is moved and moved back while the mail server is down keeps its reminder', async () => {
  await emptyStudio()
  const id = await addMail()
  await stopMail()
  const gear = await makeCamera({ warranty_expires_on: dateIn(5) })
  const service = await addService(gear, dateIn(1))
  const document = await documentOf(gear)
  await runDaily()
  await patch(`/gear/${gear.id}`, { warranty_expires_on: dateIn(20) })
  await patch(`/maintenance/${service}`, { service_date: dateIn(7) })
  await runDaily()
  await patch(`/gear/${gear.id}`, { warranty_expires_on: dateIn(5) })
  await patch(`/maintenance/${service}`, { service_date: dateIn(1) })
  await runDaily()
  await startMail()
  await settle()
  expect(await statesOf(document, id)).toEqual([`${dateIn(20)} 30 skipped`, `${dateIn(5)} 7 sent`])
  expect(await statesOf(service, id)).toEqual([`${dateIn(7)} 7 skipped`, `${dateIn(1)} 1 sent`])
  expect(textOf()).toContain(`ends on ${dateIn(5)}`)
  expect(textOf()).toContain(`is due on ${dateIn(1)}`)
  expect(textOf()).not.toContain(dateIn(20))
})

it('a new channel gets one message with all that is due now, then each step when it is due', async () => {
  await emptyStudio()
  await configure(configOf(LOG))
  const endedItem = await makeCamera({ warranty_expires_on: dateIn(-3) })
  const nearItem = await makeCamera({ warranty_expires_on: dateIn(5) })
  await makeCamera({ warranty_expires_on: dateIn(-31) })
  await makeCamera({ warranty_expires_on: dateIn(-400) })
  await makeCamera({ warranty_expires_on: dateIn(500) })
  const service = await addService(nearItem, dateIn(-2))
  await runDaily()
  await waitForStates(service, 'log', [`${dateIn(-2)} -1 sent`])
  const id = await addMail()
  await until('the message comes without a daily run', async () => mail.mails.length > 0)
  expect(mail.mails.map(({ email }) => email.subject)).toEqual(['5 reminders of your studio'])
  const text = textOf()
  const order = [
    'Warranties and insurances: 3 have ended, 1 ends within 7 days.',
    'Maintenance: 1 overdue.',
    '2 warranties and insurances ended more than 30 days ago.',
    `Warranty of Canon ${endedItem['model']} ended on ${dateIn(-3)}, 3 days ago`,
    `Sensor cleaning of Canon ${nearItem['model']} was due on ${dateIn(-2)} and is not done`,
    `Warranty of Canon ${nearItem['model']} ends on ${dateIn(5)}, in 5 days`,
  ]
  expect(order.map((line) => text.indexOf(line))).toEqual(
    order.map((line) => text.indexOf(line)).toSorted((a, b) => a - b),
  )
  expect(order.filter((line) => !text.includes(line))).toEqual([])
  expect(text).not.toContain(dateIn(-31))
  await runDaily()
  expect(mail.mails, 'once').toHaveLength(1)
  await waitForStates(await documentOf(nearItem), id, [`${dateIn(5)} 7 sent`])
  await days.runDay(dateIn(4))
  await waitForStates(await documentOf(nearItem), id, [`${dateIn(5)} 7 sent`, `${dateIn(5)} 1 sent`])
})
