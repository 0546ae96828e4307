import { expect, it } from 'vitest'
import { ReminderMessage } from '../../contract/control/reminderMessage.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { openInProcessStudio } from '../support/inProcessStudio.ts'
import { startMailServer } from '../support/mail/mailServer.ts'
import { startNtfyServer } from '../support/ntfyServer.ts'
import { startSlackServer } from '../support/slackServer.ts'
import { startReceiver } from '../support/webhooks.ts'

// Many insurances that end on one day: one message per person and channel, which lists or counts them all.

const COUNT = 300
/** A push message has the short id behind the title. */
const TITLE = /^Insurance "Policy \d+" ends today, on 2027-03-28(?: \[([0-9a-f]{8})\])?$/

const configOf = (mailPort: number, ntfyUrl: string): string => `
warranty: { steps: [0] }
reminders:
  channels:
    - { id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${mailPort}, security: none } }
    - { id: team, type: webhook, url_env: KITROOM_CHANNEL_TEAM, secret_env: KITROOM_CHANNEL_TEAM_SECRET }
    - { id: chat, type: slack, url_env: KITROOM_CHANNEL_CHAT }
    - { id: phone, type: ntfy, server: '${ntfyUrl}', topic_env: KITROOM_CHANNEL_PHONE }
  people:
    - { id: ada, name: Ada, channels: [{ channel: mail, to: ada@studio.example }, chat] }
    - { id: bo, name: Bo, channels: [{ channel: mail, to: bo@studio.example }, team, phone] }
`

/** The number of reminders that a text lists and counts. */
function countIn(text: string): { listed: number; counted: number; ids: string[] } {
  const lines = text.split('\n')
  const more = lines.map((line) => /^and (\d+) more$/.exec(line)?.[1]).find((found) => found !== undefined)
  const ids = lines.flatMap((line) => TITLE.exec(line)?.[1] ?? [])
  return { listed: lines.filter((line) => TITLE.test(line)).length, counted: Number(more ?? 0), ids }
}

it(`${COUNT} insurances that end on one morning are one message per person and channel`, async () => {
  await using mail = await startMailServer()
  await using team = await startReceiver()
  await using chat = await startSlackServer()
  await using phone = await startNtfyServer()
  const workerEnv = {
    KITROOM_CHANNEL_TEAM: team.url,
    KITROOM_CHANNEL_TEAM_SECRET: createWebhookSecret(),
    KITROOM_CHANNEL_CHAT: chat.webhook,
    KITROOM_CHANNEL_PHONE: 'kit',
    KITROOM_CHANNEL_ALLOW: '127.0.0.1/32:*',
  }
  const begin = Temporal.ZonedDateTime.from('2027-03-27T12:00[Europe/Berlin]')
  await using studio = await openInProcessStudio(configOf(mail.port, phone.url), begin, { workerEnv })
  const ids: string[] = []
  for (let index = 0; index < COUNT; index++) {
    const reply = await studio.settings.post('/documents', {
      type: 'insurance',
      title: `Policy ${index}`,
      expires_on: '2027-03-28',
    })
    ids.push(reply.item().id)
  }
  // Clocks are put forward in this night.
  studio.moveTo(Temporal.ZonedDateTime.from('2027-03-28T08:00[Europe/Berlin]'))
  expect((await studio.runDaily())['sendReminders']).toMatchObject({ sent: 5 * COUNT, waiting: 0 })
  expect(mail.mails.flatMap(({ to }) => to).toSorted()).toEqual(['ada@studio.example', 'bo@studio.example'])
  for (const { email } of mail.mails) {
    expect(email.subject).toBe(`${COUNT} reminders of your studio`)
    expect(countIn(email.text ?? '')).toEqual({ listed: COUNT, counted: 0, ids: [] })
    expect(email.text?.match(/^Id: [0-9a-f]{8}$/gm)?.toSorted()).toEqual(
      ids.map((id) => `Id: ${id.slice(-8)}`).toSorted(),
    )
  }
  const [message, ...otherMessages] = team.arrivals.map(({ body }) => ReminderMessage.parse(JSON.parse(body)).data)
  expect({ total: message?.total, omitted: message?.omitted, otherMessages }).toEqual({
    total: COUNT,
    omitted: 0,
    otherMessages: [],
  })
  expect(message?.reminders.map(({ subject }) => subject).toSorted()).toEqual(ids.toSorted())
  for (const { kind, document_type: type, subject, short_id: shortId, links } of message?.reminders ?? [])
    expect({ kind, type, shortId, links }).toEqual({
      kind: 'warranty',
      type: 'insurance',
      shortId: subject.slice(-8),
      links: undefined,
    })
  const chatTexts = chat.messages.map(({ blocks }) => blocks.map(({ text }) => text.text).join('\n'))
  const phoneTexts = phone.messages.map((one) => one.message)
  for (const texts of [chatTexts, phoneTexts]) {
    expect(texts).toHaveLength(1)
    const { listed, counted, ids: shownIds } = countIn(texts[0] ?? '')
    expect(new Set(shownIds).size).toBe(listed)
    expect(shownIds.filter((shown) => !ids.some((id) => id.endsWith(shown)))).toEqual([])
    expect(listed + counted).toEqual(COUNT)
    expect(listed).toBeGreaterThan(20)
    expect(counted).toBeGreaterThan(0)
  }
  expect({ chat: chat.faults, phone: phone.faults }).toEqual({ chat: [], phone: [] })
  const messageCounts = (): object => ({
    mail: mail.mails.length,
    team: team.arrivals.length,
    chat: chat.messages.length,
    phone: phone.messages.length,
  })
  const before = messageCounts()
  studio.moveTo(Temporal.ZonedDateTime.from('2027-03-29T08:00[Europe/Berlin]'))
  expect((await studio.runDaily())['sendReminders']).toMatchObject({ sent: 0, waiting: 0 })
  expect(messageCounts()).toEqual(before)
})
