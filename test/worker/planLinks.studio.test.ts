import { afterAll, beforeAll, expect, it } from 'vitest'
import { withdrawReminderLinks } from '../../contract/control/reminderAnswers.ts'
import { runCli } from '../support/cli.ts'
import { expectReadablePage } from '../support/readablePage.ts'
import { openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'
import { until } from '../support/wait.ts'
import { cameras, csv, type Row } from './support/sheets.ts'
import type { Studio } from './support/studio.ts'

// People decide about a plan that waits by the link in its message.

const PUBLIC_URL = 'https://kit.studio.example'
const ADA = '{ id: ada, name: Ada, channels: [{ channel: mail, to: ada@studio.example }] }'
const BO = '{ id: bo, name: Bo, channels: [{ channel: mail, to: bo@studio.example }], kinds: [maintenance] }'
const COY = '{ id: coy, name: Coy, channels: [{ channel: mail, to: ada@studio.example }], kinds: [maintenance] }'

const configOf = (port: number, people: readonly string[] = [ADA, BO], more = ''): string => `
sources:
  - { id: main, file: sheet.csv, missing: delete }
reminders:
  channels:
    - { id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${port}, security: none } }
  people: [${people.join(', ')}]
  ${more}
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

/** Texts of Ada's mails. */
const textsAbout = (text: string): string[] =>
  mailed.mail.mails.flatMap(({ email, to }) =>
    to[0]?.startsWith('ada@') && email.text?.includes(text) ? [email.text] : [],
  )

/** Plans a sheet that waits for a decision. @returns the message about it */
async function planSheet(rows: readonly Row[]): Promise<{ runId: string; text: string }> {
  studio.writeSheet('sheet.csv', csv(rows))
  const { run_id: runId } = await studio.sync.start({ decide: 'policy' })
  expect(await studio.sync.follow(runId)).toMatchObject({ status: 'waiting' })
  await until('the message about the plan arrives', async () => textsAbout(runId).length > 0)
  return { runId, text: textsAbout(runId)[0] ?? '' }
}

/** The problem of a plan ends before the next one begins. */
const messageEnds = (count: number): Promise<unknown> =>
  until('a mail says that the problem is over', async () => textsAbout('It was: A plan of main waits').length === count)

function linkIn(text: string): string {
  const [, path = ''] = new RegExp(`See the plan and decide: ${PUBLIC_URL}(/reminders/plans/[\\w-]+)`).exec(text) ?? []
  expect(path.length).toBeGreaterThan(40)
  return ingress + path
}

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
const textOf = async (reply: Promise<Response>): Promise<string> => (await reply).text()
const statusesOf = async (url: string): Promise<number[]> => [
  (await fetch(url)).status,
  (await post(url, { action: 'approve' })).status,
]
const rows = cameras(30)

it('GET shows the plan and changes nothing; POST applies it once, in the name of the person', async () => {
  const hostile = { ...rows[0], 'Asset Tag': '<b>T-1</b>', Model: '<img src=x onerror=alert(1)>' }
  const { runId, text } = await planSheet([hostile, ...rows])
  const url = linkIn(text)
  const page = await fetch(url)
  const html = await page.text()
  for (const said of [
    'Source: main',
    'The source has approve: manual.',
    'Changes: create 31.',
    'The first 20 of 31 changes:',
  ])
    expect(html).toContain(said)
  expect(html).toContain('create, &lt;b&gt;T-1&lt;/b&gt;, row 2: ')
  expect(html.match(/<li /g)).toHaveLength(20)
  expect(html).not.toMatch(/<script|<img|<b>|https?:/)
  expectReadablePage(html, 'en')
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  await fetch(url, { method: 'HEAD' })
  for (const fields of [{}, { action: 'delete' }] as Record<string, string>[])
    expect((await post(url, fields)).status).toBe(400)
  expect(await studio.sync.get(runId)).toMatchObject({ status: 'waiting' })

  const both = await Promise.all([textOf(post(url, { action: 'approve' })), textOf(post(url, { action: 'approve' }))])
  for (const answer of both) expect(answer).toContain('It was approved by ada.')
  expect(await studio.sync.follow(runId)).toMatchObject({
    status: 'completed',
    decided_by: 'ada',
    results: { created: 31 },
  })
  // A later answer changes nothing and says what was decided.
  expect(await textOf(post(url, { action: 'reject' }))).toContain('It was approved by ada.')
  const decided = await textOf(fetch(url))
  expect(decided).toContain('Its changes are written.')
  expectReadablePage(decided, 'en')
  expect((await runCli(['sync', 'status'], studio.environment())).out).toContain('Decided by ada, by a link.')
  await messageEnds(1)
})

it('a plan that deletes is shown and can be declined, not approved', async () => {
  studio.writeSheet('sheet.csv', csv(rows))
  expect(await studio.sync.syncAll()).toMatchObject({ status: 'completed', counts: { missing: 1 } })
  const { runId, text } = await planSheet(rows)
  const url = linkIn(text)
  const html = await textOf(fetch(url))
  expect(html).toContain('Items that it deletes: 1. So it cannot be approved here')
  expect(html).toContain('sync approve main')
  expect(html).toContain('value="reject"')
  expect(html).not.toContain('value="approve"')
  expect((await post(url, { action: 'approve' })).status).toBe(400)
  expect(await textOf(post(url, { action: 'reject' }))).toContain('It was declined by ada.')
  expect(await studio.sync.get(runId)).toMatchObject({
    status: 'rejected',
    decided_by: 'ada',
    results: { not_reached: 1 },
  })
  await messageEnds(2)
})

it('a link that is forged, of another person, superseded or withdrawn is answered like an unknown path', async () => {
  const changed = [{ ...rows[0], 'Storage Location': 'Attic' }, ...rows.slice(1)]
  const { runId, text } = await planSheet(changed)
  const url = linkIn(text)
  const forged = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of [forged, url.replace('/plans/', '/')]) expect(await statusesOf(wrong)).toEqual([404, 404])

  // Somebody else with this address: the decision would have no name.
  for (const config of [
    configOf(mailed.mail.port, [BO]),
    configOf(mailed.mail.port, [ADA, COY]),
    configOf(mailed.mail.port, [ADA], 'decide_by_link: false'),
  ]) {
    studio.configure(config)
    await until('the link is not valid', async () => (await fetch(url)).status === 404)
    expect((await post(url, { action: 'approve' })).status).toBe(404)
  }
  studio.configure(configOf(mailed.mail.port))
  await until('the link is valid', async () => (await fetch(url)).status === 200)

  const token = url.slice(url.lastIndexOf('/') + 1)
  await studio.sync.client.call(withdrawReminderLinks, { body: {} })
  expect(await statusesOf(url)).toEqual([404, 404])
  expect(await studio.sync.get(runId)).toMatchObject({ status: 'waiting' })
  // A plan that the command line decides has no person.
  expect(await studio.sync.reject(runId)).not.toHaveProperty('decided_by')
  await messageEnds(3)

  const superseded = await planSheet(changed)
  const next = await studio.sync.follow((await studio.sync.start()).run_id)
  expect(await statusesOf(linkIn(superseded.text))).toEqual([404, 404])
  expect(await studio.sync.get(next.run_id)).toMatchObject({ status: 'waiting' })
  await messageEnds(4)

  studio.configure(configOf(mailed.mail.port, [ADA], 'decide_by_link: false'))
  await studio.sync.reject(next.run_id)
  expect((await planSheet(changed)).text).not.toContain(PUBLIC_URL)
  expect(JSON.stringify(studio.worker.log)).not.toContain(token)
})
