import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer, type ReceivedMail } from '../support/mail/mailServer.ts'
import { createApi } from '../support/api.ts'
import { fillSection, sectionOf } from './sheets/sections.ts'
import { runSql } from '../support/database.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { runFile } from '../support/run.ts'
import { until } from '../support/wait.ts'
import { csv } from '../worker/support/sheets.ts'
import { openSync } from '../worker/support/sync.ts'

// The usual first steps: start, a sheet, then mail, then a plan. docs/reminders.md lists the messages.

const document = fileURLToPath(new URL('../../docs/reminders.md', import.meta.url))
const text = (): string => readFileSync(document, 'utf8')

const SOURCE = 'sources:\n  - id: main\n    file: sheet.csv\n'
const PLAN =
  'maintenance:\n  plans:\n    - { id: sensor, applies_to: { brand: Canon }, service_type: Sensor cleaning, every: 26 weeks, from: purchase }\n'
const withMail = (port: number): string =>
  `reminders:\n  channels:\n    - { id: log, type: log }\n    - ${emailChannel(port, { to: 'ada@studio.example, bob@studio.example' })}\n`

const today = Temporal.Now.plainDateISO('UTC')
const SHOWN_TODAY = Temporal.PlainDate.from('2027-03-16')
const dateIn = (days: number): string => today.add({ days }).toString()

/** Ends of 24 warranties, in days from today. The other items have no warranty. */
const ENDS_IN_DAYS = [-900, -400, -120, -31, -30, -9, -1, 0, 1, 4, 6, 7, 8, 15, 22, 29, 36, 43, 50, 57, 64, 71, 78, 89]

function makeSheet(): string {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    'Asset Tag': `CAM-${String(index + 1).padStart(2, '0')}`,
    Type: 'camera',
    Brand: index < 6 ? 'Canon' : 'Sony',
    Model: index < 6 ? 'EOS R5' : 'FX3',
    Serial: `S${1000 + index}`,
    'Purchase Date': index < 6 ? dateIn(-194) : '',
    'Warranty Expires': ENDS_IN_DAYS[index] === undefined ? '' : dateIn(ENDS_IN_DAYS[index]),
  }))
  return csv(rows)
}

let studio: LocalStudio
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  studio = await startLocalStudio(SOURCE)
})
afterAll(async () => {
  await studio.stop()
  await mail.stop()
})

const countSent = async (channel: string): Promise<number> =>
  (
    await runSql<{ n: number }>(
      join(studio.dataFolder, 'worker.db'),
      "select count(*) as n from reminder where channel = ? and state = 'sent'",
      channel,
    )
  )[0]?.n ?? 0

const queryState = (dataFolder: string, text: string, ...parameters: string[]): Promise<Record<string, unknown>[]> =>
  runSql(join(dataFolder, 'worker.db'), text, ...parameters)

/** Waits until no message is left in the ledger that could still be sent. */
const untilAllIsSent = ({ dataFolder }: LocalStudio): Promise<true> =>
  until(
    'every message is sent',
    async () =>
      (await queryState(dataFolder, "select 1 from reminder where state in ('pending', 'sending', 'unknown')"))
        .length === 0,
  )

/** Waits until the worker has handled a later event, and every event before it. */
async function untilEventsAreHandled({ apiUrl, account, dataFolder }: LocalStudio): Promise<void> {
  const api = createApi(apiUrl, account.api_key)
  const marker = await api.createItem({ gear_type: 'camera', model: 'Marker' })
  const service = { item_type: 'camera', item_id: marker.id, service_type: 'Check', service_date: dateIn(3000) }
  const { id } = (await api.post('/maintenance', service)).item()
  await until('the later event is in the inbox', async () => {
    const [event] = await runSql<{ id: string }>(
      join(dataFolder, 'kitroom.db'),
      'select id from event where record_id = ?',
      id,
    )
    return event && (await queryState(dataFolder, 'select 1 from inbox where webhook_id = ?', event.id)).length > 0
  })
  await until(
    'every event is handled',
    async () => (await queryState(dataFolder, 'select 1 from inbox_todo')).length === 0,
  )
}

/** Shifts every date by the days between today and the date that the document uses as today. */
const shift = (output: string): string =>
  output.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (day) =>
    SHOWN_TODAY.add({ days: today.until(Temporal.PlainDate.from(day)).days }).toString(),
  )

/** A short form of a mail: recipient, subject, overview, and the first line of each part. */
function outline({ to, email }: ReceivedMail): string {
  const [overview = '', ...parts] = (email.text ?? '').split('\n\n----\n\n')
  return shift(
    [
      `To: ${to.join(', ')}`,
      `Subject: ${email.subject}`,
      '',
      overview,
      '',
      ...parts.map((part) => part.split('\n')[0] ?? ''),
    ].join('\n'),
  )
}

it('a sheet with 24 warranties, then mail, then a plan: each step sends one message; UPDATE_DOCS=1 writes them', async () => {
  studio.write('sheet.csv', makeSheet())
  expect(await openSync(studio.dataFolder).syncAll()).toMatchObject({ status: 'completed', results: { created: 40 } })
  await until('the log has a reminder of every warranty', async () => (await countSent('log')) === ENDS_IN_DAYS.length)
  expect(mail.mails).toEqual([])

  studio.write('kitroom.yaml', SOURCE + withMail(mail.port))
  await until('the mail channel has sent the due reminders', async () => mail.mails.length === 2)

  studio.write('kitroom.yaml', SOURCE + withMail(mail.port) + PLAN)
  expect((await runFile('cli/main.ts', ['reminders', 'run'], studio.env)).code).toBe(0)
  await until('the reminders of overdue maintenance are sent', async () => mail.mails.length === 4)
  expect((await runFile('cli/main.ts', ['reminders', 'run'], studio.env)).code).toBe(0)
  await untilAllIsSent(studio)

  expect(mail.mails.map(({ to, email }) => `${to.join()}: ${email.subject}`)).toEqual([
    'ada@studio.example: 24 reminders of your studio',
    'bob@studio.example: 24 reminders of your studio',
    'ada@studio.example: 6 reminders of your studio',
    'bob@studio.example: 6 reminders of your studio',
  ])
  const output = mail.mails
    .filter(({ to }) => to.includes('ada@studio.example'))
    .map(outline)
    .join('\n\n====\n\n')
  if (process.env['UPDATE_DOCS']) writeFileSync(document, fillSection(text(), 'the first messages', output))
  expect(sectionOf(text(), 'the first messages')).toBe(output)
})

it('mail and a plan before the first sync: each recipient gets one message', async () => {
  await using server = await startMailServer()
  const readyStudio = await startLocalStudio(SOURCE + withMail(server.port) + PLAN)
  try {
    readyStudio.write('sheet.csv', makeSheet())
    expect(await openSync(readyStudio.dataFolder).syncAll()).toMatchObject({
      status: 'completed',
      results: { created: 40 },
    })
    await until('both recipients have a mail', async () => server.mails.length >= 2)
    // Events of the sync that arrive late could cause a second evaluation.
    await untilEventsAreHandled(readyStudio)
    await untilAllIsSent(readyStudio)
    expect(server.mails.map(({ to, email }) => `${to.join()}: ${email.subject}`)).toEqual([
      'ada@studio.example: 30 reminders of your studio',
      'bob@studio.example: 30 reminders of your studio',
    ])
    const overview =
      'Warranties and insurances: 7 have ended, 5 end within 7 days, 12 end later.\nMaintenance: 6 overdue.'
    expect(server.mails[0]?.email.text?.startsWith(overview)).toBe(true)
  } finally {
    await readyStudio.stop()
  }
})
