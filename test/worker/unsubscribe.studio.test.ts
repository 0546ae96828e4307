import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withdrawReminderLinks } from '../../contract/control/reminderAnswers.ts'
import { listUnsubscribed, resubscribePerson } from '../../contract/control/unsubscriptions.ts'
import { kitroomJson } from '../server/operator/support.ts'
import { runCli } from '../support/cli.ts'
import type { ReceivedMail } from '../support/mail/mailServer.ts'
import { stateOnPostgres } from '../support/stateUrl.ts'
import { emptyDatabaseUrl } from '../support/testDatabase.ts'
import { dayIn, openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'
import type { Studio } from './support/studio.ts'

// People unsubscribe from reminders by a header of their mails. What then concerns nobody goes to the fallback person.

const PUBLIC_URL = 'https://kit.studio.example'
const PATH = /^<https:\/\/kit\.studio\.example(\/reminders\/unsubscribe\/[\w-]{40,})>$/
const ADA = '{ id: ada, name: Ada, channels: [{ channel: mail, to: ada@studio.example }], only: { type: lens } }'
const BO =
  '{ id: bo, name: Bo, channels: [{ channel: mail, to: bo@studio.example }], only: { type: drone }, unsubscribe: true }'
const CY =
  '{ id: cy, name: Cy, channels: [{ channel: mail, to: cy@studio.example }], only: { type: camera }, kinds: [maintenance, problems], unsubscribe: true, language: de, digest: { every: week, at: "09:00" } }'

const configOf = (port: number, people: readonly string[] = [ADA, BO, CY]): string => `
sources:
  - { id: main, file: sheet.csv }
maintenance: { covered_repairs: false }
reminders:
  channels:
    - { id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${port}, security: none } }
  people: [${people.join(', ')}]
  ${people.includes(CY) ? 'escalation: { after: 48h, to: cy }' : ''}
`

let mailed: MailedStudio
let studio: Studio
let ingress: string

beforeAll(async () => {
  mailed = await openMailedStudio((port) => configOf(port), {
    workerEnv: { KITROOM_PUBLIC_URL: PUBLIC_URL, KITROOM_LOG_LEVEL: 'debug' },
  })
  ;({ studio } = mailed)
  ingress = String((await studio.worker.waitForLog('ready'))['ingress'])
})
afterAll(() => mailed[Symbol.asyncDispose]())

const headersOf = ({ email }: ReceivedMail): Record<string, string> =>
  Object.fromEntries(email.headers.filter(({ key }) => key.startsWith('list-')).map(({ key, value }) => [key, value]))
const mailsTo = (id: string): ReceivedMail[] => mailed.mail.mails.filter(({ to }) => to[0] === `${id}@studio.example`)
const countTo = (id: string, text: string): number => mailed.countMails(text, id)
const addDrone = (model: string): Promise<string> =>
  mailed.addService({ gear_type: 'drone', brand: 'DJI', model }, dayIn(7))

/** Adds a service of a drone, of which people are reminded at once. */
async function remindOf(model: string): Promise<void> {
  await addDrone(model)
  await mailed.days.runDay(dayIn(0))
}

/** The address in the header of the newest mail to a person, at the listener of the worker. */
function findLink(id: string): string {
  const [, path = ''] = PATH.exec(headersOf(mailsTo(id).at(-1)!)['list-unsubscribe'] ?? '') ?? []
  expect(path).not.toBe('')
  return ingress + path
}

const post = (url: string, body: string | FormData = 'List-Unsubscribe=One-Click'): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body,
    ...(typeof body === 'string' && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  })
const unsubscribed = async () => (await studio.sync.client.call(listUnsubscribed, {})).body.data
const resubscribe = async (person: string) =>
  (await studio.sync.client.call(resubscribePerson, { body: { person } })).body.data

it('GET shows a page and changes nothing; the POST of a mail program ends the mails, and others get what follows', async () => {
  await remindOf('Mavic')
  await expect.poll(() => countTo('bo', 'DJI Mavic')).toBe(1)
  expect(headersOf(mailsTo('bo')[0]!)).toEqual({
    'list-unsubscribe': expect.stringMatching(PATH),
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  const url = findLink('bo')
  const page = await fetch(url)
  const html = await page.text()
  for (const said of [
    'bo@studio.example gets no more reminders',
    'name="List-Unsubscribe" value="One-Click"',
    '<button>Unsubscribe</button>',
  ])
    expect(html).toContain(said)
  expect(html).not.toMatch(/<script|<img|https?:/)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  await fetch(url, { method: 'HEAD' })
  expect((await post(url, 'action=ack')).status).toBe(400)
  expect(await unsubscribed()).toEqual([])

  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  for (const body of ['List-Unsubscribe=One-Click', form])
    expect(await (await post(url, body)).text()).toContain('You have unsubscribed.')
  expect(await (await fetch(url)).text()).not.toContain('<button>')
  expect(await unsubscribed()).toMatchObject([
    { person: 'bo', name: 'Bo', channel: 'mail', recipient: 'bo@studio.example', in_effect: true },
  ])

  // The fallback person is notified once, and gets what concerns nobody else, also what Bo had.
  await expect.poll(() => countTo('ada', 'Bo has unsubscribed from reminders to bo@studio.example')).toBe(1)
  expect(countTo('ada', 'kitroom reminders resubscribe bo')).toBe(1)
  await remindOf('Mini')
  await expect
    .poll(() => ({ mavic: countTo('ada', 'DJI Mavic'), mini: countTo('ada', 'DJI Mini') }))
    .toEqual({ mavic: 1, mini: 1 })
  expect(countTo('bo', '')).toBe(1)
  expect(mailsTo('ada').map(headersOf)).toEqual(mailsTo('ada').map(() => ({})))
})

it('who subscribes again gets what is due, and later reminders', async () => {
  const run = (...args: string[]) => runCli(['reminders', ...args], studio.environment())
  expect((await run('unsubscribed')).out).toMatch(/^bo +Bo +mail bo@studio\.example +\S+ +yes$/m)
  expect((await run('resubscribe', 'bo')).out).toContain('bo gets reminders again: mail bo@studio.example.')
  expect((await run('resubscribe', 'bo')).err).toContain('bo had not unsubscribed.')
  expect((await run('unsubscribed')).err).toContain('Nobody has unsubscribed.')
  expect((await run('resubscribe', 'nobody')).err).toContain(
    'There is no person "nobody" in kitroom.yaml. It has: ada, bo, cy.',
  )
  await remindOf('Air')
  await expect
    .poll(() => ({ mini: countTo('bo', 'DJI Mini'), air: countTo('bo', 'DJI Air') }))
    .toEqual({ mini: 1, air: 1 })
  expect(countTo('ada', 'DJI Air')).toBe(0)
  expect(countTo('ada', 'has unsubscribed')).toBe(1)
})

it('a reminder that waits for a digest goes to the fallback person at once, and one that others have does not', async () => {
  // The first mail has the link, as a digest.
  await mailed.addService({ gear_type: 'camera', brand: 'Canon', model: 'R5' }, dayIn(7))
  await mailed.days.runDay(dayIn(0))
  const release = (): Promise<unknown> => {
    const earlier = Temporal.Now.instant()
      .subtract({ hours: 24 * 8 })
      .toString({ fractionalSecondDigits: 3 })
    return studio.stateSql(
      "update reminder set created_at = ?, next_try_at = ? where state = 'pending' and not_before is null",
      earlier,
      earlier,
    )
  }
  await release()
  await expect.poll(() => countTo('cy', 'Canon R5')).toBe(1)
  const url = findLink('cy')
  expect(await (await fetch(url)).text()).toContain('<button>Abbestellen</button>')
  await mailed.addService({ gear_type: 'camera', brand: 'Canon', model: 'R7' }, dayIn(7))
  await mailed.days.runDay(dayIn(0))
  expect(countTo('cy', 'Canon R7')).toBe(0)
  expect(countTo('ada', 'Canon R7')).toBe(0)
  expect((await post(url)).status).toBe(200)
  await expect
    .poll(() => ({ service: countTo('ada', 'Canon R7'), notice: countTo('ada', 'Cy has unsubscribed') }))
    .toEqual({ service: 1, notice: 1 })
  expect(
    await studio.stateSql(
      "select state, error from reminder where recipient = 'cy@studio.example' and state <> 'sent' and not_before is null",
    ),
  ).toMatchObject([
    {
      state: 'skipped',
      error: expect.stringContaining('The person has unsubscribed from reminders at this address.'),
    },
  ])
  await release()
  await mailed.days.runDay(dayIn(0))
  expect(countTo('cy', '')).toBe(1)
  expect(countTo('ada', 'Canon R7')).toBe(1)
})

it('problems and escalations still reach who has unsubscribed, without an offer to unsubscribe', async () => {
  await studio.stateSql(
    "update reminder set not_before = '2026-01-01T00:00:00.000Z', next_try_at = '2026-01-01T00:00:00.000Z' where not_before > ''",
  )
  await expect.poll(() => countTo('cy', 'Noch nicht bestätigt')).toBeGreaterThan(0)
  studio.configure(`${configOf(mailed.mail.port)}\nunknown: 1\n`)
  await expect.poll(() => countTo('cy', '„unknown“ ist keine Einstellung')).toBe(1)
  studio.configure(configOf(mailed.mail.port))
  expect(mailsTo('cy').slice(1).map(headersOf)).toEqual(
    mailsTo('cy')
      .slice(1)
      .map(() => ({})),
  )
})

it('a link that is forged, of another person, not offered any more or withdrawn is answered like an unknown path', async () => {
  const url = findLink('bo')
  const statusesOf = async (address: string): Promise<number[]> => [
    (await fetch(address)).status,
    (await post(address)).status,
  ]
  const forged = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of [
    forged,
    url.slice(0, -8),
    url.replace('/unsubscribe/', '/'),
    url.replace('/unsubscribe/', '/plans/'),
  ])
    expect(await statusesOf(wrong)).toEqual([404, 404])
  const shared = BO.replaceAll('bo', 'dan').replace('dan@', 'bo@').replace(', unsubscribe: true', '')
  for (const people of [
    [ADA, CY],
    [ADA, BO, shared],
    [ADA, BO.replace(', unsubscribe: true', '')],
  ]) {
    studio.configure(configOf(mailed.mail.port, people))
    await expect.poll(async () => (await fetch(url)).status).toBe(404)
    expect((await post(url)).status).toBe(404)
  }
  // Without the setting, an earlier unsubscription stays in effect where the person is listed.
  expect(await unsubscribed()).toMatchObject([{ person: 'cy', in_effect: false }])
  studio.configure(configOf(mailed.mail.port))
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
  await studio.sync.client.call(withdrawReminderLinks, { body: {} })
  expect(await statusesOf(url)).toEqual([404, 404])
  expect(await unsubscribed()).toMatchObject([{ person: 'cy', in_effect: true }])
  const log = JSON.stringify(studio.worker.log)
  expect(log).toContain('a person has unsubscribed from reminders')
  expect(log).not.toContain(url.slice(url.lastIndexOf('/') + 1))
  expect(await resubscribe('cy')).toHaveLength(1)
})

it('a backup has who unsubscribed, and a restore brings back its unsubscriptions', async () => {
  const { dataDir } = studio.folder
  const backup = join(dataDir, 'backup')
  await remindOf('Phantom')
  await expect.poll(() => countTo('bo', 'DJI Phantom')).toBe(1)
  expect((await post(findLink('bo'))).status).toBe(200)
  await kitroomJson(dataDir, ['backup', '--only', 'worker', '--out', backup], studio.environment())
  expect(await resubscribe('bo')).toHaveLength(1)
  await studio.worker.stop()
  const database: Record<string, string> = stateOnPostgres
    ? { KITROOM_WORKER_DATABASE_URL: await emptyDatabaseUrl() }
    : {}
  await kitroomJson(dataDir, ['restore', '--from', backup, '--only', 'worker', '--replace', '--yes'], {
    ...studio.environment(),
    ...database,
  })
  await studio.startWorker(database)
  expect(await unsubscribed()).toMatchObject([{ person: 'bo', in_effect: true }])
})
