import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'
import {
  acceptHandOver,
  answerable,
  deliveryOf,
  LIST_COMMANDS,
  linksOf,
  messagesOf,
  openTestChannel,
} from '../../support/channels.ts'
import { configOf, openLedger, reminderOf, type Ledger } from '../../support/mail/ledger.ts'
import { startReceiver, type Receiver } from '../../support/webhooks.ts'

// test/crash/apprise.crash.test.ts sends to the real library.

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const secrets = { KITROOM_CHANNEL_KEY: 's3cret-key' }
const settingsOf = (url: string, more = ''): string =>
  `{ id: all, type: apprise, server: "${url}", key_env: KITROOM_CHANNEL_KEY${more} }`

async function openAppriseLedger(receiver: Receiver): Promise<Ledger> {
  const ledger = await openLedger(configOf(settingsOf(receiver.url)))
  ledger.secrets = secrets
  return ledger
}

const bodiesOf = ({ arrivals }: Receiver): { title: string; body: string }[] =>
  arrivals.map(({ body }) => JSON.parse(body) as { title: string; body: string })
const answerWith =
  (status: number): Parameters<Receiver['answer']>[0] =>
  ({ path }, response) =>
    void response.writeHead(status).end(status === 204 ? undefined : path)

describe('a message', () => {
  it('goes to the key, with title, facts and tag', async () => {
    await using receiver = await startReceiver()
    const channel = openTestChannel(settingsOf(receiver.url, ', tag: "team, owner"'), { secrets })
    expect(await channel.send(deliveryOf(), acceptHandOver)).toEqual({ kind: 'sent' })
    expect(receiver.arrivals[0]?.path).toBe('/notify/s3cret-key')
    expect(bodiesOf(receiver)).toEqual([
      {
        title: 'The warranty of Canon R5 ends in 7 days',
        body: 'Ends on: 2027-04-04',
        type: 'info',
        format: 'text',
        tag: 'team, owner',
      },
    ])
  })

  it('of 500 reminders is one of 1,900 characters, and counts what it does not list', async () => {
    await using receiver = await startReceiver()
    await using ledger = await openAppriseLedger(receiver)
    await ledger.queue(...Array.from({ length: 500 }, (_, index) => reminderOf(`camera 🎥 ${index}`)))
    expect(await ledger.send()).toMatchObject({ sent: 500, waiting: 0 })
    const [{ title, body } = {} as never, ...others] = bodiesOf(receiver)
    expect(others).toEqual([])
    expect(
      body.endsWith(`\nand ${500 - (body.match(/ends in 7 days \[.{1,8}\]$/gm)?.length ?? 0)} more${LIST_COMMANDS}`),
    ).toBe(true)
    expect(title.length + body.length).toBeLessThanOrEqual(1900)
    expect(body.length).toBeGreaterThan(1650)
  })

  it.each([
    ['one reminder', messagesOf(1, { links: linksOf() }), 1],
    [
      'an endless text',
      messagesOf(1, { links: linksOf(), title: '🎥'.repeat(900), facts: [{ name: 'a', value: '🎥'.repeat(900) }] }),
      1,
    ],
    ['several reminders', messagesOf(2, { links: linksOf() }), 0],
    ['an address without room', messagesOf(1, { links: linksOf(1000) }), 0],
  ])('of %s ends with the link to its page, if it fits', async (_what, reminders, count) => {
    await using receiver = await startReceiver()
    await openTestChannel(settingsOf(receiver.url), { secrets }).send(deliveryOf(reminders), acceptHandOver)
    const [{ title, body } = {} as never] = bodiesOf(receiver)
    const [page] = linksOf()
    expect(body.endsWith(`\n\n${page?.label}: ${page?.url}`)).toBe(count === 1)
    expect(body.split('https://')).toHaveLength(count + 1)
    expect(title.length + body.length).toBeLessThanOrEqual(1900)
  })

  it.each([
    [
      'one reminder',
      answerable(messagesOf(1, { subject: 'x5f0c7a1e', facts: [{ name: 'a', value: '🎥'.repeat(900) }] })),
    ],
    ['one that has links', answerable(messagesOf(1, { links: linksOf() }))],
    ['several', answerable(messagesOf(40, { title: '🎥'.repeat(30) }))],
  ])('of %s ends with commands, unless links answer it', async (what, reminders) => {
    await using receiver = await startReceiver()
    await openTestChannel(settingsOf(receiver.url), { secrets }).send(deliveryOf(reminders), acceptHandOver)
    const [{ title, body } = {} as never] = bodiesOf(receiver)
    const ends = {
      'one reminder': '…\n\nAcknowledge it',
      several: LIST_COMMANDS,
      'one that has links': linksOf()[0]?.url,
    }
    expect(body).toContain(ends[what as keyof typeof ends])
    expect(body.includes('kitroom reminders ack')).toBe(what !== 'one that has links')
    expect(title.length + body.length).toBeLessThanOrEqual(1900)
  })

  it('with endless texts is cut between whole characters', async () => {
    await using receiver = await startReceiver()
    const reminders = messagesOf(1, { title: '🎥'.repeat(900), facts: [{ name: 'a', value: '👩‍👩‍👧‍👦'.repeat(900) }] })
    await openTestChannel(settingsOf(receiver.url), { secrets }).send(deliveryOf(reminders), acceptHandOver)
    const [{ title, body } = {} as never] = bodiesOf(receiver)
    expect(title).toMatch(/^(?:🎥)+…$/u)
    expect(body).toMatch(/^a: (?:👩‍👩‍👧‍👦)+…$/u)
    expect(title.length + body.length).toBeLessThanOrEqual(1900)
  })
})

it('424 may be partial: it is sent once more under the same id, and never a third time', async () => {
  await using receiver = await startReceiver(answerWith(424))
  await using ledger = await openAppriseLedger(receiver)
  await ledger.queue(reminderOf('camera'))
  expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
  expect(await ledger.rows()).toMatchObject([
    { state: 'unknown', resent: 0, error: expect.stringContaining('some may have the message') },
  ])
  for (let day = 0; day < 3; day++) {
    ledger.clock.move(DAY_MS)
    await ledger.send()
  }
  expect(receiver.arrivals).toHaveLength(2)
  expect(receiver.arrivals[1]?.body).toBe(receiver.arrivals[0]?.body)
  expect(await ledger.rows()).toMatchObject([{ state: 'unknown', resent: 1 }])
})

it('204 stops the channel until its settings change', async () => {
  await using receiver = await startReceiver(answerWith(204))
  await using ledger = await openAppriseLedger(receiver)
  await ledger.queue(reminderOf('camera'))
  for (let day = 0; day < 3; day++) {
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
    ledger.clock.move(DAY_MS)
  }
  expect(receiver.arrivals).toHaveLength(1)
  receiver.answer(answerWith(200))
  ledger.config = configOf(settingsOf(receiver.url, ', tag: team'))
  expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
})

it.each([
  [400, { kind: 'failed' }],
  [413, { kind: 'failed' }],
  [403, { kind: 'retry', affectsChannel: true }],
  [201, { kind: 'retry', affectsChannel: true, error: expect.stringContaining('not Apprise') }],
  [500, { kind: 'retry', affectsChannel: true }],
])('%i: %o, without the key', async (status, expected) => {
  await using receiver = await startReceiver(answerWith(status))
  const outcome = await openTestChannel(settingsOf(receiver.url), { secrets }).send(deliveryOf(), acceptHandOver)
  expect(outcome).toMatchObject(expected)
  expect(JSON.stringify(outcome)).not.toContain('s3cret')
})

it.each([
  [{}, 'no environment variable KITROOM_CHANNEL_KEY, which key_env of the channel all names'],
  [{ KITROOM_CHANNEL_KEY: '../s3cret' }, 'must be a key of Apprise'],
])('waits with %o', async (given, text) => {
  const outcome = await openTestChannel(settingsOf('http://127.0.0.1:9'), { secrets: given }).send(
    deliveryOf(),
    acceptHandOver,
  )
  expect(outcome).toMatchObject({ kind: 'retry', affectsChannel: true, error: expect.stringContaining(text) })
  expect(JSON.stringify(outcome)).not.toContain('s3cret')
})

it('a tag with other characters is refused', () => {
  expect(() =>
    loadConfig(`reminders: { channels: [${settingsOf('https://apprise.example', ', tag: "a;b"')}] }`),
  ).toThrow(/must be tags/)
})
