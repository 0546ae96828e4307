import { expect, test } from 'vitest'
import { startLosableTemporal } from '../crash/years/temporal.ts'
import { dayIn, openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'

const configOf = (port: number): string => `
sources:
  - { id: main, file: sheet.csv }
maintenance: { reminders: { before: [5, 2], after: [], every_after: false } }
warranty: { steps: [5] }
reminders:
  channels:
    - { id: mail, type: email, from: kit@studio.example, smtp: { host: 127.0.0.1, port: ${port}, security: none } }
  people:
    - { id: ada, name: Ada, channels: [{ channel: mail, to: ada@studio.example }] }
    - { id: lead, name: Lead, channels: [{ channel: mail, to: lead@studio.example }], only: { brand: None } }
  escalation: { after: 48h, to: lead }
`

/** Lets the time of an escalation pass. */
const passTime = ({ studio }: MailedStudio, subject: string): Promise<unknown> =>
  studio.stateSql(
    "update reminder set not_before = '2026-01-01T00:00:00.000Z', next_try_at = '2026-01-01T00:00:00.000Z' where subject = ? and not_before is not null",
    subject,
  )

test('it waits in the ledger, so it is sent once although Temporal has lost everything', { timeout: 240_000 }, async () => {
  await using temporal = await startLosableTemporal()
  await using lost = await openMailedStudio(configOf, {}, temporal)
  const id = await lost.addService({ gear_type: 'camera', brand: 'Canon', model: 'Lost' }, dayIn(5))
  await lost.days.runDay(dayIn(0))
  await expect.poll(() => lost.countMails('Canon Lost', 'ada'), { timeout: 20_000 }).toBe(1)
  await temporal.wipe()
  await passTime(lost, id)
  await expect.poll(() => lost.countMails('Not acknowledged yet: Check of Canon Lost', 'lead'), { timeout: 120_000 }).toBe(1)
  await temporal.wipe()
  await passTime(lost, id)
  await expect
    .poll(
      () =>
        lost.days.runDay(dayIn(0)).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  expect([lost.countMails('Canon Lost', 'lead'), lost.countMails('Canon Lost', 'ada')]).toEqual([1, 1])
})
