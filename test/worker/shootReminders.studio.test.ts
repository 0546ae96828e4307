import { afterAll, beforeAll, expect, it } from 'vitest'
import { previewReminder } from '../../contract/control/reminderPreview.ts'
import { listReminders } from '../../contract/control/reminders.ts'
import { getTexts } from '../../messages/languages/texts.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { deliver } from './support/events.ts'
import { dayIn, openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'
import { until } from '../support/wait.ts'

// Reminders of the next day's shoots.

const secret = createWebhookSecret()
const people = (isForAll: boolean) => (port: number) =>
  `reminders:
  at: '00:00'
  shoots: ${isForAll}
  channels:
    - { id: mail, type: email, from: kit@example.com, smtp: { host: 127.0.0.1, port: ${port}, security: none } }
  people:
    - { id: ada, name: Ada, channels: [{ channel: mail, to: ada@example.com }], digest: { every: week, at: '03:00' } }
    - { id: bo, name: Bo, channels: [{ channel: mail, to: bo@example.com }], kinds: [maintenance, problems] }
    - { id: cy, name: Cy, channels: [{ channel: mail, to: cy@example.com }], kinds: [shoot_tomorrow], only: { type: drone } }
`

let mailed: MailedStudio

beforeAll(async () => {
  mailed = await openMailedStudio(people(true), { workerEnv: { KITROOM_WEBHOOK_SECRET: secret } })
})
afterAll(() => mailed[Symbol.asyncDispose]())

async function addShoot(title: string, day: string, more: object = {}): Promise<string> {
  const reply = await mailed.studio.api.post('/shoots', { title, shoot_date: day, ...more })
  expect(reply.status).toBe(201)
  return reply.item().id
}
const changeShoot = async (id: string, updates: object): Promise<void> =>
  expect((await mailed.studio.api.patch(`/shoots/${id}`, { updates })).status).toBe(200)
const runToday = async (): Promise<unknown> => (await mailed.days.runDay(dayIn(0)))['remindOfShoots']
async function previewFor(person?: string): Promise<{ title: string; text: string }> {
  const { body } = await mailed.studio.sync.client.call(previewReminder, { query: { kind: 'shoot_tomorrow', person } })
  return { title: `${body.data.is_example} ${body.data.subject}`, text: body.data.text }
}
const reasonOf = async (id: string): Promise<unknown> => {
  const { body } = await mailed.studio.sync.client.call(listReminders, { query: { state: 'skipped', limit: 100 } })
  const skipped = body.data.find(({ subject }) => subject === id)
  return { english: skipped?.error, german: getTexts('de').say('', skipped?.error_sentences) }
}

it('a shoot of the next day is sent once to those who take the kind, without waiting for a digest', async () => {
  await addShoot('Wedding', dayIn(1), {
    client_name: 'Miller',
    shoot_time: '09:30',
    duration_minutes: 150,
    locations: ['Town hall', 'Park', 'Lake', 'Barn', 'Hotel', 'Bar', 'Roof'],
    notes: 'Two drones',
  })
  await addShoot('Later', dayIn(2))
  await addShoot('Earlier', dayIn(-1))
  await changeShoot(await addShoot('Called off', dayIn(1)), { status: 'cancelled' })
  await changeShoot(await addShoot('Done already', dayIn(1)), { status: 'completed' })
  expect(await runToday()).toEqual({ shoots: 1, queued: 2 })
  expect(await runToday()).toEqual({ shoots: 1, queued: 0 })
  expect(mailed.mail.mails.map(({ email }) => email.subject)).toEqual(
    Array(2).fill('Shoot tomorrow at 09:30: Wedding (Miller)'),
  )
  expect(['ada', 'bo', 'cy'].map((to) => mailed.countMails('Shoot tomorrow', to))).toEqual([1, 0, 1])
  const { text = '' } = mailed.mail.mails[0]?.email ?? {}
  expect(text).toContain(`Shoot: Wedding
Client: Miller
Date: ${dayIn(1)}
Time: 09:30
Duration: 2 h 30 min
Places: Town hall; Park; Lake; Barn; Hotel and 2 more
Status: planning
Notes: Two drones
`)
  expect(text).not.toContain('reminders ack')
})

it('a preview shows the next shoot as it is sent the day before, to those who get it', async () => {
  for (const person of [undefined, 'ada', 'cy'])
    expect((await previewFor(person)).title).toBe('false Shoot tomorrow at 09:30: Wedding (Miller)')
  const example = await previewFor('bo')
  expect(example.title).toBe('true Example: Shoot tomorrow at 09:30: Product shoot')
  expect(example.text).toContain('Place: Old harbour')
})

it('a moved shoot is reminded of for its new date', async () => {
  const id = await addShoot('Moved', dayIn(1))
  await runToday()
  expect(mailed.countMails('Shoot tomorrow: Moved', 'cy')).toBe(1)
  await changeShoot(id, { shoot_date: dayIn(0) })
  await runToday()
  await runToday()
  expect(mailed.countMails('Shoot today: Moved', 'cy')).toBe(1)
  expect(mailed.countMails('Shoot tomorrow: Moved', 'cy')).toBe(1)
})

it('a reminder that waits is checked again before it is sent', async () => {
  await mailed.stopMail()
  const [gone, off, moved, elsewhere] = [
    await addShoot('Gone', dayIn(1)),
    await addShoot('Off', dayIn(1)),
    await addShoot('Moves', dayIn(1)),
    await addShoot('Elsewhere', dayIn(1), { location: 'Attic' }),
  ]
  await runToday()
  expect((await mailed.studio.api.delete(`/shoots/${gone}`)).status).toBe(200)
  await changeShoot(off, { status: 'cancelled' })
  await changeShoot(moved, { shoot_date: dayIn(5) })
  await changeShoot(elsewhere, { location: 'Cellar' })
  await mailed.startMail()
  await mailed.studio.stateSql("update reminder set next_try_at = '2026-01-01T00:00:00.000Z' where state = 'pending'")
  await until('it is sent', async () => mailed.countMails('Cellar', 'cy') === 1)
  for (const title of ['Gone', 'Shoot tomorrow: Off', 'Moves', 'Attic']) expect(mailed.countMails(title)).toBe(0)
  expect(await reasonOf(gone)).toEqual({
    english: 'The shoot was deleted before this could be sent.',
    german: 'Der Dreh wurde gelöscht, bevor die Nachricht gesendet werden konnte.',
  })
  expect(await reasonOf(off)).toEqual({
    english: 'The shoot was cancelled before this could be sent.',
    german: 'Der Dreh wurde abgesagt, bevor die Nachricht gesendet werden konnte.',
  })
  expect(await reasonOf(moved)).toEqual({
    english: `The shoot was moved to ${dayIn(5)} before this could be sent.`,
    german: `Der Dreh wurde auf den ${getTexts('de').format.day(dayIn(5))} verschoben, bevor die Nachricht gesendet werden konnte.`,
  })
})

it('a shoot that is entered after the daily run is sent when its event arrives', async () => {
  const ingress = String((await mailed.studio.worker.waitForLog('ready'))['ingress'])
  const id = await addShoot('Late', dayIn(1))
  const [event] = await mailed.studio.apiSql<{ id: string; body: string }>(
    'select id, body from event order by seq desc limit 1',
  )
  if (!event?.body.includes(id)) throw new Error('the event of the shoot is not the newest one')
  expect((await deliver(ingress, event, { secrets: [secret] })).status).toBeLessThan(300)
  await until('it is sent', async () => mailed.countMails('Shoot tomorrow: Late', 'cy') === 1)
})

it('without shoots: true only who names the kind gets it, and nobody is asked for by default', async () => {
  mailed.studio.configure(people(false)(mailed.mail.port))
  await addShoot('Named', dayIn(1))
  expect(await runToday()).toMatchObject({ queued: 1 })
  expect(['ada', 'bo', 'cy'].map((to) => mailed.countMails('Shoot tomorrow: Named', to))).toEqual([0, 0, 1])
  mailed.studio.configure(people(false)(mailed.mail.port).replace('shoot_tomorrow]', 'warranty]'))
  await addShoot('Unasked', dayIn(1))
  expect(await runToday()).toEqual({})
  expect(mailed.countMails('Unasked')).toBe(0)
  expect((await previewFor()).title).toContain('true Example: ')
})
