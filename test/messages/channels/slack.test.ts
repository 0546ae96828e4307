import { describe, expect, it } from 'vitest'
import { renderSlack } from '../../../messages/channels/slack/renderSlack.ts'
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
import { SLACK_TOKEN, startSlackServer, type SlackServer } from '../../support/slackServer.ts'
import { startReceiver } from '../../support/webhooks.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const settings = '{ id: chat, type: slack, url_env: KITROOM_CHANNEL_CHAT }'

async function openSlackLedger(url: string): Promise<Ledger> {
  const ledger = await openLedger(configOf(settings))
  ledger.secrets = { KITROOM_CHANNEL_CHAT: url }
  return ledger
}

const sectionsOf = ({ blocks }: ReturnType<typeof renderSlack>): string[] =>
  blocks.slice(1).map(({ text }) => text.text)

/** Sends to a server that refuses whatever breaks Slack's rules. */
async function send(server: SlackServer, ...deliveries: ReturnType<typeof deliveryOf>[]): Promise<unknown[]> {
  const channel = openTestChannel(settings, { secrets: { KITROOM_CHANNEL_CHAT: server.webhook } })
  const outcomes: unknown[] = []
  for (const delivery of deliveries) outcomes.push((await channel.send(delivery, acceptHandOver)).kind)
  return outcomes
}

describe('a message', () => {
  it('has its title as header and its facts as text', () => {
    expect(renderSlack(deliveryOf())).toEqual({
      text: 'The warranty of Canon R5 ends in 7 days\nEnds on: 2027-04-04',
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'The warranty of Canon R5 ends in 7 days', emoji: false } },
        { type: 'section', text: { type: 'plain_text', text: 'Ends on: 2027-04-04', emoji: false } },
      ],
    })
  })

  it('of several reminders has their overview, titles and facts', () => {
    const [section = ''] = sectionsOf(renderSlack(deliveryOf(messagesOf(3))))
    expect(section).toBe(
      `3 warranties end.\n\n${[0, 1, 2].map((index) => `The warranty of item ${index} ends\nEnds on: 2027-04-04`).join('\n\n')}`,
    )
  })

  it('of 500 reminders is one, lists what fits, and counts the others', async () => {
    await using server = await startSlackServer()
    await using ledger = await openSlackLedger(server.webhook)
    await ledger.queue(...Array.from({ length: 500 }, (_, index) => reminderOf(`${'item '.repeat(10)}${index}`)))
    expect(await ledger.send()).toMatchObject({ sent: 500, waiting: 0 })
    expect(server.faults).toEqual([])
    expect(server.messages).toHaveLength(1)
    const text = server.messages[0]?.blocks.map((block) => block.text.text).join('\n') ?? ''
    const listed = text.match(/^The warranty of/gm)?.length ?? 0
    // A section never begins with an empty line.
    const joinLines = (all: string): string => all.replaceAll(/\n+/g, '\n')
    expect(joinLines(text).endsWith(joinLines(`\nand ${500 - listed} more${LIST_COMMANDS}`))).toBe(true)
    expect(listed).toBeGreaterThan(100)
  })

  const hostile = '<!channel> <@U123> @here <https://evil.example|click> *bold* :boom: & \u202e\u2028 \ud800'
  it.each([
    ['texts with markup', messagesOf(2, { title: hostile, facts: [{ name: hostile, value: hostile }] })],
    ['one endless text', messagesOf(1, { title: '🎥'.repeat(5000), facts: [{ name: 'a', value: '👩‍👩‍👧‍👦'.repeat(5000) }] })],
    ['many signs that are escaped', messagesOf(300, { title: '<'.repeat(900), facts: [] })],
    [
      'many facts',
      messagesOf(1, {
        facts: Array.from({ length: 2000 }, (_, index) => ({ name: `n${index}`, value: 'v'.repeat(40) })),
      }),
    ],
    ['no facts', messagesOf(1, { facts: [] })],
    ['an empty title', messagesOf(1, { title: ' ' })],
    [
      'commands after an endless text',
      answerable(messagesOf(1, { facts: [{ name: 'a', value: '<'.repeat(20_000) }] })),
    ],
    ['an id in each of many lines', answerable(messagesOf(600, { title: '&'.repeat(400) }))],
    ['ids that are cut inside a character', answerable(messagesOf(2, { subject: '🎥1234567' }))],
  ])('with %s keeps to the rules, and mentions nobody', async (_what, reminders) => {
    await using server = await startSlackServer()
    expect({ sent: await send(server, deliveryOf(reminders)), faults: server.faults }).toEqual({
      sent: ['sent'],
      faults: [],
    })
  })
})

describe('without a public address', () => {
  const textOf = (messages: SlackServer['messages']): string =>
    messages[0]?.blocks.map((block) => block.text.text).join('\n') ?? ''

  it('one reminder ends with the commands that answer it', async () => {
    await using server = await startSlackServer()
    await using ledger = await openSlackLedger(server.webhook)
    await ledger.queue(reminderOf('018f0000-0000-7000-8000-0000005f0c7a'))
    expect({ sent: await ledger.send(), faults: server.faults }).toEqual({
      sent: { sent: 1, failed: 0, skipped: 0, waiting: 0 },
      faults: [],
    })
    const commands = ['kitroom reminders ack 005f0c7a', 'kitroom reminders snooze 005f0c7a --for 7d']
    for (const command of commands) {
      expect(textOf(server.messages)).toContain(`:\n  ${command}`)
      expect(server.messages[0]?.text).toContain(command)
    }
  })

  it('several have their ids, and a digest its headings', async () => {
    await using server = await startSlackServer()
    const people = '[{ id: ada, name: Ada, channels: [chat], digest: { every: day, at: "09:00" } }]'
    await using ledger = await openLedger(
      `reminders: { channels: [${settings}], people: ${people} }`,
      '2027-03-01T08:50:00Z',
    )
    ledger.secrets = { KITROOM_CHANNEL_CHAT: server.webhook }
    const days = {
      'over-due1': '2027-02-27',
      'to-day-22': '2027-03-01',
      'week-3333': '2027-03-05',
      'later-444': '2027-06-01',
    }
    await ledger.queue(...Object.entries(days).map(([subject, dueOn]) => reminderOf(subject, { dueOn, facts: [] })))
    ledger.clock.move(DAY_MS)
    expect({ sent: await ledger.send(), faults: server.faults }).toMatchObject({ sent: { sent: 4 }, faults: [] })
    const lineOf = (subject: string): string => `The warranty of ${subject} ends in 7 days [${subject.slice(-8)}]`
    const parts = [
      'OVERDUE',
      lineOf('over-due1'),
      lineOf('to-day-22'),
      'WITHIN A WEEK',
      lineOf('week-3333'),
      'LATER',
      lineOf('later-444'),
    ]
    expect(textOf(server.messages)).toContain(parts.join('\n\n') + LIST_COMMANDS)
  })
})

describe('links', () => {
  it('of one reminder are the last section, beside texts of users without markup', async () => {
    await using server = await startSlackServer()
    const reminder = {
      title: '<https://evil.example|click>',
      facts: [{ name: 'n', value: '<!channel>' }],
      links: linksOf(),
    }
    expect({ sent: await send(server, deliveryOf(messagesOf(1, reminder))), faults: server.faults }).toEqual({
      sent: ['sent'],
      faults: [],
    })
    const text = linksOf()
      .map(({ url, label }) => `<${url}|${label}>`)
      .join(' · ')
    const blocks = server.messages[0]?.blocks ?? []
    expect(blocks.at(-1)).toEqual({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })
    expect(blocks.slice(0, -1).map((block) => block.text.type)).toEqual(['plain_text', 'plain_text'])
  })

  it.each([
    ['several reminders', messagesOf(2, { links: linksOf() }), 0],
    ['very long addresses', messagesOf(1, { links: linksOf(1400) }), 2],
    ['addresses that no section holds', messagesOf(1, { links: linksOf(3000) }), 0],
  ])('of %s keep to the rules', async (_what, reminders, count) => {
    await using server = await startSlackServer()
    expect({ sent: await send(server, deliveryOf(reminders)), faults: server.faults }).toEqual({
      sent: ['sent'],
      faults: [],
    })
    expect(JSON.stringify(server.messages).split('https://kit.example/reminders/')).toHaveLength(count + 1)
  })
})

it('sends one message a second', async () => {
  await using server = await startSlackServer()
  expect(await send(server, deliveryOf(), deliveryOf(), deliveryOf())).toEqual(['sent', 'sent', 'sent'])
  expect(server.faults).toEqual([])
})

it('sends again after a 429', async () => {
  // Another program posts by the same webhook. Messages of this process keep their distance.
  await using server = await startReceiver(
    (_arrival, response) => void response.writeHead(429, { 'retry-after': '1' }).end('rate_limited'),
  )
  await using ledger = await openSlackLedger(`${server.url}/services/${SLACK_TOKEN}`)
  await ledger.queue(reminderOf('camera'))
  expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
  expect(await ledger.rows()).toMatchObject([
    { state: 'pending', error: expect.stringContaining('no more messages now (429)') },
  ])
  server.answer((_arrival, response) => void response.writeHead(200).end('ok'))
  ledger.clock.move(MINUTE_MS)
  expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
})

it.each([
  [403, 'action_prohibited'],
  [404, 'no_service'],
  [410, 'channel_is_archived'],
])('%i %s stops the channel until its address changes', async (status, code) => {
  await using gone = await startReceiver((_arrival, response) => void response.writeHead(status).end(code))
  await using server = await startSlackServer()
  await using ledger = await openSlackLedger(`${gone.url}/services/${SLACK_TOKEN}`)
  await ledger.queue(reminderOf('camera'))
  for (let day = 0; day < 3; day++) {
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
    ledger.clock.move(DAY_MS)
  }
  expect(gone.arrivals).toHaveLength(1)
  const rows = await ledger.rows()
  expect(rows).toMatchObject([
    { state: 'pending', error: expect.stringContaining(`KITROOM_CHANNEL_CHAT (${status} ${code})`) },
  ])
  expect(JSON.stringify(rows)).not.toContain(SLACK_TOKEN)
  ledger.secrets = { KITROOM_CHANNEL_CHAT: server.webhook }
  expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
})

it('400 is final for the message only', async () => {
  await using server = await startReceiver((arrival, response) =>
    arrival.body.includes('camera')
      ? void response.writeHead(400).end('invalid_payload')
      : void response.writeHead(200).end('ok'),
  )
  await using ledger = await openSlackLedger(`${server.url}/services/${SLACK_TOKEN}`)
  await ledger.queue(reminderOf('camera'))
  expect(await ledger.send()).toMatchObject({ failed: 1, waiting: 0 })
  await ledger.queue(reminderOf('lens'))
  expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
  expect(await ledger.rows()).toMatchObject([
    { state: 'failed', error: 'Slack refuses the message (400 invalid_payload).' },
    { state: 'sent' },
  ])
})
