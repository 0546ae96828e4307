import { expect, it } from 'vitest'
import { coverageWorkflowId } from '../../contract/temporal.ts'
import { startMailServer } from '../support/mail/mailServer.ts'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { findTimeSkipping } from '../support/timeSkipping/server.ts'
import { openSkippingStudio, type SkippingStudio } from '../support/timeSkipping/studio.ts'

const ZONE = 'Europe/Berlin'
const LOG = '{ id: log, type: log }'
const { open, missing } = await findTimeSkipping()
if (missing !== undefined)
  console.warn(`NOT RUN: months of coverage. There is no Temporal that skips time here: ${missing}`)
const skipNote = missing === undefined ? '' : ` (NOT RUN, no Temporal that skips time: ${missing})`

interface Row {
  due_on: string
  step: number
  created_at: string
  state: string
}

/** The queued reminders of a document: its end date, the step, and the local time of queueing. */
async function remindersOf(studio: SkippingStudio, document: string, channel = 'log'): Promise<string[]> {
  const rows = await studio.stateSql<Row>(
    'select * from reminder where subject = ? and channel = ? order by created_at, step desc',
    document,
    channel,
  )
  return rows.map(({ due_on, step, created_at, state }) => {
    const queuedAt = Temporal.Instant.from(created_at).toZonedDateTimeISO(ZONE)
    return `${due_on} ${step}: ${queuedAt.toPlainDate().toString()} ${queuedAt.toPlainTime().toString({ smallestUnit: 'minute' })} ${state}`
  })
}

async function addDocument(studio: SkippingStudio, title: string, expiresOn: string): Promise<string> {
  const reply = await studio.settings.post('/documents', { type: 'insurance', title, expires_on: expiresOn })
  expect(reply.status).toBe(201)
  return reply.item().id
}

/** Skips to the next winter, so that clocks go forward between the steps of 30 and 7 days. */
async function skipToWinter(studio: SkippingStudio): Promise<Temporal.PlainDate> {
  const { year } = Temporal.Instant.fromEpochMilliseconds(await studio.nowMs()).toZonedDateTimeISO('UTC')
  const start = Temporal.PlainDate.from({ year: year + 1, month: 1, day: 10 })
  await studio.skipUntil(start.toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' }))
  return start
}

it.skipIf(missing !== undefined)(
  `coverage reminders are right through months, a clock change, an extension and a deletion${skipNote}`,
  async () => {
    if (!open) throw new Error(missing)
    // Nothing listens on port 1, so mails wait.
    await using studio = await openSkippingStudio(open, configOf(LOG, emailChannel(1)), ZONE)
    const start = await skipToWinter(studio)
    const dateIn = (days: number): string => start.add({ days }).toString()
    const timeIn = (days: number, hour = 12): Temporal.ZonedDateTime =>
      start.add({ days }).toZonedDateTime({ timeZone: ZONE, plainTime: { hour } })

    const keptDocument = await addDocument(studio, 'Kept', dateIn(90))
    const extendedDocument = await addDocument(studio, 'Extended', dateIn(31))
    const deletedDocument = await addDocument(studio, 'Deleted', dateIn(31))
    await studio.receiveEvents('document.created', keptDocument, extendedDocument, deletedDocument)
    await studio.skipUntil(timeIn(2))
    const lateReminder = (days: number): string => `${dateIn(days)} 90: ${dateIn(0)} 12:00 sent`
    expect(await remindersOf(studio, keptDocument)).toEqual([lateReminder(90)])
    expect(
      await remindersOf(studio, extendedDocument),
      'found inside the window: only the last step that has come, then the next',
    ).toEqual([lateReminder(31), `${dateIn(31)} 30: ${dateIn(1)} 08:00 sent`])
    const mails = (state: string): string[] => [
      `${dateIn(31)} 90: ${dateIn(0)} 12:00 skipped`,
      `${dateIn(31)} 30: ${dateIn(1)} 08:00 ${state}`,
    ]
    expect(await remindersOf(studio, deletedDocument, 'mail')).toEqual(mails('pending'))
    expect(
      (await studio.settings.patch(`/documents/${extendedDocument}`, { updates: { expires_on: dateIn(60) } })).status,
    ).toBe(200)
    expect((await studio.settings.delete(`/documents/${deletedDocument}`)).status).toBe(200)
    await studio.receiveEvents('document.updated', extendedDocument, deletedDocument)
    await studio.skipUntil(timeIn(2, 13))
    expect(
      await remindersOf(studio, deletedDocument, 'mail'),
      'a pending reminder that is no longer true is not sent',
    ).toEqual(mails('skipped'))
    await studio.skipUntil(timeIn(120))

    const days = [90, 30, 7, 1, 0]
    expect(await remindersOf(studio, keptDocument)).toEqual([
      lateReminder(90),
      ...days.slice(1).map((step) => `${dateIn(90)} ${step}: ${dateIn(90 - step)} 08:00 sent`),
    ])
    expect(await remindersOf(studio, extendedDocument), 'a moved end has reminders from its own steps on').toEqual([
      lateReminder(31),
      `${dateIn(31)} 30: ${dateIn(1)} 08:00 sent`,
      `${dateIn(60)} 90: ${dateIn(2)} 12:00 sent`,
      ...days.slice(1).map((step) => `${dateIn(60)} ${step}: ${dateIn(60 - step)} 08:00 sent`),
    ])
    expect(await remindersOf(studio, deletedDocument)).toEqual([
      lateReminder(31),
      `${dateIn(31)} 30: ${dateIn(1)} 08:00 sent`,
    ])
    const { historyLength, status } = await studio.temporal.workflow
      .getHandle(coverageWorkflowId(studio.account))
      .describe()
    expect({ status: status.name, isShort: historyLength < 100 }).toEqual({ status: 'RUNNING', isShort: true })
  },
)

it.skipIf(missing !== undefined)(
  `300 warranties that end on the same day are one mail per recipient${skipNote}`,
  async () => {
    if (!open) throw new Error(missing)
    await using mail = await startMailServer()
    await using studio = await openSkippingStudio(
      open,
      configOf(emailChannel(mail.port, { to: 'ada@example.com, bob@example.com' })),
      ZONE,
    )
    const start = await skipToWinter(studio)
    const expiresOn = start.add({ days: 31 }).toString()
    const documents: string[] = []
    for (let count = 0; count < 300; count++) documents.push(await addDocument(studio, `Policy ${count}`, expiresOn))
    await studio.receiveEvents('document.created', ...documents)
    const timeNextDay = (hour: number): Temporal.ZonedDateTime =>
      start.add({ days: 1 }).toZonedDateTime({ timeZone: ZONE, plainTime: { hour } })
    await studio.skipUntil(timeNextDay(7))
    expect(
      mail.mails.map(({ to, email }) => [to, email.subject]),
      'what was found at once',
    ).toEqual([
      [['ada@example.com'], '300 reminders of your studio'],
      [['bob@example.com'], '300 reminders of your studio'],
    ])
    await studio.skipUntil(timeNextDay(9))
    expect(mail.mails.slice(2).map(({ to, email }) => [to, email.subject])).toEqual([
      [['ada@example.com'], '300 reminders of your studio'],
      [['bob@example.com'], '300 reminders of your studio'],
    ])
    expect(mail.mails.at(-1)?.email.text).toContain('in 30 days')
  },
)
