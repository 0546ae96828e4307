import { expect } from 'vitest'
import { issueCalendarAddress } from '../../../contract/control/calendars.ts'
import { startGoogle, type FakeGoogle } from '../../google/google.ts'
import { writeKeyFile } from '../../google/keyFile.ts'
import { ownByTag } from '../../sheets/sources/support/writeBack.ts'
import { emailChannel } from '../../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../../support/mail/mailServer.ts'
import type { Fleet } from './fleet.ts'
import { callWorkers, persistUntil } from './persist.ts'

/** Google's limits for one account. */
const READS_PER_MINUTE = 60
const RECIPIENTS = ['ada@example.com', 'bob@example.com']
const CLOUD_ROWS = 4

/** What is not Kitroom: a spreadsheet and a calendar at Google, a mail server, and a reader of the feed. */
export interface Outside extends AsyncDisposable {
  google: FakeGoogle
  mail: MailServer
  /** Text of kitroom.yaml. */
  config: string
  workerEnv: Record<string, string>
  /** Changes the model of every row of the spreadsheet, and appends one. */
  editSpreadsheet: (round: number) => void
  /** Reads the feed until it answers. An answer is 200, or 503 while no shoots are known. @returns its text */
  readFeed: (fleet: Fleet) => Promise<string>
  /** What the spreadsheet says of each row: status and text. */
  spreadsheetResults: () => Record<string, unknown>
  /** Titles and times of the events that are shown. */
  calendarEvents: () => string[]
}

const configOf = (spreadsheet: string, calendar: string, mailPort: number, firstService: string): string =>
  [
    'sources:',
    '  - id: shelf',
    '    file: shelf.csv',
    '  - id: cloud',
    `    google_sheet: ${spreadsheet}`,
    '    write_back: true',
    `reminders: { channels: [${emailChannel(mailPort, { to: RECIPIENTS.join(', ') })}] }`,
    'maintenance:',
    '  plans:',
    `    - { id: check, applies_to: { type: camera, brand: Canon }, service_type: Check, every: 1 year, from: ${firstService} }`,
    'calendars:',
    '  - id: team',
    '    google:',
    `      calendar: ${calendar}`,
    '',
  ].join('\n')

/** @param firstService the day of the maintenance plan, YYYY-MM-DD */
export async function openOutside(firstService: string): Promise<Outside> {
  const google = await startGoogle()
  const mail = await startMailServer()
  const key = google.addServiceAccount()
  const cells = [['Asset Tag', 'Type', 'Brand', 'Model']]
  const spreadsheet = google.addSpreadsheet({
    title: 'Gear',
    sheets: [{ title: 'Inventory', cells }],
    sharedWith: { [key.client_email]: 'writer' },
  })
  const calendar = google.addCalendar({ summary: 'Studio', sharedWith: { [key.client_email]: 'writer' } })
  google.limitReads(READS_PER_MINUTE)
  let feedUrl: string | undefined
  const issueFeed = async (fleet: Fleet): Promise<string> =>
    callWorkers(fleet)('the address of the feed', async ({ client }) => {
      // An address whose answer was lost cannot be shown again.
      const { body } = await client.call(issueCalendarAddress, { params: { id: 'team' }, body: { rotate: true } })
      return body.data.url
    })
  return {
    google,
    mail,
    config: configOf(spreadsheet.id, calendar.id, mail.port, firstService),
    workerEnv: { KITROOM_GOOGLE_URL: google.url, KITROOM_GOOGLE_KEY_FILE: writeKeyFile(key) },
    editSpreadsheet: (round) => {
      for (let row = 0; row < CLOUD_ROWS + round; row++) {
        const values = [`CLOUD-${row + 1}`, 'camera', 'Sony', `FX${row + 1} mark ${round + 1}`]
        for (const [column, value] of values.entries())
          spreadsheet.setCell('Inventory', `${'ABCD'[column]}${row + 2}`, value)
      }
    },
    readFeed: async (fleet) => {
      const url = (feedUrl ??= await issueFeed(fleet))
      const reply = await persistUntil('the feed', async () => {
        const answer = await fetch(url).catch((error: Error) => {
          throw error.cause instanceof Error ? error.cause : error
        })
        const text = await answer.text()
        // The worker has never reached the API.
        return answer.status === 503 ? undefined : { status: answer.status, text }
      })
      expect({ status: reply.status, text: reply.text.slice(0, 15) }).toEqual({ status: 200, text: 'BEGIN:VCALENDAR' })
      return reply.text
    },
    spreadsheetResults: () =>
      Object.fromEntries(Object.entries(ownByTag(spreadsheet)).map(([tag, [, status, text]]) => [tag, [status, text]])),
    calendarEvents: () =>
      calendar
        .events()
        .filter(({ status }) => status !== 'cancelled')
        .map(({ summary, start }) => `${summary} ${start.date ?? start.dateTime?.slice(0, 16)}`)
        .toSorted(),
    [Symbol.asyncDispose]: async () => {
      await mail.stop()
      await google.stop()
    },
  }
}
