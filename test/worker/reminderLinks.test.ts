import { afterAll, beforeAll, expect, test } from 'vitest'
import { withdrawReminderLinks } from '../../contract/reminderAnswers.ts'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { testTemporal } from '../support/temporal.ts'
import { openDays, type Days } from './support/days.ts'
import { openStudio, type Studio } from './support/studio.ts'

// Recipients answer a reminder by the link in it.

let studio: Studio
let days: Days
let mail: MailServer
let ingress: string

const PUBLIC_URL = 'https://kit.studio.example'
const today = Temporal.Now.plainDateISO('UTC')
const dayIn = (count: number): string => today.add({ days: count }).toString()

beforeAll(async () => {
  mail = await startMailServer()
  studio = await openStudio(testTemporal(), {
    ownProcess: 'worker',
    config: `sources:\n  - { id: main, file: sheet.csv }\n${configOf(emailChannel(mail.port))}\n`,
    workerEnv: { KITROOM_PUBLIC_URL: PUBLIC_URL, KITROOM_LOG_LEVEL: 'debug' },
  })
  days = await openDays(testTemporal(), studio)
  ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  await mail.stop()
})

async function addService(model: string): Promise<string> {
  const { id } = await studio.api.createItem({ gear_type: 'camera', brand: 'Canon', model })
  const reply = await studio.api.post('/maintenance', { item_type: 'camera', item_id: id, service_type: 'Check', service_date: dayIn(7) })
  expect(reply.status).toBe(201)
  await days.runDay(dayIn(0))
  return reply.item().id
}

/** The address of the link in the newest mail, at the listener of the worker. */
function findLink(): string {
  const { text = '', html = '' } = mail.mails.at(-1)?.email ?? {}
  const [, path = ''] = new RegExp(`${PUBLIC_URL}(/reminders/[\\w-]+)`).exec(text) ?? []
  expect(html).toContain('/reminders/')
  expect(path.length).toBeGreaterThan(40)
  return ingress + path
}

const post = (url: string, fields: Record<string, string>): Promise<Response> => fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
const statusOf = async (id: string): Promise<unknown> => (await studio.api.get(`/maintenance/${id}`)).item().status
const answers = (id: string) => studio.stateSql('select due_on, snoozed_until from reminder_answer where subject = ?', id)

test('GET shows a page and changes nothing; POST acknowledges, also twice', { timeout: 60_000 }, async () => {
  const id = await addService('<img src=x onerror=alert(1)>')
  const url = findLink()
  const page = await fetch(url)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('Check of Canon &lt;img src=x onerror=alert(1)&gt;')
  expect(html).not.toMatch(/<script|<img|https?:/)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'/),
  })
  await fetch(url, { method: 'HEAD' })
  expect(await answers(id)).toEqual([])
  for (const _ of [1, 2]) expect(await (await post(url, { action: 'ack' })).text()).toContain('Acknowledged.')
  expect(await answers(id)).toEqual([{ due_on: dayIn(7), snoozed_until: null }])
  expect(await (await fetch(url)).text()).toContain('It was acknowledged.')
})

test('a reminder is postponed, and its work completed after one question', { timeout: 60_000 }, async () => {
  const id = await addService('R5')
  const url = findLink()
  expect(await (await post(url, { action: 'snooze', days: '1' })).text()).toContain(`The next reminder is on ${dayIn(1)}.`)
  expect(await answers(id)).toEqual([{ due_on: dayIn(7), snoozed_until: dayIn(1) }])
  expect(await (await post(url, { action: 'done' })).text()).toContain('Complete this maintenance record?')
  expect(await statusOf(id)).toBe('scheduled')
  for (const _ of [1, 2]) expect(await (await post(url, { action: 'done', confirm: 'yes' })).text()).toContain('The record is completed.')
  expect(await statusOf(id)).toBe('completed')
  const wrong: Record<string, string>[] = [{ action: 'delete' }, { action: 'snooze', days: '400' }, {}]
  for (const fields of wrong) expect((await post(url, fields)).status).toBe(400)
})

test('a forged, shortened or withdrawn link is answered like an unknown path, and no log has one', { timeout: 60_000 }, async () => {
  await addService('R6')
  const url = findLink()
  const refusalOf = async (address: string): Promise<unknown> => {
    const reply = await fetch(address)
    const { request_id: _id, instance: _instance, ...problem } = (await reply.json()) as Record<string, unknown>
    return [reply.status, problem]
  }
  const unknown = await refusalOf(`${ingress}/reminders/x`)
  const forged = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of [forged, url.slice(0, -8), `${url}${'A'.repeat(3000)}`]) expect(await refusalOf(wrong)).toEqual(unknown)
  expect((await fetch(url)).status).toBe(200)
  await studio.sync.client.call(withdrawReminderLinks, { body: {} })
  expect([(await fetch(url)).status, (await post(url, { action: 'ack' })).status]).toEqual([404, 404])
  const token = url.slice(url.lastIndexOf('/') + 1)
  expect(JSON.stringify(studio.worker.log)).not.toContain(token)
  expect(await studio.stateSql('select 1 from reminder where payload like ?', `%${token}%`)).toEqual([])
})
