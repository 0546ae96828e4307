import { expect, it } from 'vitest'
import { queueNotifications } from '../../../activities/notify/queue.ts'
import { listRecipients } from '../../../activities/notify/routes.ts'
import { loadConfig } from '../../../config/config.ts'
import { addUnsubscription } from '../../../state/reminders/unsubscriptions.ts'
import { openLedger, reminderOf } from '../../support/mail/ledger.ts'
import { startMailServer } from '../../support/mail/mailServer.ts'

// What is still in the ledger for somebody who has unsubscribed, such as a reminder that was queued at the same moment.

const configOf = (port: number): string => `
reminders:
  channels: [{ id: mail, type: email, from: kit@example.com, smtp: { host: 127.0.0.1, port: ${port}, security: none } }]
  people:
    - { id: ada, name: Ada, channels: [{ channel: mail, to: ada@example.com }] }
    - { id: bo, name: Bo, channels: [{ channel: mail, to: bo@example.com }], unsubscribe: true }
`
const UNSUBSCRIBED = {
  person: 'bo',
  channel: 'mail',
  recipient: 'bo@example.com',
  unsubscription_id: 'u-1',
  unsubscribed_at: '2027-03-28T08:00:00.000Z',
}

it('a queued reminder is skipped when it is to be sent; the fallback person gets what nobody else has, and problems are sent', async () => {
  await using mail = await startMailServer()
  await using ledger = await openLedger(configOf(mail.port))
  const bo = listRecipients(loadConfig(ledger.config)).filter(({ recipient }) => recipient === 'bo@example.com')
  const queueForBo = (...of: Parameters<typeof queueNotifications>[1]): Promise<number> =>
    ledger.state.write((tx) => queueNotifications(tx, of, bo, ledger.clock.nowMs()))
  await queueForBo(reminderOf('Unconfirmed'))
  await ledger.put({ state: 'unknown', mail_id: '<x@example.com>', attempts: 1 })
  await ledger.state.write((tx) => addUnsubscription(tx, UNSUBSCRIBED))
  await ledger.queue(reminderOf('Shared'))
  await queueForBo(reminderOf('Own'), reminderOf('Problem', { kind: 'problem', title: 'Something goes wrong' }))
  await ledger.send()
  await ledger.send()

  const subjectsTo = (to: string): (string | undefined)[] =>
    mail.mails.filter((one) => one.to[0] === to).map(({ email }) => email.subject)
  expect(subjectsTo('bo@example.com')).toEqual(['Something goes wrong'])
  expect(subjectsTo('ada@example.com')).toEqual(['The warranty of Shared ends in 7 days', '2 reminders of your studio'])
  const rows = (await ledger.rows()).map(
    ({ subject, recipient, state, resent }) => `${subject} ${recipient} ${state} ${resent}`,
  )
  expect(rows.toSorted()).toEqual([
    'Own ada@example.com sent 0',
    'Own bo@example.com skipped 1',
    'Problem bo@example.com sent 0',
    'Shared ada@example.com sent 0',
    'Shared bo@example.com skipped 1',
    'Unconfirmed ada@example.com sent 0',
    'Unconfirmed bo@example.com unknown 1',
  ])
})
