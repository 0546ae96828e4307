import { afterAll, beforeAll, expect, it } from 'vitest'
import { acknowledgeReminder, snoozeReminder, type ReminderAnswer } from '../../contract/control/reminderAnswers.ts'
import { ApiError } from '../../client/errors.ts'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { startNtfyServer, type NtfyServer } from '../support/ntfyServer.ts'
import type { Days } from './support/days.ts'
import { dayIn, openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'
import type { Studio } from './support/studio.ts'

// People acknowledge and postpone reminders.

let mailed: MailedStudio
let studio: Studio
let days: Days
let phone: NtfyServer

const steps =
  'maintenance: { reminders: { before: [5, 2], after: [1], every_after: false } }\nwarranty: { steps: [5, 2, 0] }'

beforeAll(async () => {
  phone = await startNtfyServer()
  const ntfy = `{ id: phone, type: ntfy, server: '${phone.url}', topic: kit }`
  mailed = await openMailedStudio(
    (port) => `sources:\n  - { id: main, file: sheet.csv }\n${steps}\n${configOf(emailChannel(port), ntfy)}\n`,
    {
      workerEnv: { KITROOM_CHANNEL_ALLOW: '127.0.0.1/32:*' },
    },
  )
  ;({ studio, days } = mailed)
})
afterAll(async () => {
  await mailed[Symbol.asyncDispose]()
  await phone[Symbol.asyncDispose]()
})

const countMails = (text: string): number => mailed.countMails(text)
const addService = (model: string, inDays: number): Promise<string> =>
  mailed.addService({ gear_type: 'camera', brand: 'Canon', model }, dayIn(inDays))

const acknowledge = async (id: string): Promise<ReminderAnswer> =>
  (await studio.sync.client.call(acknowledgeReminder, { body: { id } })).body.data
const snooze = async (id: string, count: number): Promise<ReminderAnswer> =>
  (await studio.sync.client.call(snoozeReminder, { body: { id, days: count } })).body.data
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  )

it('an acknowledged service is not reminded of again until it is moved', async () => {
  const id = await addService('Acked', 5)
  await days.runDay(dayIn(0))
  expect(countMails('Check of Canon Acked')).toBe(1)
  expect(await acknowledge(id.slice(-8))).toMatchObject({
    subject: id,
    kind: 'maintenance',
    due_on: dayIn(5),
    next_on: null,
  })
  expect(await acknowledge(id)).toMatchObject({ next_on: null })
  for (const count of [3, 6]) await days.runDay(dayIn(count))
  expect(countMails('Check of Canon Acked')).toBe(1)
  expect((await studio.api.patch(`/maintenance/${id}`, { updates: { service_date: dayIn(8) } })).status).toBe(200)
  await days.runDay(dayIn(6))
  expect(countMails('Check of Canon Acked')).toBe(2)
})

it('a push message has the commands of one reminder, and the ids of several, with which they are answered', async () => {
  const id = await addService('Pushed', 5)
  await days.runDay(dayIn(0))
  const single = phone.messages.at(-1)
  const [, shownId = ''] = /kitroom reminders ack (\S+)/.exec(single?.message ?? '') ?? []
  expect({ title: single?.title, actions: single?.actions }).toEqual({
    title: expect.stringContaining('Check of Canon Pushed'),
    actions: undefined,
  })
  expect(single?.message).toContain(`kitroom maintenance complete ${id}`)
  expect(await acknowledge(shownId)).toMatchObject({ subject: id, next_on: null })
  const both = [await addService('Pushed one', 5), await addService('Pushed two', 5)]
  await days.runDay(dayIn(0))
  const message = phone.messages.at(-1)?.message ?? ''
  const ids = Array.from(
    message.matchAll(/^Check of Canon Pushed (?:one|two) .* \[(.*)\]$/gm),
    ([, shown = '']) => shown,
  )
  for (const shown of ids) await acknowledge(shown)
  const answered = await studio.stateSql<{ subject: string }>(
    'select subject from reminder_answer where subject in (?, ?)',
    ...both,
  )
  expect(answered.map(({ subject }) => subject).toSorted()).toEqual(both.toSorted())
  expect(message.endsWith('kitroom reminders snooze <id> --for 7d')).toBe(true)
  expect(phone.faults).toEqual([])
})

it('an answer counts for the present date of a service that was moved and moved back', async () => {
  const id = await addService('Moved', 5)
  const move = async (count: number): Promise<void> =>
    expect((await studio.api.patch(`/maintenance/${id}`, { updates: { service_date: dayIn(count) } })).status).toBe(200)
  await days.runDay(dayIn(0))
  await move(4)
  await days.runDay(dayIn(0))
  await move(5)
  expect(await acknowledge(id)).toMatchObject({ due_on: dayIn(5), title: expect.stringContaining(dayIn(5)) })
  const before = countMails('Check of Canon Moved')
  for (const count of [3, 6]) await days.runDay(dayIn(count))
  expect(countMails('Check of Canon Moved')).toBe(before)
})

it('a postponed service is reminded of on that day, and by the steps after it', async () => {
  const id = await addService('Snoozed', 5)
  await days.runDay(dayIn(0))
  expect(await snooze(id, 4)).toMatchObject({ next_on: dayIn(4) })
  await days.runDay(dayIn(3))
  expect(countMails('Check of Canon Snoozed')).toBe(1)
  await days.runDay(dayIn(4))
  await days.runDay(dayIn(4))
  expect(countMails('Check of Canon Snoozed')).toBe(2)
  await days.runDay(dayIn(6))
  expect(countMails('Check of Canon Snoozed')).toBe(3)
})

it('a reminder before its date is postponed to the date at most, and a later answer replaces it', async () => {
  const id = await addService('Capped', 2)
  await days.runDay(dayIn(0))
  expect(await snooze(id, 30)).toMatchObject({ next_on: dayIn(2) })
  expect(await acknowledge(id)).toMatchObject({ next_on: null })
  await days.runDay(dayIn(3))
  expect(countMails('Check of Canon Capped')).toBe(1)
})

it('a warranty that has ended is reminded of once more on the day to which it was postponed', async () => {
  await studio.api.createItem({ gear_type: 'camera', brand: 'Canon', model: 'Ended', warranty_expires_on: dayIn(-3) })
  await days.runDay(dayIn(0))
  await days.runDay(dayIn(1))
  expect(countMails('Warranty of Canon Ended')).toBe(1)
  const [row] = await studio.stateSql<{ subject: string }>(
    "select subject from reminder where kind = 'warranty' and due_on = ?",
    dayIn(-3),
  )
  expect(await snooze(row?.subject ?? '', 10)).toMatchObject({ next_on: dayIn(10) })
  await days.runDay(dayIn(9))
  expect(countMails('Warranty of Canon Ended')).toBe(1)
  for (const count of [10, 11]) await days.runDay(dayIn(count))
  expect(countMails('Warranty of Canon Ended')).toBe(2)
})

it('a reminder that waits is not sent once it was acknowledged', async () => {
  const id = await addService('Waiting', 5)
  await mailed.stopMail()
  await days.runDay(dayIn(0))
  await acknowledge(id)
  await mailed.startMail()
  await days.runDay(dayIn(0))
  expect(countMails('Check of Canon Waiting')).toBe(0)
  expect(
    await studio.stateSql("select state, error from reminder where subject = ? and channel = 'mail'", id),
  ).toMatchObject([
    { state: 'skipped', error: expect.stringContaining('It was acknowledged before it could be sent.') },
  ])
})

it('an unknown id, one that fits several records, and a problem are refused', async () => {
  expect(await codeOf(acknowledge('00000000'))).toBe('unknown_reminder')
  const at = '2026-01-01T00:00:00.000Z'
  const row = (messageId: string, kind: string, subject: string) =>
    studio.stateSql(
      `insert into reminder (message_id, kind, subject, due_on, step, channel, recipient, payload, state, next_try_at, created_at)
       values (?, ?, ?, '2026-01-01', 0, 'mail', 'x@example.com', '{"title":"A problem","facts":[]}', 'sent', ?, ?)`,
      messageId,
      kind,
      subject,
      at,
      at,
    )
  await row('<a@x>', 'problem', 'aaaa-cafe0001')
  expect(await codeOf(acknowledge('cafe0001'))).toBe('not_answerable')
  await row('<b@x>', 'maintenance', 'bbbb-cafe0001')
  expect(await codeOf(acknowledge('cafe0001'))).toBe('ambiguous_reminder')
  expect(await codeOf(acknowledge('%%%%%%'))).toBe('invalid_request')
})
