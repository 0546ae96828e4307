import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { startNtfyServer } from '../support/ntfyServer.ts'
import { startSlackServer } from '../support/slackServer.ts'
import { testTemporal } from '../support/temporal.ts'
import { startReceiver } from '../support/webhooks.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { until } from '../support/wait.ts'
import { openDays, type Days } from './support/days.ts'
import { cameras, csv } from './support/sheets.ts'
import { openStudio, type Studio } from './support/studio.ts'

let studio: Studio
let days: Days
let mail: MailServer
let team: Awaited<ReturnType<typeof startReceiver>>
let chat: Awaited<ReturnType<typeof startSlackServer>>
let phone: Awaited<ReturnType<typeof startNtfyServer>>

beforeAll(async () => {
  mail = await startMailServer()
  team = await startReceiver()
  chat = await startSlackServer()
  phone = await startNtfyServer()
  const workerEnv = {
    KITROOM_CHANNEL_TEAM: team.url,
    KITROOM_CHANNEL_TEAM_SECRET: createWebhookSecret(),
    KITROOM_CHANNEL_CHAT: chat.webhook,
    KITROOM_CHANNEL_PHONE: 'kit',
    KITROOM_CHANNEL_ALLOW: '127.0.0.1/32:*',
    KITROOM_PUBLIC_URL: 'https://kit.studio.example',
  }
  const config = `reminders:
  channels:
    - { id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${mail.port}, security: none } }
    - { id: team, type: webhook, url_env: KITROOM_CHANNEL_TEAM, secret_env: KITROOM_CHANNEL_TEAM_SECRET }
    - { id: chat, type: slack, url_env: KITROOM_CHANNEL_CHAT }
    - { id: phone, type: ntfy, server: '${phone.url}', topic_env: KITROOM_CHANNEL_PHONE }
  people:
    - { id: ada, name: Ada, channels: [{ channel: mail, to: ada@studio.example }, chat, team, phone] }
    - { id: bo, name: Bo, language: de, channels: [{ channel: mail, to: bo@studio.example }] }
sources: [{ id: main, file: sheet.csv }]
`
  studio = await openStudio(testTemporal(), { config, workerEnv })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  for (const server of [team, chat, phone]) await server[Symbol.asyncDispose]()
  await mail.stop()
})

const mailTo = (name: string) => mail.mails.find(({ to }) => to.includes(`${name}@studio.example`))?.email

it('the mail about a plan has its first 20 rows, counts and a link; chats have no price and no serial number', async () => {
  const rows = cameras(23).map((row, index) => ({ ...row, 'Serial No': `SN-77${String(index + 1).padStart(2, '0')}` }))
  studio.writeSheet('sheet.csv', csv([...rows, { ...rows[0], 'Asset Tag': 'K-0099', Type: 'sofa' }]))
  const { run_id: runId } = await studio.sync.start({ decide: 'policy' })
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'waiting', counts: { create: 23, refused: 1 } })
  await until('the mails arrive', async () => mailTo('ada') !== undefined && mailTo('bo') !== undefined)
  const text = mailTo('ada')?.text ?? ''
  expect(text).toContain('Changes: create 23, refuse 1')
  expect(text).toContain('The first 20 of 23 changes:')
  expect(text).toContain('serial_number: SN-7701')
  expect(text).toContain('https://kit.studio.example/')
  expect(text.match(/^- create, K-00\d\d, row \d+: /gm)).toHaveLength(20)
  expect(mailTo('ada')?.html?.match(/<li /g)).toHaveLength(20)
  expect(mailTo('bo')?.text).toMatch(/23.*\n(?:- neu, K-00\d\d, Zeile \d+: .*\n){20}/)

  await until('the chats have it', async () =>
    [team.arrivals, chat.messages, phone.messages].every(({ length }) => length > 0),
  )
  const chats = JSON.stringify([team.arrivals.map(({ body }) => body), chat.messages, phone.messages])
  expect(chats).toContain('create 23, refuse 1')
  expect(chats).not.toMatch(/SN-77|purchase_price|serial_number/)
})
