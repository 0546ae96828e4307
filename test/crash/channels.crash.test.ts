import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listProblems } from '../../contract/control/problems.ts'
import { ReminderMessage } from '../../contract/control/reminderMessage.ts'
import { testReminders } from '../../contract/control/reminders.ts'
import { createWebhookSecret, verifyWebhook } from '../../platform/webhookSignature.ts'
import { configOf } from '../support/mail/ledger.ts'
import { startNtfyServer, type NtfyServer } from '../support/ntfyServer.ts'
import { SLACK_TOKEN, startSlackServer, type SlackServer } from '../support/slackServer.ts'
import { testTemporal } from '../support/temporal.ts'
import { startReceiver, type Receiver } from '../support/webhooks.ts'
import { until } from '../support/wait.ts'
import { openDays, type Days } from '../worker/support/days.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

// Slack, ntfy and a webhook as channels of a worker that is a process of its own.

const NTFY_TOKEN = 'tk_ntfyT0kenOfThisTest'
const secret = createWebhookSecret()
const today = Temporal.Now.plainDateISO('UTC')

let studio: Studio
let days: Days
let slack: SlackServer
let ntfy: NtfyServer
let team: Receiver

beforeAll(async () => {
  ;[slack, ntfy, team] = await Promise.all([startSlackServer(), startNtfyServer(NTFY_TOKEN), startReceiver()])
  const config = configOf(
    '{ id: chat, type: slack, url_env: KITROOM_CHANNEL_CHAT }',
    `{ id: phone, type: ntfy, server: "${ntfy.url}", topic: kit, token_env: KITROOM_CHANNEL_PHONE }`,
    '{ id: team, type: webhook, url_env: KITROOM_CHANNEL_TEAM, secret_env: KITROOM_CHANNEL_TEAM_SECRET }',
  )
  const workerEnv = {
    KITROOM_CHANNEL_ALLOW: '127.0.0.1/32:*',
    KITROOM_CHANNEL_CHAT: slack.webhook,
    KITROOM_CHANNEL_PHONE: NTFY_TOKEN,
    KITROOM_CHANNEL_TEAM: `${team.url}/t0ken-of-the-path`,
    KITROOM_CHANNEL_TEAM_SECRET: secret,
  }
  studio = await openStudio(testTemporal(), { ownProcess: 'worker', config, workerEnv })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  for (const server of [slack, ntfy, team]) await server[Symbol.asyncDispose]()
})

/** Titles of all messages of each channel. */
const titles = (): Record<'chat' | 'phone' | 'team', (string | undefined)[]> => ({
  chat: slack.messages.map(({ blocks }) => blocks[0]?.text.text),
  phone: ntfy.messages.map(({ title }) => title),
  team: team.arrivals.map(({ body }) => ReminderMessage.parse(JSON.parse(body)).data.title),
})
const count = (channel: keyof ReturnType<typeof titles>, text: string): number =>
  titles()[channel].filter((title) => title?.includes(text)).length
const addCamera = (model: string): Promise<unknown> =>
  studio.api.createItem({
    gear_type: 'camera',
    brand: 'Canon',
    model,
    warranty_expires_on: today.add({ days: 7 }).toString(),
  })
const problems = async () => (await studio.sync.client.call(listProblems)).body.data
const accept: Parameters<Receiver['answer']>[0] = (_arrival, response) => void response.writeHead(200).end()

it('the test command sends by every channel', async () => {
  const { data } = (await studio.sync.client.call(testReminders, { body: {} })).body
  expect(data).toEqual(
    ['chat', 'phone', 'team'].map((id) => ({ channel: id, recipient: id, outcome: 'sent', error: null })),
  )
})

it('a worker that is killed before the webhook answers sends it once more, under the same id, and the others once', async () => {
  const got = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  team.answer((arrival, response, request) => {
    team.answer(accept)
    got.resolve()
    void answer.promise.then(() => accept(arrival, response, request))
  })
  await addCamera('R1')
  const running = days.runDay(today.toString())
  await got.promise
  // A worker that is killed before it has stored that a message was sent sends it again.
  const others = "reminder where state = 'sent' and recipient in ('chat', 'phone')"
  await until('the others are sent', async () => (await studio.countInState(others)) === 2)
  await studio.worker.kill()
  answer.resolve()
  await studio.startWorker()
  await until('it is sent again', () => Promise.resolve(count('team', 'R1') === 2))
  await running
  const attempts = team.arrivals.slice(-2)
  expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(attempts.map(({ headers }) => headers['webhook-signature'])).size).toBe(2)
  for (const { headers, body } of attempts)
    expect(verifyWebhook({ headers, body, secrets: [secret], nowMs: Date.now() })).toMatchObject({ ok: true })
  expect(count('chat', 'R1')).toBe(1)
  expect(count('phone', 'R1')).toBe(1)
  expect(slack.faults.concat(ntfy.faults)).toEqual([])
})

it('a receiver that answers 410 is reported at once by the others, and a test that it accepts resumes it', async () => {
  team.answer((_arrival, response) => void response.writeHead(410).end())
  await addCamera('R2')
  await days.runDay(today.toString())
  await until('it is a problem', async () => (await problems()).some(({ code }) => code === 'channel_failing'))
  expect((await problems())[0]).toMatchObject({
    title: 'The channel team accepts no more reminders',
    detail: expect.stringContaining('(410)'),
  })
  await until('Slack says so', () => Promise.resolve(count('chat', 'The channel team accepts no more reminders') === 1))
  const before = team.arrivals.length
  await days.runDay(today.toString())
  expect(team.arrivals).toHaveLength(before)
  team.answer(accept)
  await studio.sync.client.call(testReminders, { body: { channel: 'team' } })
  await until('what was open is sent', () => Promise.resolve(count('team', 'R2') === 2))
  await until('it is over', async () => (await problems()).length === 0)
})

it('no secret stands in the worker’s files, rows or log', async () => {
  const { dataDir } = studio.folder
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const rows =
    JSON.stringify(await studio.stateSql('select * from reminder')) +
    JSON.stringify(await studio.stateSql('select * from channel_pause'))
  const texts = [
    ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')),
    rows,
    JSON.stringify(studio.worker.log),
  ]
  for (const text of [...texts, studio.worker.errors()])
    for (const hidden of [SLACK_TOKEN, NTFY_TOKEN, 't0ken-of-the-path', secret.slice('whsec_'.length)])
      expect(text.includes(hidden)).toBe(false)
})
