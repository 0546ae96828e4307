import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTextsOf } from '../../../activities/notify/textsOf.ts'
import { loadConfig } from '../../../config/config.ts'
import { reconcileProblems } from '../../../worker/problems/reconcile.ts'
import { toOutageProblem } from '../../../worker/problems/outage.ts'
import { openLedger, reminderOf, type Ledger } from '../../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../../support/mail/mailServer.ts'

// The language of a message is that of the person who gets it.

let mail: MailServer
let ledger: Ledger

const person = (id: string, more = '', address = id): string =>
  `{ id: ${id}, name: ${id}, channels: [{ channel: mail, to: ${address}@studio.example }]${more} }`
const configOf = (people: readonly string[], more = ''): string => `
reminders:
  ${more}
  channels: [{ id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${mail.port}, security: none } }]
  people:
${people.map((one) => `    - ${one}`).join('\n')}
`
const PEOPLE = [person('ada', ', language: de, timezone: Europe/Berlin'), person('bo', ', language: fr'), person('cy')]

beforeAll(async () => {
  mail = await startMailServer()
})
afterAll(() => mail.stop())
afterEach(async () => {
  mail.mails.splice(0)
  await ledger[Symbol.asyncDispose]()
})

const mailTo = (id: string) => mail.mails.findLast(({ to }) => to[0] === `${id}@studio.example`)?.email
const languageOf = (config: string, recipient: string): string => {
  const { language } = createTextsOf(
    loadConfig(config),
    'UTC',
  )({ channel: 'mail', recipient: `${recipient}@studio.example` })
  return language
}

it('people who share an address but no language get the studio’s; a person without one, too', async () => {
  ledger = await openLedger('')
  const shared = [
    person('ada', ', language: de', 'us'),
    person('bo', ', language: fr', 'us'),
    person('cy', ', language: es'),
  ]
  expect(languageOf(configOf(shared), 'us')).toBe('en')
  expect(languageOf(configOf(shared), 'cy')).toBe('es')
  expect(languageOf(configOf(shared, 'language: es'), 'us')).toBe('es')
  expect(
    languageOf(configOf([person('ada', ', language: de', 'us'), person('bo', ', language: de', 'us')]), 'us'),
  ).toBe('de')
  expect(languageOf(configOf([person('ada')], 'language: fr'), 'ada')).toBe('fr')
  expect(languageOf('reminders: { language: de }', 'anybody')).toBe('de')
  expect(() => loadConfig(configOf([person('ada', ', language: it')]))).toThrow(
    'kitroom.yaml:6: reminders.people.0.language: must be one of en, de, fr, es',
  )
})

it('a problem and its end are in the language of each person, with times by their clock', async () => {
  ledger = await openLedger(configOf(PEOPLE), '2027-03-16T08:00:00.000Z')
  const reconcile = (problems: Parameters<typeof reconcileProblems>[1]['problems']) =>
    ledger.state.write((tx) =>
      reconcileProblems(tx, { problems, isUndecided: () => false }, loadConfig(ledger.config), {
        nowMs: ledger.clock.nowMs(),
        scaledMs: () => 0,
      }),
    )
  await reconcile([toOutageProblem('away', 'default')])
  expect(await ledger.send()).toMatchObject({ sent: 3 })
  expect(['ada', 'bo', 'cy'].map((id) => mailTo(id)?.subject)).toEqual([
    'Temporal antwortet nicht',
    'Temporal ne répond pas',
    'Temporal does not answer',
  ])
  expect(mailTo('ada')?.text).toContain('Was zu tun ist: Prüfen Sie, ob der Temporal-Server läuft.')
  expect(mailTo('cy')?.text).toContain('What to do: See that the Temporal server runs.')
  ledger.clock.move(3_600_000)
  await reconcile([])
  expect(await ledger.send()).toMatchObject({ sent: 3 })
  expect(['ada', 'bo', 'cy'].map((id) => mailTo(id)?.subject)).toEqual([
    'Temporal antwortet wieder, die Arbeit geht weiter',
    'Temporal répond de nouveau, le travail continue',
    'Temporal answers again, and work continues',
  ])
  expect(mailTo('ada')?.text).toContain(
    'Problem: Temporal antwortet nicht\nSeit: 16.03.2027, 09:00\nBehoben: 16.03.2027, 10:00',
  )
  expect(mailTo('bo')?.text).toContain('Problème\u00a0: Temporal ne répond pas')
  expect(mailTo('cy')?.text).toContain(
    'It was: Temporal does not answer\nSince: 2027-03-16 08:00 UTC\nOver at: 2027-03-16 09:00 UTC',
  )
})

it('several reminders have their overview in the language of the person, also those that an earlier version queued', async () => {
  ledger = await openLedger(configOf(PEOPLE))
  await ledger.queue(reminderOf('Canon R5'), reminderOf('Sony A1'))
  expect((await ledger.rows()).every(({ payload }) => !payload.includes('language'))).toBe(true)
  expect(await ledger.send()).toMatchObject({ sent: 6 })
  expect(['ada', 'bo', 'cy'].map((id) => mailTo(id)?.subject)).toEqual([
    '2 Erinnerungen Ihres Studios',
    '2 rappels de votre studio',
    '2 reminders of your studio',
  ])
  for (const id of ['ada', 'bo', 'cy']) expect(mailTo(id)?.text).toContain('The warranty of Canon R5 ends in 7 days')
})
