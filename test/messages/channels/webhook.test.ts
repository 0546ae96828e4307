// @postgres
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ReminderMessage } from '../../../contract/control/reminderMessage.ts'
import { createWebhookSecret, verifyWebhook } from '../../../platform/webhookSignature.ts'
import { acceptHandOver, deliveryOf, linksOf, messageOf, messagesOf, openTestChannel } from '../../support/channels.ts'
import { configOf, emailChannel, openLedger, reminderOf, type Ledger } from '../../support/mail/ledger.ts'
import { startMailServer } from '../../support/mail/mailServer.ts'
import { startReceiver, type Receiver, type ReceivedRequest } from '../../support/webhooks.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const secret = createWebhookSecret()
const settings = '{ id: team, type: webhook, url_env: KITROOM_CHANNEL_TEAM, secret_env: KITROOM_CHANNEL_TEAM_SECRET }'
const secretsOf = (url: string): Record<string, string> => ({
  KITROOM_CHANNEL_TEAM: url,
  KITROOM_CHANNEL_TEAM_SECRET: secret,
})
const urlOf = (receiver: Receiver): string => `${receiver.url}/hooks/t0ken-in-path`

async function openWebhookLedger(receiver: Receiver, ...others: string[]): Promise<Ledger> {
  const ledger = await openLedger(configOf(settings, ...others))
  ledger.secrets = secretsOf(urlOf(receiver))
  return ledger
}

const headerOf = (arrivals: readonly ReceivedRequest[], name: string): unknown[] =>
  arrivals.map(({ headers }) => headers[name])
const answerWith =
  (status: number, headers: Record<string, string> = {}): Parameters<Receiver['answer']>[0] =>
  (_arrival, response) =>
    void response.writeHead(status, headers).end(`answer to ${secret}`)

afterEach(() => void vi.useRealTimers())

describe('a message', () => {
  it('is signed so that the library accepts it, and keeps to the contract', async () => {
    await using receiver = await startReceiver()
    await using ledger = await openWebhookLedger(receiver)
    await ledger.queue(reminderOf('camera'))
    expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
    const [{ headers, body, path } = {} as never] = receiver.arrivals
    expect(path).toBe('/hooks/t0ken-in-path')
    vi.setSystemTime(ledger.clock.nowMs())
    const message = ReminderMessage.parse(new Webhook(secret).verify(body, headers))
    vi.useRealTimers()
    expect(message).toMatchObject({
      id: headers['webhook-id'],
      type: 'reminders.due',
      data: {
        channel: 'team',
        title: 'The warranty of camera ends in 7 days',
        summary: [],
        total: 1,
        omitted: 0,
        reminders: [
          {
            kind: 'warranty',
            subject: 'camera',
            short_id: 'camera',
            due_on: '2027-04-04',
            step: 7,
            facts: [{ name: 'Ends on', value: '2027-04-04' }],
          },
        ],
      },
    })
    const [row] = await ledger.rows()
    expect(row?.message_id).toContain(message.id.replace('_', '.'))
  })

  it('of one reminder has its links, and the type of an insurance', async () => {
    await using receiver = await startReceiver()
    const channel = openTestChannel(settings, { secrets: secretsOf(receiver.url) })
    const insurance = messageOf({ documentType: 'insurance', links: linksOf() })
    for (const reminders of [[insurance], [insurance, messageOf()]])
      expect(await channel.send(deliveryOf(reminders), acceptHandOver)).toEqual({ kind: 'sent' })
    const [single, several] = receiver.arrivals.map(
      ({ body }) => ReminderMessage.parse(JSON.parse(body)).data.reminders,
    )
    expect(single).toMatchObject([{ kind: 'warranty', document_type: 'insurance' }])
    expect(single?.[0]?.links).toEqual(Object.fromEntries(linksOf().map(({ kind, url }) => [kind, url])))
    expect(several?.map(({ document_type: type, links, short_id: id }) => [type, links, id])).toEqual([
      ['insurance', undefined, undefined],
      [undefined, undefined, undefined],
    ])
  })

  it('of 500 reminders is one, with all of them', async () => {
    await using receiver = await startReceiver()
    await using ledger = await openWebhookLedger(receiver)
    await ledger.queue(...Array.from({ length: 500 }, (_, index) => reminderOf(`item ${index}`)))
    expect(await ledger.send()).toMatchObject({ sent: 500, waiting: 0 })
    const [message, ...others] = receiver.arrivals.map(({ body }) => ReminderMessage.parse(JSON.parse(body)))
    expect(others).toEqual([])
    expect(message?.data).toMatchObject({ title: '500 reminders of your studio', total: 500, omitted: 0 })
    expect(new Set(message?.data.reminders.map(({ subject }) => subject)).size).toBe(500)
  })

  it('lists 500 at most and counts the others', async () => {
    await using receiver = await startReceiver()
    const channel = openTestChannel(settings, { secrets: secretsOf(receiver.url) })
    expect(await channel.send(deliveryOf(messagesOf(507)), acceptHandOver)).toEqual({ kind: 'sent' })
    const { data } = ReminderMessage.parse(JSON.parse(receiver.arrivals[0]?.body ?? ''))
    expect({ total: data.total, reminderCount: data.reminders.length, omitted: data.omitted }).toEqual({
      total: 507,
      reminderCount: 500,
      omitted: 7,
    })
  })
})

describe('a message that is not accepted', () => {
  it('is repeated with the same id, and a new time and signature', async () => {
    await using receiver = await startReceiver(answerWith(503))
    await using ledger = await openWebhookLedger(receiver)
    await ledger.queue(reminderOf('camera'))
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
      ledger.clock.move(2 * 60 * MINUTE_MS)
    }
    receiver.answer(answerWith(204))
    expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
    const { arrivals } = receiver
    expect(arrivals).toHaveLength(4)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect({ name, values: new Set(headerOf(arrivals, name)).size }).toEqual({
        name,
        values: name === 'webhook-id' ? 1 : 4,
      })
    for (const { headers, body } of arrivals)
      expect(
        verifyWebhook({ headers, body, secrets: [secret], nowMs: Number(headers['webhook-timestamp']) * 1000 }),
      ).toMatchObject({ ok: true })
  })

  it('waits as long as Retry-After says, also with reminders that are queued meanwhile', async () => {
    await using receiver = await startReceiver(answerWith(429, { 'retry-after': '3600' }))
    await using ledger = await openWebhookLedger(receiver)
    await ledger.queue(reminderOf('camera'))
    await ledger.send()
    receiver.answer(answerWith(200))
    ledger.clock.move(59 * MINUTE_MS)
    await ledger.queue(reminderOf('lens'))
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 2 })
    expect(receiver.arrivals).toHaveLength(1)
    ledger.clock.move(MINUTE_MS)
    expect(await ledger.send()).toMatchObject({ sent: 2, waiting: 0 })
  })

  it('waits a day at most, whatever Retry-After says', async () => {
    await using receiver = await startReceiver(answerWith(503, { 'retry-after': '999999999' }))
    await using ledger = await openWebhookLedger(receiver)
    await ledger.queue(reminderOf('camera'))
    await ledger.send()
    receiver.answer(answerWith(200))
    ledger.clock.move(DAY_MS)
    expect(await ledger.send()).toMatchObject({ sent: 1 })
  })

  it.each([
    [401, 'refuses the credentials (401)'],
    [404, 'has nothing at this address (404)'],
    [413, 'answers 413'],
    [500, 'answers 500'],
  ])('with %i is tried again, and the error does not repeat the answer', async (status, text) => {
    await using receiver = await startReceiver(answerWith(status))
    const channel = openTestChannel(settings, { secrets: secretsOf(receiver.url) })
    const outcome = await channel.send(deliveryOf(), acceptHandOver)
    expect(outcome).toMatchObject({ kind: 'retry', affectsChannel: true, error: expect.stringContaining(text) })
    expect(JSON.stringify(outcome)).not.toContain(secret)
  })

  it('does not delay another channel', async () => {
    await using receiver = await startReceiver(() => undefined)
    await using mails = await startMailServer()
    await using ledger = await openWebhookLedger(receiver, emailChannel(mails.port))
    ledger.secrets = { ...ledger.secrets, KITROOM_CHANNEL_TEAM: 'http://127.0.0.1:1/' }
    await ledger.queue(reminderOf('camera'))
    expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 1 })
    expect(mails.mails).toHaveLength(1)
  })
})

describe('a receiver that answers 410', () => {
  it('gets nothing more until the address changes, and then one message with everything', async () => {
    await using receiver = await startReceiver(answerWith(410))
    await using ledger = await openWebhookLedger(receiver)
    await ledger.queue(reminderOf('camera'))
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
    receiver.answer(answerWith(200))
    for (let day = 1; day <= 3; day++) {
      await ledger.queue(reminderOf(`item of day ${day}`))
      ledger.clock.move(DAY_MS)
      expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 + day })
    }
    expect(receiver.arrivals).toHaveLength(1)
    expect((await ledger.rows())[0]).toMatchObject({
      state: 'pending',
      error: expect.stringContaining('wants no more messages (410)'),
    })
    ledger.secrets = secretsOf(`${receiver.url}/new`)
    ledger.clock.move(10 * MINUTE_MS)
    expect(await ledger.send()).toMatchObject({ sent: 4, waiting: 0 })
    expect(receiver.arrivals.map(({ path }) => path)).toEqual(['/hooks/t0ken-in-path', '/new'])
  })
})

it('a paused channel leaves quiet hours and digests as they are', async () => {
  await using receiver = await startReceiver(answerWith(429, { 'retry-after': '600' }))
  const people = '[{ id: ada, name: Ada, channels: [team], digest: { every: day, at: "09:00" } }]'
  await using ledger = await openLedger(
    `reminders: { channels: [${settings}], people: ${people} }`,
    '2027-03-01T08:50:00Z',
  )
  ledger.secrets = secretsOf(urlOf(receiver))
  await ledger.queue(reminderOf('camera'))
  await ledger.send()
  ledger.clock.move(15 * MINUTE_MS)
  await ledger.send()
  expect(receiver.arrivals).toHaveLength(1)
  receiver.answer(answerWith(200))
  await ledger.queue(reminderOf('lens'))
  await ledger.send()
  ledger.clock.move(15 * MINUTE_MS)
  expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 1 })
  ledger.clock.move(DAY_MS - 20 * MINUTE_MS)
  expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
})

describe('a sender that was killed between the message and its answer', () => {
  it('has it sent once more under the same id', async () => {
    await using receiver = await startReceiver((_arrival, response) => void response.destroy())
    await using ledger = await openWebhookLedger(receiver)
    await ledger.queue(reminderOf('camera'))
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
    expect((await ledger.rows())[0]).toMatchObject({ state: 'unknown', resent: 0 })
    ledger.clock.move(MINUTE_MS)
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 0 })
    ledger.clock.move(DAY_MS)
    await ledger.send()
    expect(new Set(headerOf(receiver.arrivals, 'webhook-id')).size).toBe(1)
    expect(receiver.arrivals).toHaveLength(2)
    expect((await ledger.rows())[0]).toMatchObject({ state: 'unknown', resent: 1 })
  })
})
