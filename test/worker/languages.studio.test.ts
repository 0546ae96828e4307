import { afterAll, beforeAll, expect, it } from 'vitest'
import { previewReminder } from '../../contract/control/reminderPreview.ts'
import { listReminders } from '../../contract/control/reminders.ts'
import type { Language } from '../../messages/languages/language.ts'
import { getTexts } from '../../messages/languages/texts.ts'
import { dayIn, openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'

// Each person gets reminders, previews and the page of their links in their language.

let mailed: MailedStudio
let ingress: string

const PUBLIC_URL = 'https://kit.studio.example'
const configOf = (port: number, ada: Language, bo: Language): string => `
sources:
  - { id: main, file: sheet.csv }
reminders:
  channels:
    - { id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${port}, security: none } }
  people:
    - { id: ada, name: Ada, channels: [{ channel: mail, to: ada@studio.example }], language: ${ada} }
    - { id: bo, name: Bo, channels: [{ channel: mail, to: bo@studio.example }], language: ${bo} }
`

beforeAll(async () => {
  mailed = await openMailedStudio((port) => configOf(port, 'de', 'fr'), {
    workerEnv: { KITROOM_PUBLIC_URL: PUBLIC_URL },
  })
  ingress = String((await mailed.studio.worker.waitForLog('ready'))['ingress'])
})
afterAll(() => mailed[Symbol.asyncDispose]())

const inDays = (language: Language, count: number): string => getTexts(language).format.day(dayIn(count))

/** What a person got: subjects and texts. */
const textTo = (id: string): string =>
  mailed.mail.mails
    .filter(({ to }) => to[0] === `${id}@studio.example`)
    .map(({ email }) => `${email.subject}\n${email.text}`)
    .join('\n')

it('one due service and one ended warranty, to each person in their language', async () => {
  await mailed.addService(
    { gear_type: 'camera', brand: 'Canon', model: 'R5', warranty_expires_on: dayIn(-3) },
    dayIn(7),
  )
  await mailed.days.runDay(dayIn(0))
  await expect.poll(() => textTo('ada')).toContain('Garantie für')
  await expect.poll(() => textTo('bo')).toContain('La garantie pour')
  const [german, french] = [textTo('ada'), textTo('bo')]
  expect(german).toContain(`Check für Canon R5: fällig am ${inDays('de', 7)}`)
  expect(german).toContain(`Garantie für Canon R5 endete am ${inDays('de', -3)}, vor 3 Tagen`)
  expect(german).toContain('In 7 Tagen fällig.')
  expect(german).toContain('Bestätigen oder verschieben: https://')
  expect(french).toContain(`Check pour Canon R5\u00a0: à effectuer le ${inDays('fr', 7)}`)
  expect(french).toContain(`La garantie pour Canon R5 a pris fin le ${inDays('fr', -3)}, il y a 3 jours`)
  for (const text of [german, french])
    expect(text).not.toMatch(/\b(?:is due|ended|Acknowledge|What to do|reminders of your)\b|\d{4}-\d\d-\d\d/)
  const tags = new Set(
    mailed.mail.mails.map(({ to, email }) => `${to[0]} ${/<html lang="(..)">/.exec(email.html ?? '')?.[1]}`),
  )
  expect(tags).toEqual(new Set(['ada@studio.example de', 'bo@studio.example fr']))
})

it('the list has the title of each message as it was sent, and in the languages of the console', async () => {
  const { data } = (await mailed.studio.sync.client.call(listReminders, { query: { limit: 50, offset: 0 } })).body
  const french = data.find(({ kind, recipient }) => kind === 'maintenance' && recipient === 'bo@studio.example')
  expect(french).toMatchObject({
    title: `Check pour Canon R5\u00a0: à effectuer le ${inDays('fr', 7)}`,
    titles: {
      en: `Check of Canon R5 is due on ${dayIn(7)}`,
      de: `Check für Canon R5: fällig am ${inDays('de', 7)}`,
    },
  })
  expect(data.filter(({ titles }) => titles['de'] === undefined || titles['en'] === undefined)).toEqual([])
})

it('a preview is in the language of its person, and without one in the studio’s', async () => {
  const preview = async (person?: string) =>
    (await mailed.studio.sync.client.call(previewReminder, { query: { kind: 'maintenance', person } })).body.data
  expect(await preview('ada')).toMatchObject({
    subject: `Check für Canon R5: fällig am ${inDays('de', 7)}`,
    html: expect.stringContaining('<html lang="de">'),
  })
  expect(await preview('bo')).toMatchObject({ subject: `Check pour Canon R5\u00a0: à effectuer le ${inDays('fr', 7)}` })
  expect(await preview()).toMatchObject({
    subject: `Check of Canon R5 is due on ${dayIn(7)}`,
    html: expect.stringContaining('<html lang="en">'),
  })
  const { data } = (
    await mailed.studio.sync.client.call(previewReminder, { query: { kind: 'insurance', person: 'ada' } })
  ).body
  expect(data).toMatchObject({
    is_example: true,
    subject: expect.stringMatching(/^Beispiel: Versicherung für Canon EOS R5 \(CAM-01\) endet am /),
  })
})

it('the page of a link is in the language of the person to whom it was sent', async () => {
  const pathOf = (id: string, service: string): string => {
    const text = textTo(id)
    // Its title is also the subject of a mail that has no other reminder.
    const link = new RegExp(`${PUBLIC_URL}(/reminders/[\\w-]+)`).exec(text.slice(text.lastIndexOf(service)))
    return link?.[1] ?? ''
  }
  const page = async (path: string, fields?: Record<string, string>): Promise<string> =>
    (await fetch(ingress + path, fields ? { method: 'POST', body: new URLSearchParams(fields) } : {})).text()
  const [german, french] = [pathOf('ada', 'Check für'), pathOf('bo', 'Check pour')]
  const question = await page(german)
  for (const part of ['<html lang="de">', 'Check für Canon R5', 'Morgen erinnern', 'Die Arbeit ist erledigt'])
    expect(question).toContain(part)
  expect(await page(german, { action: 'snooze', days: '1' })).toContain(
    `Die nächste Erinnerung kommt am ${inDays('de', 1)}.`,
  )
  const answered = await page(french)
  for (const part of ['<html lang="fr">', 'Check pour Canon R5', `Ce rappel a été reporté au ${inDays('fr', 1)}.`])
    expect(answered).toContain(part)
  expect(await page(french, { action: 'ack' })).toContain('Confirmé.')
})

it('what an earlier version queued, or was queued in another language, is sent in the present one', async () => {
  const { studio } = mailed
  await mailed.stopMail()
  const id = await mailed.addService({ gear_type: 'lens', brand: 'Sony', model: '50mm' }, dayIn(7))
  await mailed.days.runDay(dayIn(0))
  expect(
    await studio.stateSql('select recipient, state from reminder where subject = ? order by recipient', id),
  ).toEqual([
    { recipient: 'ada@studio.example', state: 'pending' },
    { recipient: 'bo@studio.example', state: 'pending' },
  ])
  const earlier = JSON.stringify({
    title: `Check of Sony 50mm is due on ${dayIn(7)}`,
    facts: [{ name: 'Item', value: 'Sony 50mm' }],
  })
  await studio.stateSql(
    "update reminder set payload = ? where subject = ? and recipient = 'ada@studio.example'",
    earlier,
    id,
  )
  studio.configure(configOf(mailed.mail.port, 'de', 'es'))
  await mailed.startMail()
  await studio.stateSql("update reminder set next_try_at = '2026-01-01T00:00:00.000Z' where state = 'pending'")
  await expect.poll(() => textTo('ada')).toContain(`Check für Sony 50mm: fällig am ${inDays('de', 7)}`)
  await expect.poll(() => textTo('bo')).toContain(`Check de Sony 50mm: previsto para el ${inDays('es', 7)}`)
})
