import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'
import {
  acceptHandOver,
  answerable,
  deliveryOf,
  LIST_COMMANDS,
  linksOf,
  messageOf,
  messagesOf,
  openTestChannel,
} from '../../support/channels.ts'
import { configOf, openLedger, reminderOf } from '../../support/mail/ledger.ts'
import { startNtfyServer } from '../../support/ntfyServer.ts'
import { startReceiver } from '../../support/webhooks.ts'
import { until } from '../../support/wait.ts'

const TOKEN = 'tk_s3cretT0ken'
const settingsOf = (url: string, more = ''): string =>
  `{ id: phone, type: ntfy, server: "${url}", topic_env: KITROOM_CHANNEL_TOPIC${more} }`
const secrets = { KITROOM_CHANNEL_TOPIC: 'hard-to-guess', KITROOM_CHANNEL_TOKEN: TOKEN }

describe('a message', () => {
  it('has topic, title, facts and priority, and the token as bearer', async () => {
    await using server = await startNtfyServer(TOKEN)
    const channel = openTestChannel(settingsOf(`${server.url}/`, ', token_env: KITROOM_CHANNEL_TOKEN, priority: 5'), {
      secrets,
    })
    expect(await channel.send(deliveryOf(), acceptHandOver)).toEqual({ kind: 'sent' })
    expect(server.messages).toEqual([
      {
        topic: 'hard-to-guess',
        title: 'The warranty of Canon R5 ends in 7 days',
        message: 'Ends on: 2027-04-04',
        priority: 5,
      },
    ])
  })

  it('of 500 reminders is one, lists what fits, and counts the others', async () => {
    await using server = await startNtfyServer()
    await using ledger = await openLedger(configOf(settingsOf(server.url)))
    ledger.secrets = secrets
    await ledger.queue(...Array.from({ length: 500 }, (_, index) => reminderOf(`קamera 🎥 ${index}`)))
    expect(await ledger.send()).toMatchObject({ sent: 500, waiting: 0 })
    expect({ messageCount: server.messages.length, faults: server.faults }).toEqual({ messageCount: 1, faults: [] })
    const { title, message = '' } = server.messages[0] ?? {}
    expect(title).toBe('500 reminders of your studio')
    const listed = message.match(/ends in 7 days/g)?.length ?? 0
    expect(message.endsWith(`\nand ${500 - listed} more${LIST_COMMANDS}`)).toBe(true)
    expect(message.match(/ends in 7 days \[.{1,8}\]$/gm)).toHaveLength(listed)
    expect(Buffer.byteLength(message)).toBeGreaterThan(3900)
  })

  it.each([
    ['quotes and backslashes', messagesOf(300, { title: '"\\'.repeat(200), facts: [] })],
    ['one endless text', messagesOf(1, { title: '🎥'.repeat(5000), facts: [{ name: 'a', value: '👩‍👩‍👧‍👦'.repeat(5000) }] })],
    ['texts of exactly one byte too many', messagesOf(1, { facts: [{ name: 'n', value: 'x'.repeat(4094) }] })],
    ['no facts', messagesOf(1, { facts: [] })],
    [
      'commands after an endless text',
      answerable(messagesOf(1, { facts: [{ name: 'a', value: '🎥"'.repeat(4000) }] })),
    ],
    ['ids in more lines than fit', answerable(messagesOf(300, { title: '\\'.repeat(400), subject: '🎥1234567' }))],
    [
      'lone surrogates and controls',
      messagesOf(2, { title: 'a\ud800\u0000\u202e', facts: [{ name: '\udc00', value: '\n' }] }),
    ],
  ])('with %s keeps to the limits', async (_what, reminders) => {
    await using server = await startNtfyServer()
    const channel = openTestChannel(settingsOf(server.url), { secrets })
    expect({ sent: await channel.send(deliveryOf(reminders), acceptHandOver), faults: server.faults }).toEqual({
      sent: { kind: 'sent' },
      faults: [],
    })
  })

  it('of exactly 4,096 bytes is not cut', async () => {
    await using server = await startNtfyServer()
    const value = 'x'.repeat(4096 - 'n: '.length)
    await openTestChannel(settingsOf(server.url), { secrets }).send(
      deliveryOf(messagesOf(1, { facts: [{ name: 'n', value }] })),
      acceptHandOver,
    )
    expect(server.messages[0]?.message).toBe(`n: ${value}`)
  })
})

it('without a public address ends with the commands that answer it, instead of buttons', async () => {
  await using server = await startNtfyServer()
  const channel = openTestChannel(settingsOf(server.url), { secrets })
  const long = messageOf({ subject: 'x5f0c7a1e', facts: [{ name: 'n', value: 'x'.repeat(9000) }] })
  for (const message of answerable([messageOf({ subject: 'x5f0c7a1e' }), long]))
    expect(await channel.send(deliveryOf([message]), acceptHandOver)).toEqual({ kind: 'sent' })
  expect(server.faults).toEqual([])
  const commands =
    'Acknowledge it, so that nobody is reminded of this date again:\n  kitroom reminders ack 5f0c7a1e\nPostpone it by a week:\n  kitroom reminders snooze 5f0c7a1e --for 7d'
  expect(server.messages[0]).toMatchObject({ message: `Ends on: 2027-04-04\n\n${commands}` })
  expect(server.messages[1]?.message).toMatch(/^n: x+…\n\nAck/)
  expect(server.messages.map(({ message, actions }) => [message.endsWith(commands), actions])).toEqual(
    Array.from({ length: 2 }, () => [true, undefined]),
  )
})

it('200 people with a topic of their own get a message each, also while the servers of others do not answer', async () => {
  await using server = await startNtfyServer()
  const othersArrived = Promise.withResolvers<void>()
  await using silent = await startReceiver(
    (_arrival, response) => void othersArrived.promise.then(() => response.writeHead(503).end()),
  )
  const ids = Array.from({ length: 200 }, (_, index) => `p${index}`)
  const secretOf = (id: string): string => `KITROOM_CHANNEL_${id.toUpperCase()}`
  const urlOf = (index: number): string => (index % 20 === 0 ? silent.url : server.url)
  const channels = ids.map(
    (id, index) => `{ id: ${id}, type: ntfy, server: "${urlOf(index)}", topic_env: ${secretOf(id)} }`,
  )
  const people = ids.map((id) => `{ id: ${id}, name: ${id}, channels: [${id}] }`)
  await using ledger = await openLedger(
    `reminders: { channels: [${channels.join(', ')}], people: [${people.join(', ')}] }`,
  )
  ledger.secrets = Object.fromEntries(ids.map((id) => [secretOf(id), `topic-${id}`]))
  await ledger.queue(reminderOf('Canon R5'), reminderOf('Sony A1'))
  const sending = ledger.send()
  await until('those of the other servers have arrived', () => Promise.resolve(server.messages.length === 190))
  othersArrived.resolve()
  expect(await sending).toMatchObject({ sent: 380, waiting: 20 })
  expect(server.messages.map(({ topic }) => topic).toSorted()).toEqual(
    ids
      .filter((_, index) => index % 20 > 0)
      .map((id) => `topic-${id}`)
      .toSorted(),
  )
})

describe('buttons', () => {
  it('of one reminder open the page, or post what needs no question', async () => {
    await using server = await startNtfyServer()
    await openTestChannel(settingsOf(server.url), { secrets }).send(
      deliveryOf(messagesOf(1, { links: linksOf() })),
      acceptHandOver,
    )
    const [page, ack, snooze] = linksOf()
    expect(server.messages[0]?.actions).toEqual([
      { action: 'view', label: page?.label, url: page?.url },
      { action: 'http', label: ack?.label, url: ack?.url, method: 'POST', clear: true },
      { action: 'http', label: snooze?.label, url: snooze?.url, method: 'POST', clear: true },
    ])
  })

  it.each([
    ['several reminders', messagesOf(2, { links: linksOf() }), undefined],
    ['an endless text', messagesOf(1, { links: linksOf(), facts: [{ name: 'a', value: '👩‍👩‍👧‍👦"'.repeat(2000) }] }), 3],
    ['a title and long addresses', messagesOf(1, { links: linksOf(1000), title: '🎥'.repeat(500), facts: [] }), 2],
    ['addresses without room', messagesOf(1, { links: linksOf(2500) }), undefined],
  ])('of %s keep to the size of a message', async (_what, reminders, count) => {
    await using server = await startNtfyServer()
    expect(
      await openTestChannel(settingsOf(server.url), { secrets }).send(deliveryOf(reminders), acceptHandOver),
    ).toEqual({ kind: 'sent' })
    expect({ faults: server.faults, actionCount: server.messages[0]?.actions?.length }).toEqual({
      faults: [],
      actionCount: count,
    })
    expect(Buffer.byteLength(server.arrivals[0]?.body ?? '')).toBeLessThanOrEqual(4096)
  })
})

it.each([
  [400, { kind: 'failed', error: expect.stringContaining('refuses the message (400)') }],
  [413, { kind: 'failed' }],
  [401, { kind: 'retry', affectsChannel: true, error: expect.stringContaining('credentials (401)') }],
  [403, { kind: 'retry', affectsChannel: true }],
  [429, { kind: 'retry', affectsChannel: true, retryAfterMs: 7000 }],
  [507, { kind: 'retry', affectsChannel: true }],
])('%i: %o, without topic or token', async (status, expected) => {
  await using server = await startReceiver(({ body, headers }, response) =>
    response.writeHead(status, { 'retry-after': '7' }).end(body + String(headers['authorization'])),
  )
  const channel = openTestChannel(settingsOf(server.url, ', token_env: KITROOM_CHANNEL_TOKEN'), { secrets })
  const outcome = await channel.send(deliveryOf(), acceptHandOver)
  expect(outcome).toMatchObject(expected)
  expect(JSON.stringify(outcome)).not.toMatch(/hard-to-guess|s3cret/)
})

it.each([
  [
    'token',
    { KITROOM_CHANNEL_TOPIC: 'a' },
    'no environment variable KITROOM_CHANNEL_TOKEN, which token_env of the channel phone names',
  ],
  ['topic', { KITROOM_CHANNEL_TOKEN: TOKEN }, 'no environment variable KITROOM_CHANNEL_TOPIC'],
  ['usable topic', { ...secrets, KITROOM_CHANNEL_TOPIC: 'a b' }, 'must be a topic'],
  ['usable token', { ...secrets, KITROOM_CHANNEL_TOKEN: 'a\nb' }, 'a token cannot have'],
])('waits without a %s', async (_what, given, text) => {
  const channel = openTestChannel(settingsOf('http://127.0.0.1:9', ', token_env: KITROOM_CHANNEL_TOKEN'), {
    secrets: given,
  })
  expect(await channel.send(deliveryOf(), acceptHandOver)).toMatchObject({
    kind: 'retry',
    affectsChannel: true,
    error: expect.stringContaining(text),
  })
})

it.each([
  ['priority: 6, topic: a', /priority/],
  ['topic: a b', /1 to 64 letters/],
  ['priority: 3', /topic or as topic_env/],
  ['topic: a, topic_env: KITROOM_CHANNEL_T', /topic or as topic_env/],
  ['topic: a, server: "https://me:pw@ntfy.example"', /address of a server/],
  ['topic: a, server: ntfy.example', /address of a server/],
  ['topic: a, token_env: KITROOM_API_KEY', /begins with KITROOM_CHANNEL_/],
])('settings with %s are refused', (fields, message) => {
  expect(() => loadConfig(`reminders: { channels: [{ id: phone, type: ntfy, ${fields} }] }`)).toThrow(message)
})
