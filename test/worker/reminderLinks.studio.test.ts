import { afterAll, beforeAll, expect, it } from 'vitest'
import { withdrawReminderLinks } from '../../contract/control/reminderAnswers.ts'
import { ReminderMessage } from '../../contract/control/reminderMessage.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { expectReadablePage } from '../support/readablePage.ts'
import { startNtfyServer, type NtfyServer } from '../support/ntfyServer.ts'
import { rotateKeyFile } from '../support/rotateKey.ts'
import { startReceiver, type Receiver } from '../support/webhooks.ts'
import { dayIn, openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'
import type { Studio } from './support/studio.ts'

// Recipients answer a reminder by the link in it.

let mailed: MailedStudio
let studio: Studio
let ingress: string
let phone: NtfyServer
let team: Receiver
/** The channel of the phone. */
let ntfy: string

const webhook = '{ id: team, type: webhook, url_env: KITROOM_CHANNEL_TEAM, secret_env: KITROOM_CHANNEL_TEAM_SECRET }'

const textOf = (...channels: string[]): string =>
  `sources:\n  - { id: main, file: sheet.csv }\n${configOf(...channels)}\n`
const PUBLIC_URL = 'https://kit.studio.example'

beforeAll(async () => {
  phone = await startNtfyServer()
  ntfy = `{ id: phone, type: ntfy, server: '${phone.url}', topic: kit }`
  team = await startReceiver()
  mailed = await openMailedStudio((port) => textOf(emailChannel(port), ntfy, webhook), {
    workerEnv: {
      KITROOM_PUBLIC_URL: PUBLIC_URL,
      KITROOM_LOG_LEVEL: 'debug',
      KITROOM_CHANNEL_ALLOW: '127.0.0.1/32:*',
      KITROOM_CHANNEL_TEAM: team.url,
      KITROOM_CHANNEL_TEAM_SECRET: createWebhookSecret(),
    },
  })
  ;({ studio } = mailed)
  ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
})
afterAll(async () => {
  await mailed[Symbol.asyncDispose]()
  await phone[Symbol.asyncDispose]()
  await team[Symbol.asyncDispose]()
})

/** Adds a service, of which people are reminded at once. */
async function addService(model: string): Promise<string> {
  const id = await mailed.addService({ gear_type: 'camera', brand: 'Canon', model }, dayIn(7))
  await mailed.days.runDay(dayIn(0))
  return id
}

/** The address of a link in the newest mail, at the listener of the worker. */
function findLink(label = 'Acknowledge or postpone'): string {
  const { text = '', html = '' } = mailed.mail.mails.at(-1)?.email ?? {}
  const [, path = ''] = new RegExp(`${label}: ${PUBLIC_URL}(/reminders/[\\w-]+)`).exec(text) ?? []
  expect(html).toContain('/reminders/')
  expect(path.length).toBeGreaterThan(40)
  return ingress + path
}

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
const statusOf = async (id: string): Promise<unknown> => (await studio.api.get(`/maintenance/${id}`)).item().status
const answers = (id: string) =>
  studio.stateSql('select due_on, snoozed_until from reminder_answer where subject = ?', id)

/** The problem document of an address, without what differs by request. */
async function problemOf(address: string): Promise<unknown> {
  const reply = await fetch(address)
  const { request_id: _id, instance: _instance, ...problem } = (await reply.json()) as Record<string, unknown>
  return [reply.status, problem]
}

it('GET shows a page and changes nothing; POST acknowledges, also twice', async () => {
  const id = await addService('<img src=x onerror=alert(1)>')
  const url = findLink()
  const page = await fetch(url)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('Check of Canon &lt;img src=x onerror=alert(1)&gt;')
  expect(html).not.toMatch(/<script|<img|https?:/)
  expectReadablePage(html, 'en')
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'/,
    ),
  })
  await fetch(url, { method: 'HEAD' })
  expect(await answers(id)).toEqual([])
  for (const _ of [1, 2]) expect(await (await post(url, { action: 'ack' })).text()).toContain('Acknowledged.')
  expect(await answers(id)).toEqual([{ due_on: dayIn(7), snoozed_until: null }])
  const answered = await (await fetch(url)).text()
  expect(answered).toContain('It was acknowledged.')
  expectReadablePage(answered, 'en')
})

it('a reminder is postponed, and its work completed after one question', async () => {
  const id = await addService('R5')
  const url = findLink()
  expect(await (await post(url, { action: 'snooze', days: '1' })).text()).toContain(
    `The next reminder is on ${dayIn(1)}.`,
  )
  expect(await answers(id)).toEqual([{ due_on: dayIn(7), snoozed_until: dayIn(1) }])
  const question = await (await post(url, { action: 'done' })).text()
  expect(question).toContain('Complete this maintenance record?')
  expectReadablePage(question, 'en')
  expect(await statusOf(id)).toBe('scheduled')
  for (const _ of [1, 2])
    expect(await (await post(url, { action: 'done', confirm: 'yes' })).text()).toContain('The record is completed.')
  expect(await statusOf(id)).toBe('completed')
  const wrong: Record<string, string>[] = [{ action: 'delete' }, { action: 'snooze', days: '400' }, {}]
  for (const fields of wrong) expect((await post(url, fields)).status).toBe(400)
})

it('a link of one action opens the page with that action first, and a POST without a form does it', async () => {
  const id = await addService('R7')
  const buttonsOf = async (label: string): Promise<string[]> =>
    Array.from(
      (await (await fetch(findLink(label))).text()).matchAll(/<button>(.*?)<\/button>/g),
      ([, text = '']) => text,
    )
  const all = await buttonsOf('Acknowledge or postpone')
  expect(all[0]).toMatch(/^Acknowledge/)
  for (const [label, first] of [
    ['Acknowledge', all[0]],
    ['Remind me in 7 days', 'Remind me in 7 days'],
    ['The work is done', 'Yes, the work is done'],
  ] as const) {
    const buttons = await buttonsOf(label)
    expect({ firstButton: buttons[0], buttonCount: buttons.length }).toEqual({
      firstButton: first,
      buttonCount: all.length,
    })
  }
  expect(await answers(id)).toEqual([])
  const press = async (label: string): Promise<string> => (await fetch(findLink(label), { method: 'POST' })).text()
  expect(await press('Remind me in 7 days')).toContain(`The next reminder is on ${dayIn(7)}.`)
  expect(await press('Acknowledge')).toContain('Acknowledged.')
  expect(await answers(id)).toEqual([{ due_on: dayIn(7), snoozed_until: null }])
  expect(await press('The work is done')).toContain('Complete this maintenance record?')
  expect(await statusOf(id)).toBe('scheduled')
  // The page of an action offers the others too.
  expect(await (await post(findLink('Acknowledge'), { action: 'snooze', days: '1' })).text()).toContain(
    `The next reminder is on ${dayIn(1)}.`,
  )
  expect((await fetch(findLink(), { method: 'POST' })).status).toBe(400)
})

it('the buttons of a push message answer it', async () => {
  const id = await addService('R8')
  const actions = phone.messages.at(-1)?.actions ?? []
  expect({ actions: actions.map(({ action }) => action), faults: phone.faults }).toEqual({
    actions: ['view', 'http', 'http'],
    faults: [],
  })
  const at = (index: number): string => actions[index]?.url.replace(PUBLIC_URL, ingress) ?? ''
  expect((await fetch(at(0))).status).toBe(200)
  expect(await answers(id)).toEqual([])
  for (const [index, snoozedUntil] of [
    [2, dayIn(7)],
    [1, null],
  ] as const) {
    expect((await fetch(at(index), { method: 'POST' })).status).toBe(200)
    expect(await answers(id)).toEqual([{ due_on: dayIn(7), snoozed_until: snoozedUntil }])
  }
})

it('a program answers by the addresses of a webhook message', async () => {
  const id = await addService('RP')
  const { data } = ReminderMessage.parse(JSON.parse(team.arrivals.at(-1)?.body ?? ''))
  const { short_id: shortId, links = {} } = data.reminders[0] ?? {}
  expect({ shortId, keys: Object.keys(links) }).toEqual({
    shortId: id.slice(-8),
    keys: ['page', 'ack', 'snooze', 'done'],
  })
  const pressed = async (url = '', body?: URLSearchParams): Promise<number> =>
    (await fetch(url.replace(PUBLIC_URL, ingress), { method: 'POST', ...(body && { body }) })).status
  expect({ pressed: await pressed(links.snooze), answers: await answers(id) }).toEqual({
    pressed: 200,
    answers: [{ due_on: dayIn(7), snoozed_until: dayIn(7) }],
  })
  expect({ pressed: await pressed(links.ack), answers: await answers(id) }).toEqual({
    pressed: 200,
    answers: [{ due_on: dayIn(7), snoozed_until: null }],
  })
  expect({ pressed: await pressed(links.done), status: await statusOf(id) }).toEqual({
    pressed: 200,
    status: 'scheduled',
  })
  expect({
    pressed: await pressed(links.done, new URLSearchParams({ action: 'done', confirm: 'yes' })),
    status: await statusOf(id),
  }).toEqual({
    pressed: 200,
    status: 'completed',
  })
})

it('a link ends with its recipient: who is no longer in kitroom.yaml neither sees nor answers it', async () => {
  const id = await addService('R9')
  const url = findLink()
  const button = phone.messages.at(-1)?.actions?.[1]?.url.replace(PUBLIC_URL, ingress) ?? ''
  const statusesOf = async (address: string): Promise<number[]> => [
    (await fetch(address)).status,
    (await post(address, { action: 'ack' })).status,
  ]
  const mailPort = mailed.mail.port
  const endings: [name: string, ...channels: string[]][] = [
    ['another address', emailChannel(mailPort, { to: 'bo@example.com' }), ntfy],
    ['another id of the channel', emailChannel(mailPort, { id: 'post' }), ntfy],
    ['only the other channel', ntfy],
  ]
  for (const [name, ...channels] of endings) {
    studio.configure(textOf(...channels))
    expect({ name, statuses: await statusesOf(url) }).toEqual({ name, statuses: [404, 404] })
    expect((await fetch(button)).status).toBe(200)
  }
  expect(await problemOf(url)).toEqual(await problemOf(`${ingress}/reminders/x`))
  expect(await answers(id)).toEqual([])
  const peopleOf = (...ids: string[]): string => {
    const people = ids.map(
      (one) => `{ id: ${one}, name: ${one}, channels: [{ channel: mail, to: ${one}@example.com }] }`,
    )
    return textOf(emailChannel(mailPort)).replace('] }\n', `], people: [${people.join(', ')}] }\n`)
  }
  studio.configure(peopleOf('bo', 'ada'))
  expect((await fetch(url)).status).toBe(200)
  studio.configure(peopleOf('bo'))
  expect(await statusesOf(url)).toEqual([404, 404])
  expect(await answers(id)).toEqual([])
  studio.configure(textOf(emailChannel(mailPort)))
  expect(await statusesOf(button)).toEqual([404, 404])
  expect(await statusesOf(url)).toEqual([200, 200])
  studio.configure(textOf(emailChannel(mailPort), ntfy, webhook))
})

it('a forged, shortened or withdrawn link is answered like an unknown path, and no log has one', async () => {
  await addService('R6')
  const url = findLink()
  const unknown = await problemOf(`${ingress}/reminders/x`)
  const forged = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of [forged, url.slice(0, -8), `${url}${'A'.repeat(3000)}`])
    expect(await problemOf(wrong)).toEqual(unknown)
  expect((await fetch(url)).status).toBe(200)
  await studio.sync.client.call(withdrawReminderLinks, { body: {} })
  expect((await fetch(url)).status).toBe(404)
  expect((await post(url, { action: 'ack' })).status).toBe(404)
  const pageOf = async (address: string): Promise<string> =>
    (await fetch(address, { headers: { accept: 'text/html' } })).text()
  expect(await pageOf(url)).toBe(await pageOf(`${ingress}/nothing`))
  const token = url.slice(url.lastIndexOf('/') + 1)
  expect(JSON.stringify(studio.worker.log)).not.toContain(token)
  expect(await studio.stateSql('select 1 from reminder where payload like ?', `%${token}%`)).toEqual([])
})

it('a link outlives the start with a new key beside the earlier one, and ends when that is dropped', async () => {
  const id = await addService('RX')
  const pathOf = (url: string): string => url.slice(ingress.length)
  const earlierPath = pathOf(findLink())
  const restart = async (): Promise<void> => {
    await studio.worker.stop()
    await studio.startWorker()
    ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
  }
  const { dropEarlierKey } = rotateKeyFile(studio.folder.dataDir)
  await restart()
  expect((await post(ingress + earlierPath, { action: 'ack' })).status).toBe(200)
  expect(await answers(id)).toEqual([{ due_on: dayIn(7), snoozed_until: null }])
  await addService('RY')
  const nextPath = pathOf(findLink())
  dropEarlierKey()
  await restart()
  expect((await fetch(ingress + earlierPath)).status).toBe(404)
  expect((await fetch(ingress + nextPath)).status).toBe(200)
})
