import { afterAll, beforeAll, expect, it } from 'vitest'
import { acknowledgeReminder } from '../../contract/control/reminderAnswers.ts'
import { previewReminder } from '../../contract/control/reminderPreview.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { deliver, openNewEvents, type SentEvent } from './support/events.ts'
import { dayIn, openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'
import { until } from '../support/wait.ts'

// Maintenance that is opened or priced while its item is covered leads to one message.

const secret = createWebhookSecret()
// A plan creates a record of each drone, far from the steps of its reminders.
const plans = `maintenance:
  reminders: { before: [1], every_after: false }
  plans: [{ id: props, applies_to: { type: drone }, service_type: Propellers, every: 60 days, lead_days: 365 }]
warranty: { steps: [0] }
`

let mailed: MailedStudio
let readNewEvents: () => Promise<SentEvent[]>

beforeAll(async () => {
  mailed = await openMailedStudio((port) => `${plans}${configOf(emailChannel(port))}\n`, {
    workerEnv: { KITROOM_WEBHOOK_SECRET: secret },
  })
  readNewEvents = openNewEvents(mailed.studio)
})
afterAll(() => mailed[Symbol.asyncDispose]())

const covered = (model: string, gearType = 'camera'): object => ({
  gear_type: gearType,
  brand: 'Sony',
  model,
  asset_tag: model,
  warranty_expires_on: dayIn(200),
  warranty_provider: 'Sony Imaging',
})

async function addRecord(item: object, more: object = {}): Promise<string> {
  const { id, gear_type } = await mailed.studio.api.createItem(item as Record<string, unknown>)
  const record = { item_type: gear_type, item_id: id, service_type: 'Repair', service_date: dayIn(40), ...more }
  const reply = await mailed.studio.api.post('/maintenance', record)
  expect(reply.status).toBe(201)
  return reply.item().id
}
const change = async (id: string, updates: object): Promise<void> =>
  expect((await mailed.studio.api.patch(`/maintenance/${id}`, { updates })).status).toBe(200)

/** Delivers all new events, or loses them. */
async function passEvents(isLost = false): Promise<void> {
  const ingress = String((await mailed.studio.worker.waitForLog('ready'))['ingress'])
  const events = await readNewEvents()
  if (isLost) return
  for (const event of events) expect((await deliver(ingress, event, { secrets: [secret] })).status).toBeLessThan(300)
  await until(
    'the events are handled',
    async () => (await mailed.studio.stateSql("select 1 from inbox_todo where topic = 'service'")).length === 0,
  )
}
async function preview(): Promise<string> {
  const { body } = await mailed.studio.sync.client.call(previewReminder, { query: { kind: 'covered_service' } })
  return `${body.data.is_example} ${body.data.text}`
}
const queuedOf = (id: string): Promise<{ state: string; error: string | null }[]> =>
  mailed.studio.stateSql("select state, error from reminder where kind = 'covered_service' and subject = ?", id)
const isSent = (id: string): Promise<unknown> =>
  until('it is sent', async () => (await queuedOf(id))[0]?.state === 'sent')

it('an opened record of a covered item is reported once, with the coverage', async () => {
  const id = await addRecord(covered('OPENED'), { cost: 120, service_provider: 'Camera Service' })
  await passEvents()
  await isSent(id)
  const [first] = mailed.mail.mails
  expect(first?.email.subject).toBe(`Repair of Sony OPENED (OPENED): the item is still covered until ${dayIn(200)}`)
  expect(first?.email.text).toContain(`Cost: 120.00 USD
Warranty: still covered until ${dayIn(200)}
Document: Warranty: Sony OPENED
Covered by: Sony Imaging
`)
  expect(first?.email.text).toContain('What to do: Ask Sony Imaging before you pay for it.')
  expect(await preview()).toBe(`false ${first?.email.text?.trimEnd()}\n`)
  await change(id, { cost: 150, service_date: dayIn(41) })
  await passEvents()
  await mailed.days.runDay(dayIn(0))
  expect(mailed.countMails('the item is still covered')).toBe(1)
  expect(await queuedOf(id)).toHaveLength(1)
})

it('a record of a plan is reported once it is priced', async () => {
  await mailed.studio.api.createItem(covered('PLANNED', 'drone') as Record<string, unknown>)
  expect((await mailed.days.runDay(dayIn(0)))['planMaintenance']).toMatchObject({ made: 1 })
  await passEvents()
  const list = await mailed.studio.api.get('/maintenance?status=scheduled&limit=100')
  const record = list.items().find((one) => one['service_type'] === 'Propellers')
  expect(await queuedOf(record?.id ?? '')).toEqual([])
  await change(record?.id ?? '', { cost: 80 })
  await passEvents()
  await isSent(record?.id ?? '')
})

it('completed records, and those of gear that is not covered or retired, are not reported', async () => {
  const ids = [
    await addRecord(covered('DONE'), { status: 'completed', cost: 10 }),
    await addRecord({ ...covered('BARE'), warranty_expires_on: null, warranty_provider: null }, { cost: 10 }),
    await addRecord(covered('LATE'), { service_date: dayIn(300) }),
    await addRecord({ ...covered('RETIRED'), status: 'retired' }),
  ]
  await passEvents()
  await mailed.days.runDay(dayIn(0))
  for (const id of ids) expect(await queuedOf(id)).toEqual([])
})

it('a record whose event was lost is found by the daily run, and checked again before it is sent', async () => {
  const [sent, ended, done] = [
    await addRecord(covered('LOST'), { service_date: dayIn(1) }),
    await addRecord(covered('ENDED'), { service_date: dayIn(1) }),
    await addRecord(covered('FINISHED'), { service_date: dayIn(1) }),
  ]
  await passEvents(true)
  await mailed.stopMail()
  await mailed.days.runDay(dayIn(0))
  const { data } = JSON.parse((await mailed.studio.api.get('/gear?asset_tag=ENDED')).text) as { data: { id: string }[] }
  const cleared = { updates: { warranty_expires_on: null, warranty_provider: null } }
  expect((await mailed.studio.api.patch(`/gear/${data[0]?.id}`, cleared)).status).toBe(200)
  await change(done, { status: 'completed' })
  await passEvents(true)
  await mailed.startMail()
  await mailed.studio.stateSql("update reminder set next_try_at = '2026-01-01T00:00:00.000Z' where state = 'pending'")
  await isSent(sent)
  expect(await queuedOf(ended)).toMatchObject([
    {
      state: 'skipped',
      error: expect.stringContaining('The item was not covered any more before this could be sent.'),
    },
  ])
  expect(await queuedOf(done)).toMatchObject([
    { state: 'skipped', error: expect.stringContaining('The maintenance was completed before this could be sent.') },
  ])
  // An answer concerns the reminder of the date, not this message.
  const answer = await mailed.studio.sync.client.call(acknowledgeReminder, { body: { id: sent } })
  expect(answer.body.data).toMatchObject({ kind: 'maintenance', due_on: dayIn(1) })
})

it('covered_repairs: false switches it off, also for a message that waits', async () => {
  await mailed.stopMail()
  const waiting = await addRecord(covered('WAITS'))
  await passEvents()
  await until('it is queued', async () => (await queuedOf(waiting)).length === 1)
  mailed.studio.configure(
    `${plans.replace('plans:', 'covered_repairs: false\n  plans:')}${configOf(emailChannel(mailed.mail.port))}\n`,
  )
  await mailed.days.runDay(dayIn(0))
  const later = await addRecord(covered('LATER'))
  await passEvents()
  await mailed.startMail()
  await mailed.studio.stateSql("update reminder set next_try_at = '2026-01-01T00:00:00.000Z' where state = 'pending'")
  await until('it is skipped', async () => (await queuedOf(waiting))[0]?.state === 'skipped')
  expect(await queuedOf(later)).toEqual([])
  expect(await preview()).toContain(
    'true Example: Sensor cleaning of Canon EOS R5 (CAM-01): the item is still covered until ',
  )
})
