import { afterEach, expect, it } from 'vitest'
import { loadConfig } from '../../../config/config.ts'
import type { ReminderInfo } from '../../../contract/control/reminders.ts'
import { DAY_MS, MAX_REMINDER_RETRY_DAYS } from '../../../contract/policies.ts'
import { say } from '../../../contract/sentences/say.ts'
import { formatStoredText, parseStoredText, readMessage } from '../../../contract/sentences/storedText.ts'
import { getTexts } from '../../../messages/languages/texts.ts'
import { storeCalendarFault } from '../../../state/calendars/calendarFaults.ts'
import { updateGooglePush } from '../../../state/calendars/googleCalendars.ts'
import { storeGoogleEvent, toNewEventRow } from '../../../state/calendars/googleEvents.ts'
import { listOpenProblems } from '../../../state/schedules/problems.ts'
import { listReminderViews } from '../../../worker/control/reminders.ts'
import { toProblem } from '../../../worker/problems/kinds/all.ts'
import { calendarEventsRefused } from '../../../worker/problems/kinds/calendarEventsRefused.ts'
import { calendarStopped } from '../../../worker/problems/kinds/calendarStopped.ts'
import { calendarUnreadable } from '../../../worker/problems/kinds/calendarUnreadable.ts'
import { channelFailing } from '../../../worker/problems/kinds/channelFailing.ts'
import type { Check, ProblemKind } from '../../../worker/problems/kind.ts'
import type { ProblemCode, ProblemTranslation } from '../../../contract/control/problems.ts'
import { reconcileProblems } from '../../../worker/problems/reconcile.ts'
import { configOf, emailChannel, openLedger, reminderOf, type Ledger } from '../../support/mail/ledger.ts'
import { startMailServer } from '../../support/mail/mailServer.ts'

// Causes are stored with their sentences, so that pages and mails say them in the language of the reader.

let ledger: Ledger
afterEach(() => ledger[Symbol.asyncDispose]())

const german = getTexts('de')

const listViews = async (): Promise<ReminderInfo[]> =>
  (await listReminderViews({ state: ledger.state }, { query: { limit: 50, offset: 0 } } as never)).data

const sayCause = (view: ReminderInfo | undefined): string => german.say(view?.error ?? '', view?.error_sentences)

/** Finds the problems of a kind, and stores them with a mail to each person. */
async function report(code: ProblemCode, kind: ProblemKind): Promise<void> {
  const config = loadConfig(ledger.config)
  const nowMs = ledger.clock.nowMs()
  await ledger.state.write(async (tx) => {
    const found = (await kind.find({ config, nowMs } as Check, tx)) ?? []
    const problems = found.flatMap((finding) => ('isUndecided' in finding ? [] : [toProblem(code, finding)]))
    await reconcileProblems(tx, { problems, isUndecided: () => false }, config, { nowMs, scaledMs: () => 0 })
  })
}

/** Returns the cause of the open problem in a language; English without one. */
async function readCause(language?: 'de' | 'fr' | 'es'): Promise<string | undefined> {
  const [row] = await ledger.state.read(listOpenProblems)
  const translations = JSON.parse(row?.translations ?? '{}') as Record<string, ProblemTranslation>
  const facts = language
    ? translations[language]?.facts
    : (JSON.parse(row?.facts ?? '[]') as ProblemTranslation['facts'])
  return facts?.find(({ name }) => name === getTexts(language).problems.facts.why)?.value
}

it('a refused mail has the answer of the server as a quotation inside the German sentence', async () => {
  await using server = await startMailServer({ onRecipient: () => 550 })
  ledger = await openLedger(configOf(emailChannel(server.port)))
  await ledger.queue(reminderOf('Canon R5'))
  expect(await ledger.send()).toMatchObject({ failed: 1 })
  const [view] = await listViews()
  expect(view).toMatchObject({
    state: 'failed',
    error: `The mail server 127.0.0.1:${server.port} refuses the recipient ada@example.com: 550 not taken by this server`,
  })
  expect(sayCause(view)).toBe(
    `Der Mailserver 127.0.0.1:${server.port} lehnt den Empfänger ada@example.com ab. Seine Antwort: „550 not taken by this server“`,
  )
})

it('a reminder that expires names its last cause, also one that an earlier version stored', async () => {
  const stopped = await startMailServer()
  await stopped.stop()
  ledger = await openLedger(configOf(emailChannel(stopped.port)))
  await ledger.queue(reminderOf('Canon R5'))
  await ledger.send()
  ledger.clock.move((MAX_REMINDER_RETRY_DAYS + 1) * DAY_MS)
  await ledger.send()
  const [view] = await listViews()
  expect(view?.state).toBe('skipped')
  expect(view?.error).toMatch(
    /^It could not be sent for \d+ days\. The mail server 127\.0\.0\.1:\d+ cannot be reached: /,
  )
  expect(sayCause(view)).toMatch(
    /^Die Erinnerung konnte \d+ Tage lang nicht gesendet werden\. Der Mailserver 127\.0\.0\.1:\d+ ist nicht erreichbar: „/,
  )
  await ledger.put({ state: 'pending', attempts: 2, resent: 0, error: 'The mail server broke.' })
  expect(await listViews()).toMatchObject([{ state: 'pending', error: 'The mail server broke.' }])
  ledger.clock.move((MAX_REMINDER_RETRY_DAYS + 1) * DAY_MS)
  await ledger.send()
  expect(sayCause((await listViews())[0])).toMatch(/Die frühere Ursache auf Englisch: „The mail server broke\.“$/)
})

it('a channel that fails for a day is reported in the language of each person, also after its reminders are gone', async () => {
  await using server = await startMailServer()
  const stopped = await startMailServer()
  await stopped.stop()
  ledger = await openLedger(`
reminders:
  language: de
  channels: [${emailChannel(stopped.port, { id: 'gone' })}, ${emailChannel(server.port)}]
`)
  await ledger.queue(reminderOf('Canon R5'))
  await ledger.send()
  ledger.clock.move(1.1 * DAY_MS)
  await ledger.send()
  const cause = `Der Mailserver 127.0.0.1:${stopped.port} ist nicht erreichbar: „ECONNREFUSED“`
  await report('channel_failing', channelFailing)
  expect(await readCause()).toBe(`The mail server 127.0.0.1:${stopped.port} cannot be reached: ECONNREFUSED`)
  expect(await readCause('de')).toBe(cause)
  await ledger.send()
  expect(server.mails.at(-1)?.email.text).toContain(`Ursache: ${cause}`)
  await ledger.put({ state: 'sent' })
  await report('channel_failing', channelFailing)
  expect(await readCause('de')).toBe(cause)
  expect(await readCause('fr')).toContain('est injoignable')
})

it('a calendar that is not read or written says why, and quotes Google', async () => {
  ledger = await openLedger(`
calendars: [{ id: team, shows: shoots, google: { calendar: team@group.calendar.google.com } }]
reminders: { channels: [{ id: log, type: log }] }
`)
  const { state } = ledger
  const googleId = 'team@group.calendar.google.com'
  const answer = '400, invalid: "Invalid start time."'
  const refusal = formatStoredText(say('google_event_refused', { answer }))
  await state.write((tx) => storeGoogleEvent(tx, { ...toNewEventRow(googleId, 'x'), title: 'Wedding', refusal }))
  await report('calendar_events_refused', calendarEventsRefused)
  expect(await readCause()).toBe(`Google refuses the event (${answer}).`)
  expect(await readCause('de')).toBe(`Google lehnt den Termin ab. Seine Antwort: „${answer}“`)
  await state.write((tx) =>
    updateGooglePush(tx, googleId, {
      fault: 'refused',
      fault_detail: formatStoredText(say('google_key_refused')),
      fault_since: '2026-01-01T00:00:00.000Z',
    }),
  )
  await report('calendar_stopped', calendarStopped)
  expect(await readCause('es')).toContain('Google rechaza la clave de la cuenta de servicio.')
  await state.write((tx) =>
    storeCalendarFault(tx, { kind: 'shoots', cause: say('key_may_not'), since: '2026-01-01T00:00:00.000Z' }),
  )
  await report('calendar_unreadable', calendarUnreadable)
  expect(await readCause('fr')).toBe('La clé du worker n’en a pas le droit.')
})

it('a stored text is read as it was said, and a text of an earlier version as it is', () => {
  const said = say('shoot_moved', { day: '2026-12-01' })
  expect(parseStoredText(formatStoredText(said))).toEqual(said)
  expect(readMessage(formatStoredText(said))).toBe('The shoot was moved to 2026-12-01 before this could be sent.')
  expect(formatStoredText({ message: 'Plain.' })).toBe('Plain.')
  expect(parseStoredText('{ no JSON')).toEqual({ message: '{ no JSON' })
})
