import { afterAll, beforeAll, expect, it } from 'vitest'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { startMailServer, type MailServer } from '../support/mail/mailServer.ts'
import { testTemporal } from '../support/temporal.ts'
import { until } from '../support/wait.ts'
import { openDays, type Days } from '../worker/support/days.ts'
import { openStudio, type Studio } from '../worker/support/studio.ts'

// kill -9 while reminders are sent to a real mail server. A mail is not sent twice, unless the kill comes between the
// mail and its answer.

const ITEM_COUNT = 3
const RECIPIENTS = Array.from({ length: 50 }, (_, index) => `person${index + 10}@example.com`)
const NEVER_ANSWERED = new Promise<undefined>(() => undefined)

let studio: Studio
let days: Days
let mail: MailServer
const server = {
  onRecipient: (): typeof NEVER_ANSWERED | undefined => undefined,
  onMail: (): Promise<undefined> | undefined => undefined,
}

beforeAll(async () => {
  mail = await startMailServer({ onRecipient: () => server.onRecipient(), onMail: () => server.onMail() })
  studio = await openStudio(testTemporal(), {
    ownProcess: 'worker',
    config: configOf(emailChannel(mail.port, { to: RECIPIENTS.join(', ') })),
  })
  days = await openDays(testTemporal(), studio)
})
afterAll(async () => {
  await days[Symbol.asyncDispose]()
  await studio[Symbol.asyncDispose]()
  await mail.stop()
})

const today = Temporal.Now.plainDateISO('UTC')
const countOf = (state: string): Promise<number> => studio.countInState(`reminder where state = '${state}'`)
const waitUntilSent = (all: number): Promise<boolean> =>
  until('all are sent', async () => (await countOf('sent')) === all)
const idsOf = (): (string | undefined)[] => mail.mails.map(({ email }) => email.messageId)

/** After `count` mails, withholds the answer to the next recipient. Resolves when that recipient comes. */
async function holdAfter(count: number): Promise<void> {
  const recipientCame = Promise.withResolvers<void>()
  server.onRecipient = () => {
    if (mail.mails.length < count) return undefined
    recipientCame.resolve()
    server.onRecipient = () => undefined
    return NEVER_ANSWERED
  }
  await recipientCame.promise
}

it('a worker that is killed twice while it sends delivers every mail once', async () => {
  // A worker that looks while the items are created rightly mails the first recipient about some of them alone.
  await studio.worker.stop()
  for (let index = 0; index < ITEM_COUNT; index++)
    await studio.api.createItem({
      gear_type: 'camera',
      brand: 'Canon',
      model: `R${index}`,
      warranty_expires_on: today.add({ days: 7 }).toString(),
    })
  await studio.startWorker()
  const runningDay = days.runDay(today.toString())
  for (const count of [15, 35]) {
    await holdAfter(count)
    await studio.worker.kill()
    expect(await countOf('sending'), 'a mail is being sent').toBeGreaterThan(0)
    await studio.startWorker()
  }
  await waitUntilSent(ITEM_COUNT * RECIPIENTS.length)
  await runningDay
  expect(mail.mails.flatMap(({ to }) => to).toSorted(), 'each recipient has one mail').toEqual(RECIPIENTS)
  expect(new Set(idsOf()).size).toBe(RECIPIENTS.length)
  for (const { email } of mail.mails) expect(email.text?.match(/^Warranty of Canon R\d /gm)).toHaveLength(ITEM_COUNT)
  expect(await studio.stateSql('select 1 from reminder where resent = 1')).toEqual([])
})

it('a worker that is killed between a mail and its answer sends that mail once more, with the same Message-ID', async () => {
  const mailsBefore = mail.mails.length
  const gotMails = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<undefined>()
  server.onMail = () => {
    server.onMail = () => undefined
    gotMails.resolve()
    return answer.promise
  }
  await studio.api.createItem({
    gear_type: 'lens',
    brand: 'Sigma',
    model: '50mm',
    warranty_expires_on: today.add({ days: 30 }).toString(),
  })
  const runningDay = days.runDay(today.toString())
  await gotMails.promise
  await studio.worker.kill()
  answer.resolve(undefined)
  await studio.startWorker()
  await waitUntilSent((ITEM_COUNT + 1) * RECIPIENTS.length)
  await runningDay
  const ids = idsOf().slice(mailsBefore)
  expect(ids).toHaveLength(RECIPIENTS.length + 1)
  expect(new Set(ids).size).toBe(RECIPIENTS.length)
  const repeatedIds = ids.filter((id, index) => ids.indexOf(id) < index)
  expect(await studio.stateSql('select message_id, state, resent from reminder where resent = 1')).toEqual([
    { message_id: repeatedIds[0], state: 'sent', resent: 1 },
  ])
})
