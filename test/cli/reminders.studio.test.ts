import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import type { ReminderInfo } from '../../contract/control/reminders.ts'
import { fillSection, sectionOf } from '../docs/sheets/sections.ts'
import { createApi } from '../support/api.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { runCli } from '../support/cli.ts'
import type { CommandResult } from '../support/run.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { until } from '../support/wait.ts'

// The channels and their commands, and the page that shows them.

const document = fileURLToPath(new URL('../../docs/reminders.md', import.meta.url))
const text = (): string => readFileSync(document, 'utf8')
const [settings = ''] = [...text().matchAll(/```yaml\n(reminders:[\s\S]*?)```/g)].map((match) => match[1] ?? '')
const REFUSED_RECIPIENT = 'ada@studio.example'

let studio: LocalStudio
let server: MailServer
const reminders = (...args: string[]): Promise<CommandResult> => runCli(['reminders', ...args], studio.env)

const withServer = (port: number): string =>
  settings.replace(/smtp: .*/, `smtp: { host: 127.0.0.1, port: ${port}, security: none }`)

beforeAll(async () => {
  server = await startMailServer({ onRecipient: (address) => (address === REFUSED_RECIPIENT ? 550 : undefined) })
  studio = await startLocalStudio(withServer(server.port))
})
afterAll(async () => {
  await studio.stop()
  await server.stop()
})

const endsOn = Temporal.Now.plainDateISO('UTC').add({ days: 7 }).toString()
/** Replaces values that differ between runs. */
const mask = (output: string): string =>
  output
    .replaceAll(`127.0.0.1:${server.port}`, 'mail.studio.example:587')
    .replaceAll(endsOn, '2027-03-23')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2027-03-16T08:00:00.000Z')
    .replaceAll(/[0-9a-f]{32}/g, '5f0c…')
    // The end of a record's id in a table.
    .replaceAll(/(?<=  |ack |snooze )[0-9a-f]{8}(?=  | --for|\n)/g, '5f0c7a1e')
    .replaceAll(/^Date: .*$/gm, 'Date: Tue, 16 Mar 2027 08:00:00 +0000')
    .replaceAll(/boundary="[^"]*"/g, 'boundary="…"')
    // The formatter removes trailing spaces.
    .replaceAll(/ +$/gm, '')
    .trimEnd()

/** Compares output with a section of the document. UPDATE_DOCS=1 updates the section first. */
function expectSection(name: string, output: string): void {
  if (process.env['UPDATE_DOCS']) writeFileSync(document, fillSection(text(), name, mask(output)))
  expect(sectionOf(text(), name)).toBe(mask(output))
}

it('the settings in the document are valid, and every setting is explained', () => {
  const [, email] = loadConfig(settings).reminders.channels
  if (email?.type !== 'email') throw new Error('the second channel is no e-mail')
  const names = ['at', 'channels', ...Object.keys(email), ...Object.keys(email.smtp).map((name) => `smtp.${name}`)]
  expect(names.filter((name) => name !== 'smtp' && !text().includes(`\`${name}\``))).toEqual([])
})

it('reminders test sends by each channel, and prints the outcomes', async () => {
  expect(await reminders('test', 'log')).toMatchObject({ code: 0, out: 'log: sent\n' })
  const testRun = await reminders('test')
  expect(testRun.code).toBe(1)
  expectSection('reminders, a try', `$ npm run -s kitroom -- reminders test\n${testRun.out}`)
  expect(server.mails.map(({ to, email }) => [to, email.subject])).toEqual([
    [['gear@studio.example'], 'A test of Kitroom’s reminders'],
  ])
  const data = [{ channel: 'log', recipient: 'log', outcome: 'sent', error: null }]
  expect(JSON.parse((await reminders('test', 'log', '--json')).out)).toEqual({ data })
  expect((await reminders('test', 'pigeon')).err).toContain(
    'There is no channel "pigeon" in kitroom.yaml. It has: log, mail. [unknown_channel]',
  )
})

it('reminders preview shows an example while nothing is due', async () => {
  for (const [kind, shown] of [
    ['maintenance', 'Subject: Example: Sensor cleaning of Canon EOS R5 (CAM-01) is due on '],
    ['warranty', 'Subject: Example: Warranty of Canon EOS R5 (CAM-01) ends on '],
    ['insurance', 'Subject: Example: Insurance of Canon EOS R5 (CAM-01) ends on '],
    ['problem', 'Subject: Example: The sync of gear could not read its sheet'],
  ] as const) {
    const { code, out, err } = await reminders('preview', kind)
    expect({ code, err }).toEqual({
      code: 0,
      err: 'This is an example: nothing of this kind is due or concerns the person.\n',
    })
    expect(out).toContain(shown)
    expect(out).toContain('What to do: ')
  }
  const digest = await reminders('preview', 'digest')
  expect(digest.err).toContain('This is an example')
  expect(digest.out).toMatch(/^Subject: 3 reminders of your studio\n[^]*\nWITHIN A WEEK\n\nExample: /)
  expect((await reminders('preview', 'rain')).err).toContain('[invalid_request]')
  expect((await reminders('preview', 'warranty', '--person', 'ada')).err).toContain(
    'There is no person "ada" in kitroom.yaml. It has: none. [unknown_person]',
  )
  expect((await reminders('preview', 'warranty', '--out', 'mail.txt')).err).toContain(
    '--out must name a file that ends in .html.',
  )
})

it('reminders run sends what is due once, and reminders list shows the outcome', async () => {
  expect((await reminders('list')).err).toContain('There are no such reminders.')
  const api = createApi(studio.apiUrl, studio.account.api_key)
  await api.createItem({
    gear_type: 'camera',
    brand: 'Canon',
    model: 'EOS R5',
    asset_tag: 'CAM-1',
    warranty_expires_on: endsOn,
  })
  const result = await reminders('run')
  expect(result.code).toBe(0)
  expect(result.out).toMatch(/^Warranties and insurances: 1 document checked.*\n(?:.*\n)*Sending: .*\n$/m)
  // The creation event may have queued the reminder before this run.
  await until('all were sent', async () => !/^(?:pending|sending)/m.test((await reminders('list')).out))
  const mails = server.mails.filter(({ email }) => email.subject?.includes('EOS R5'))
  expect(mails).toHaveLength(1)
  expectSection('reminders, a mail', mails[0]?.raw.split('\r\n\r\n')[0]?.replaceAll('\r\n', '\n') ?? '')
  expectSection(
    'reminders, a refusal',
    `$ npm run -s kitroom -- reminders list --state failed\n${(await reminders('list', '--state', 'failed')).out}`,
  )
  const sentReminders = JSON.parse((await reminders('list', '--state', 'sent', '--json')).out) as {
    data: ReminderInfo[]
  }
  expect(sentReminders.data.map(({ channel }) => channel).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'log',
    'mail',
  ])
  expect(sentReminders.data[0]).toMatchObject({
    kind: 'warranty',
    document_type: 'warranty',
    due_on: endsOn,
    step: 7,
    state: 'sent',
    attempts: 1,
    error: null,
    next_try_at: null,
  })

  const mailsBefore = server.mails.length
  expect((await reminders('run', '--json')).out).toContain('"outcome": "completed"')
  expect(server.mails).toHaveLength(mailsBefore)
  expect((await reminders('list', '--state', 'mislaid')).err).toContain('[invalid_request]')
})

it('reminders preview shows the mail of the next record, and writes its HTML', async () => {
  const { code, out, err } = await reminders('preview', 'warranty')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expectSection('reminders, a preview', `$ npm run -s kitroom -- reminders preview warranty\n${out}`)
  const sent = server.mails.find(({ email }) => email.subject?.includes('EOS R5'))?.email
  expect(out).toBe(`Subject: ${sent?.subject}\n\n${sent?.text?.trimEnd()}\n`)
  const file = join(studio.dataFolder, 'mail.html')
  expect(await reminders('preview', 'warranty', '--out', file)).toMatchObject({
    code: 0,
    out: '',
    err: `Written: ${file}\n`,
  })
  expect(readFileSync(file, 'utf8').trim()).toBe(String(sent?.html).trim())
  expect(JSON.parse((await reminders('preview', 'warranty', '--json')).out)).toMatchObject({
    data: { kind: 'warranty', is_example: false, subject: sent?.subject },
  })
})

it('acknowledges and postpones a reminder by the id that the list shows', async () => {
  const { out: list } = await reminders('list', '--limit', '1')
  const [, id = ''] = /  ([0-9a-f]{8})  Warranty of/.exec(list) ?? []
  expect(await reminders('snooze', id, '--for', '2w')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Postponed: Warranty of .*, its day\.\n$/),
  })
  expect(await reminders('ack', id)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Acknowledged: Warranty of .*\. Nobody is reminded of \S+ again\.\n$/),
  })
  expect((await reminders('snooze', id, '--for', 'soon')).err).toContain('It must be 1d to 365d, or 1w to 52w.')
})
