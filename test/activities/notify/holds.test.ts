import { expect, it } from 'vitest'
import { openLedger, reminderOf } from '../../support/mail/ledger.ts'
import { startMailServer } from '../../support/mail/mailServer.ts'

// Reminders that wait for a digest or for the end of quiet hours.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const configOf = (port: number, ...people: string[]): string => `reminders:
  channels: [{ id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${port}, security: none } }]
  people: [${people.join(', ')}]
`
const person = (id: string, more: string): string =>
  `{ id: ${id}, name: ${id}, channels: [{ channel: mail, to: ${id}@studio.example }], timezone: Europe/Berlin, ${more} }`
const QUIET = person('ada', 'quiet: { from: "20:00", to: "07:00" }')
const DIGEST = person('ada', 'digest: { every: day, at: "17:00" }')
const problem = reminderOf('p', { kind: 'problem', title: 'The daily run could not do everything' })

it('quiet hours hold everything, and their end sends it as one message', async () => {
  await using server = await startMailServer()
  await using ledger = await openLedger(
    configOf(server.port, QUIET, person('bo', 'kinds: [warranty]')),
    '2027-01-14T20:00:00Z',
  )
  await ledger.queue(reminderOf('a'), reminderOf('b'), problem)
  await ledger.send()
  expect(server.mails.map(({ to }) => to)).toEqual([['bo@studio.example']])
  expect(
    (await ledger.rows()).filter(({ recipient }) => recipient.startsWith('ada')).map(({ next_try_at: at }) => at),
  ).toEqual(Array.from({ length: 3 }, () => '2027-01-15T06:00:00.000Z'))
  ledger.clock.move(10 * HOUR_MS - 1)
  await ledger.send()
  expect(server.mails).toHaveLength(1)
  ledger.clock.move(1)
  await ledger.send()
  expect(server.mails.map(({ to }) => to)).toEqual([['bo@studio.example'], ['ada@studio.example']])
  expect(server.mails[1]?.email.subject).toBe('3 reminders of your studio')
})

it('a retry does not come in the quiet hours either', async () => {
  await using server = await startMailServer({ onRecipient: () => 451 })
  await using ledger = await openLedger(configOf(server.port, QUIET), '2027-01-14T18:58:30Z')
  await ledger.queue(reminderOf('a'))
  await ledger.send()
  expect((await ledger.rows()).map(({ attempts }) => attempts)).toEqual([1])
  ledger.clock.move(2 * MINUTE_MS)
  await ledger.send()
  expect((await ledger.rows()).map(({ attempts, next_try_at: at }) => [attempts, at])).toEqual([
    [1, '2027-01-15T06:00:00.000Z'],
  ])
})

it('a digest gathers what came since the last one, by days; problems pass it by, and an empty one sends nothing', async () => {
  await using server = await startMailServer()
  await using ledger = await openLedger(configOf(server.port, DIGEST), '2027-01-14T12:00:00Z')
  await ledger.queue(
    reminderOf('a', { dueOn: '2027-01-10', step: -1 }),
    reminderOf('b', { dueOn: '2027-01-14' }),
    problem,
  )
  await ledger.send()
  expect(server.mails.map(({ email }) => email.subject)).toEqual([problem.title])
  ledger.clock.move(HOUR_MS)
  await ledger.queue(reminderOf('c', { dueOn: '2027-01-20' }), reminderOf('d', { dueOn: '2027-03-01' }))
  ledger.clock.move(3 * HOUR_MS)
  await ledger.send()
  expect(server.mails).toHaveLength(2)
  expect(server.mails[1]?.email.text).toMatch(/^1 overdue, 1 today, 1 within a week, 1 later\.\n/)
  ledger.clock.move(24 * HOUR_MS)
  await ledger.send()
  expect(server.mails).toHaveLength(2)
  expect((await ledger.rows()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'sent'))
})

it('a digest in quiet hours comes at their end, and one that is switched off is sent at once', async () => {
  await using server = await startMailServer()
  const both = person('ada', 'digest: { every: day, at: "21:00" }, quiet: { from: "20:00", to: "07:00" }')
  await using ledger = await openLedger(configOf(server.port, both), '2027-01-14T12:00:00Z')
  await ledger.queue(reminderOf('a'))
  ledger.clock.move(9 * HOUR_MS)
  await ledger.send()
  expect(server.mails).toHaveLength(0)
  ledger.clock.move(9 * HOUR_MS)
  await ledger.send()
  expect(server.mails).toHaveLength(1)
  await ledger.queue(reminderOf('b'))
  await ledger.send()
  expect(server.mails).toHaveLength(1)
  ledger.config = configOf(server.port, person('ada', 'kinds: [warranty]'))
  await ledger.send()
  expect(server.mails).toHaveLength(2)
})

it('an address of two people waits only while both wait', async () => {
  await using server = await startMailServer()
  const other = person('ada', 'kinds: [warranty]').replace('id: ada', 'id: other')
  await using ledger = await openLedger(configOf(server.port, QUIET, other), '2027-01-14T20:00:00Z')
  await ledger.queue(reminderOf('a'))
  await ledger.send()
  expect(server.mails).toHaveLength(1)
})

it('a mail server that refuses others does not end the wait for a digest', async () => {
  let isDown = true
  await using server = await startMailServer({ onSender: () => (isDown ? 451 : undefined) })
  await using ledger = await openLedger(
    configOf(server.port, person('bo', 'kinds: [warranty]'), DIGEST),
    '2027-01-14T12:00:00Z',
  )
  await ledger.queue(reminderOf('a'))
  await ledger.send()
  isDown = false
  ledger.clock.move(HOUR_MS)
  await ledger.send()
  expect(server.mails.map(({ to }) => to)).toEqual([['bo@studio.example']])
  ledger.clock.move(3 * HOUR_MS)
  await ledger.send()
  expect(server.mails.map(({ to }) => to)).toEqual([['bo@studio.example'], ['ada@studio.example']])
})
