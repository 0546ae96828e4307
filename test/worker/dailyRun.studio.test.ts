import { WorkflowFailedError } from '@temporalio/client'
import type { ApplicationFailure } from '@temporalio/common'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { testTemporal } from '../support/temporal.ts'
import { openDays, type Days } from './support/days.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

// The daily run when a step fails or a mail cannot be sent.

let studio: Studio
let days: Days
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  studio = await openStudio(testTemporal(), { config: configOf(emailChannel(mail.port)) })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  await mail.stop()
})

const failureOf = async (execution: Promise<unknown>): Promise<ApplicationFailure> => {
  const error = await execution.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof WorkflowFailedError)) throw new Error('the daily run did not fail', { cause: error })
  return error.cause as ApplicationFailure
}

/** Counts the mails that contain the text: reminders due together share one. */
const countMails = (text: string): number =>
  mail.mails.filter(({ email }) => `${email.subject}\n${email.text}`.includes(text)).length

const SERVICE = 'Sensor cleaning of Canon R5 is due on 2031-05-02'
// What is left is counted from the day of sending, which is today.
const WARRANTY = 'Warranty of Canon R5 ends on 2031-05-02, in '

const setScopes = async (change: string): Promise<unknown> =>
  studio.apiSql(`update api_key set scopes = ${change} where kind = 'worker'`)

it('a failed step does not block the others, and the daily run names it', async () => {
  const gear = await studio.api.createItem({
    gear_type: 'camera',
    brand: 'Canon',
    model: 'R5',
    warranty_expires_on: '2031-05-02',
  })
  const due = { item_type: 'camera', item_id: gear.id, service_type: 'Sensor cleaning', service_date: '2031-05-02' }
  expect((await studio.api.post('/maintenance', due)).status).toBe(201)
  await setScopes("replace(scopes, 'documents:read', 'documents:none')")
  const failure = await failureOf(days.runDay('2031-05-01'))
  expect(failure).toMatchObject({
    type: 'daily_failed',
    nonRetryable: true,
    message: expect.stringMatching(/^reconcileWarranties: .*documents:read/),
  })
  expect(failure.details?.[0]).toMatchObject({ remindOfMaintenance: { queued: 1 } })
  // The workflow that evaluates coverage fails too. Reminders wait while it retries, and are sent before the next daily
  // run.
  await until('a mail reminds of the service', async () => countMails(SERVICE) === 1)
  expect(countMails(WARRANTY)).toBe(0)
  await until('a mail reports the failure', async () => countMails('The daily run') === 1)

  await setScopes("replace(scopes, 'documents:none', 'documents:read')")
  expect(await days.runDay('2031-05-01')).toMatchObject({
    reconcileWarranties: { queued: 1 },
    remindOfMaintenance: { queued: 0 },
  })
  await expect
    .poll(() => ({ service: countMails(SERVICE), warranty: countMails(WARRANTY) }))
    .toEqual({ service: 1, warranty: 1 })
  await until('a mail reports that it works again', async () => countMails('The daily run works again') === 1)
})

it('a reminder that could not be sent is retried between daily runs once it is due', async () => {
  await mail.stop()
  expect(await days.runDay('2031-05-02')).toMatchObject({
    remindOfMaintenance: { queued: 1 },
    sendReminders: { sent: 0 },
  })
  // An attempt between the daily runs may be under way.
  const statesOf = async (): Promise<string[]> =>
    (
      await studio.stateSql<{ state: string }>("select state from reminder where state != 'sent' and kind != 'problem'")
    ).map(({ state }) => state)
  await expect.poll(statesOf).toEqual(['pending', 'pending'])
  mail = await startMailServer({ port: mail.port })
  await studio.stateSql("update reminder set next_try_at = '2026-01-01T00:00:00.000Z' where state = 'pending'")
  await until(
    'both are sent',
    async () =>
      (await studio.stateSql("select 1 from reminder where state = 'sent' and kind in ('maintenance', 'warranty')"))
        .length === 4,
  )
  const [together] = mail.mails
  expect(mail.mails.map(({ email }) => email.subject)).toEqual(['2 reminders of your studio'])
  expect(together?.email.text).toContain('Sensor cleaning of Canon R5 is due on 2031-05-02')
  expect(together?.email.text).toContain('Warranty of Canon R5 ends on 2031-05-02, in ')
})
