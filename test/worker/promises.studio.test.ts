// @npm-test
// Each promise of the README once, in one studio: sheet, plan, approval, API, webhook, reminder, feed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueCalendarAddress } from '../../contract/control/calendars.ts'
import { parseAllowList } from '../../platform/outbound/allowList.ts'
import { verifyWebhook } from '../../platform/webhookSignature.ts'
import { until } from '../support/wait.ts'
import { startReceiver, type Receiver } from '../support/webhooks.ts'
import { dayIn, openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'

const config = (port: number): string => `sources:
  - { id: main, file: sheet.csv, key: asset_tag }
reminders:
  at: '00:00'
  channels:
    - { id: mail, type: email, from: kit@example.com, to: [ada@example.com], smtp: { host: 127.0.0.1, port: ${port}, security: none } }
maintenance:
  plans:
    - { id: sensor, applies_to: { type: camera }, service_type: Sensor cleaning, every: 6 months, from: purchase }
calendars:
  - { id: team, name: Studio }
`
const SHEET = `asset_tag,gear_type,brand,model,purchase_date
K-1,camera,Canon,EOS R5,${dayIn(-200)}
K-2,lens,Sigma,35mm F1.4 DG DN Art,${dayIn(-200)}
`

let mailed: MailedStudio
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  mailed = await openMailedStudio(config, { webhookAllow: parseAllowList(['127.0.0.1/32:*']) })
})
afterAll(async () => {
  await mailed[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

it('a sheet becomes a plan, and items once somebody approves it; the same sheet again writes nothing', async () => {
  const { studio } = mailed
  studio.writeSheet('sheet.csv', SHEET)
  const { run_id: runId } = await studio.sync.start()
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'waiting', counts: { create: 2 } })
  expect((await studio.api.get('/gear')).pagination().total).toBe(0)
  await studio.sync.approve(runId)
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'completed', results: { created: 2 } })
  expect((await studio.api.get('/gear?sort=asset_tag')).items()).toMatchObject([
    { asset_tag: 'K-1', gear_type: 'camera', brand: 'Canon', model: 'EOS R5' },
    { asset_tag: 'K-2', gear_type: 'lens', brand: 'Sigma' },
  ])
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', results: { unchanged: 2 } })
})

it('a change over the API reaches a webhook endpoint, signed', async () => {
  const { studio } = mailed
  const endpoint = (
    await studio.settings.post('/webhooks', { url: `${receiver.url}/gear`, events: ['gear.updated'] })
  ).item()
  const [item] = (await studio.api.get('/gear?asset_tag=K-2')).items()
  expect((await studio.api.patch(`/gear/${item?.id}`, { updates: { notes: 'lent to Ada' } })).status).toBe(200)
  const arrival = await until('the event arrives', () => receiver.arrivals[0])
  expect(JSON.parse(arrival.body)).toMatchObject({
    type: 'gear.updated',
    data: { record: { id: item?.id, notes: 'lent to Ada' } },
  })
  expect(verifyWebhook({ ...arrival, secrets: [String(endpoint['secret'])], nowMs: Date.now() })).toMatchObject({
    ok: true,
  })
})

it('maintenance that a plan calls for is scheduled, and somebody is reminded', async () => {
  const { studio, days } = mailed
  await days.runDay(dayIn(0))
  const [service] = (await studio.api.get('/maintenance')).items()
  expect(service).toMatchObject({ service_type: 'Sensor cleaning', item_type: 'camera' })
  await until('the reminder is mailed', () => mailed.countMails('Sensor cleaning', 'ada') > 0)
})

it('a shoot is in the calendar that people subscribe to', async () => {
  const { studio } = mailed
  expect(
    (await studio.api.post('/shoots', { title: 'Lookbook', shoot_date: dayIn(10), shoot_time: '10:00' })).status,
  ).toBe(201)
  const { body } = await studio.sync.client.call(issueCalendarAddress, {
    params: { id: 'team' },
    body: { rotate: false },
  })
  const ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
  const feed = await fetch(ingress + new URL(body.data.url).pathname)
  expect(feed.headers.get('content-type')).toContain('text/calendar')
  expect(await feed.text()).toContain('SUMMARY:Lookbook')
})
