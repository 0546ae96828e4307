import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { connectGoogle, type CalendarClients, type SheetsClients } from '../../platform/google/connect.ts'
import { readKeyFile } from '../../platform/google/keyFile.ts'
import { startGoogle } from './google.ts'

// What Kitroom relies on, asked of the emulator and, with KITROOM_TEST_GOOGLE, of Google itself.

const SETTINGS_FILE = process.env['KITROOM_TEST_GOOGLE']

/**
 * A file of whoever has an account: a service account that may edit a spreadsheet and a calendar made for this test.
 */
const Settings = z.strictObject({ key_file: z.string(), spreadsheet: z.string(), calendar: z.string() })

/** One of the two. */
interface Subject extends AsyncDisposable {
  sheets: SheetsClients
  calendar: CalendarClients
  spreadsheetId: string
  calendarId: string
}

async function openEmulator(): Promise<Subject> {
  const google = await startGoogle()
  const key = google.addServiceAccount()
  const sharedWith = { [key.client_email]: 'writer' as const }
  const spreadsheet = google.addSpreadsheet({ sheets: [{ title: 'Sheet1', cells: [] }], sharedWith })
  const credential = {
    kind: 'service_account',
    email: key.client_email,
    privateKey: key.private_key,
    privateKeyId: undefined,
  } as const
  return {
    sheets: await connectGoogle(credential, 'sheets', google.url, 'write'),
    calendar: await connectGoogle(credential, 'calendar', google.url, 'write'),
    spreadsheetId: spreadsheet.id,
    calendarId: google.addCalendar({ sharedWith }).id,
    [Symbol.asyncDispose]: () => google.stop(),
  }
}

async function openGoogle(): Promise<Subject> {
  const settings = Settings.parse(JSON.parse(readFileSync(SETTINGS_FILE ?? '', 'utf8')))
  const credential = await readKeyFile(settings.key_file)
  return {
    sheets: await connectGoogle(credential, 'sheets', undefined, 'write'),
    calendar: await connectGoogle(credential, 'calendar', undefined, 'write'),
    spreadsheetId: settings.spreadsheet,
    calendarId: settings.calendar,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

const reasonsOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call
    return 'no error'
  } catch (error) {
    const { status, response } = error as {
      status?: number
      response?: { data?: { error?: { errors?: { reason: string }[]; status?: string } } }
    }
    return [status, response?.data?.error?.errors?.[0]?.reason ?? response?.data?.error?.status]
  }
}

describe.each([
  { name: 'the emulator', open: openEmulator, isSkipped: false },
  {
    name: `Google${SETTINGS_FILE === undefined ? ' (skipped: no KITROOM_TEST_GOOGLE)' : ''}`,
    open: openGoogle,
    isSkipped: SETTINGS_FILE === undefined,
  },
])('$name', ({ open, isSkipped }) => {
  let subject: Subject
  beforeAll(async () => {
    if (!isSkipped) subject = await open()
  })
  afterAll(() => subject?.[Symbol.asyncDispose]())

  const newId = (): string => randomUUID().replaceAll('-', '')
  const times = { start: { date: '2027-03-01' }, end: { date: '2027-03-02' } }
  const events = () => subject.calendar.calendar.events
  const insert = (id: string, more: object = {}) =>
    events().insert({
      calendarId: subject.calendarId,
      sendUpdates: 'none',
      requestBody: { id, summary: 'Kitroom test', ...times, ...more },
    })
  const update = (eventId: string, requestBody: object, headers: Record<string, string> = {}) =>
    events().update({ calendarId: subject.calendarId, eventId, requestBody: { ...times, ...requestBody } }, { headers })
  const remove = (eventId: string) => events().delete({ calendarId: subject.calendarId, eventId })
  const list = (more: object) => events().list({ calendarId: subject.calendarId, ...more })

  it.skipIf(isSkipped)(
    'RAW values stay as they are, null skips a cell, and trailing empty cells are left out',
    async () => {
      const { spreadsheetId } = subject
      const { values } = subject.sheets.sheets.spreadsheets
      const write = (rows: unknown[][]) =>
        values.batchUpdate({
          spreadsheetId,
          requestBody: { valueInputOption: 'RAW', data: [{ range: 'Sheet1!A1:C2', values: rows }] },
        })
      await write([
        ['=1+1', '00123', ''],
        ['kept', '', ''],
      ])
      await write([
        [null, '2026-01-01', null],
        [null, null, null],
      ])
      const { data } = await values.batchGet({
        spreadsheetId,
        ranges: ['Sheet1!A1:C2'],
        valueRenderOption: 'UNFORMATTED_VALUE',
      })
      expect(data.valueRanges?.[0]?.values).toEqual([['=1+1', '2026-01-01'], ['kept']])
    },
  )

  it.skipIf(isSkipped)(
    'an event id is taken for good: 409, also after its deletion; a second deletion is 410',
    async () => {
      const id = newId()
      await insert(id)
      expect(await reasonsOf(insert(id))).toEqual([409, 'duplicate'])
      await remove(id)
      expect(await reasonsOf(insert(id))).toEqual([409, 'duplicate'])
      expect(await reasonsOf(remove(id))).toEqual([410, 'deleted'])
      expect(await reasonsOf(remove(newId()))).toEqual([404, 'notFound'])
    },
  )

  it.skipIf(isSkipped)(
    'an update restores a deleted event, drops what it leaves out, and If-Match protects it',
    async () => {
      const id = newId()
      const { data: first } = await insert(id, { location: 'Rome' })
      await remove(id)
      const { data: restored } = await update(id, { summary: 'Restored', status: 'confirmed' })
      expect({ status: restored.status, location: restored.location }).toEqual({
        status: 'confirmed',
        location: undefined,
      })
      expect(await reasonsOf(update(id, { summary: 'Late' }, { 'If-Match': first.etag ?? '' }))).toEqual([
        412,
        'conditionNotMet',
      ])
      await remove(id)
    },
  )

  it.skipIf(isSkipped)('a sync token lists what changed since, deleted events too, and excludes filters', async () => {
    const id = newId()
    let page = (await list({ showDeleted: true, maxResults: 2500 })).data
    while (page.nextPageToken)
      page = (await list({ showDeleted: true, maxResults: 2500, pageToken: page.nextPageToken })).data
    const syncToken = page.nextSyncToken ?? ''
    await insert(id, { extendedProperties: { private: { kitroom: 'test' } } })
    await remove(id)
    const { data } = await list({ showDeleted: true, maxResults: 2500, syncToken })
    expect(data.items?.filter((event) => event.id === id).map(({ status }) => status)).toEqual(['cancelled'])
    expect(data.accessRole).toBe('writer')
    expect(((await reasonsOf(list({ syncToken, privateExtendedProperty: ['kitroom=test'] }))) as unknown[])[0]).toBe(
      400,
    )
  })
})
