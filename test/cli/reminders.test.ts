import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReminderInfo } from '../../contract/reminders.ts'
import { createApi } from '../support/api.ts'
import { startLocalStudio, type LocalStudio } from '../support/localStudio.ts'
import { runFile, type Ran } from '../support/run.ts'
import { configOf, emailChannel } from '../notify/support/ledger.ts'
import { until } from '../worker/support/schedules.ts'
import { startMailServer, type MailServer } from '../notify/support/mailServer.ts'

let studio: LocalStudio
let server: MailServer
const reminders = (...args: string[]): Promise<Ran> => runFile('cli/main.ts', ['reminders', ...args], studio.env)

beforeAll(async () => {
  server = await startMailServer({ onRecipient: (address) => (address === 'gone@example.com' ? 550 : undefined) })
  studio = await startLocalStudio(
    configOf(emailChannel(server.port), '{ id: log, type: log }', emailChannel(server.port, { id: 'old', to: 'gone@example.com' })),
  )
})
afterAll(async () => {
  await studio.stop()
  await server.stop()
})

it('tries a channel for real', async () => {
  expect(await reminders('test', 'mail')).toMatchObject({ code: 0, out: 'mail ada@example.com: sent\n' })
  expect(server.mails.map(({ email }) => email.subject)).toEqual(['A test of Kitroom’s reminders'])
})

it('says what came of each channel, and of one that there is not', async () => {
  const all = await reminders('test')
  expect(all.code).toBe(1)
  expect(all.out.split('\n').map((line) => line.slice(0, 45))).toEqual([
    'mail ada@example.com: sent',
    'log: sent',
    'old gone@example.com: not sent, and a reminder'.slice(0, 45),
    '',
  ])
  expect(JSON.parse((await reminders('test', 'log', '--json')).out)).toEqual({
    data: [{ channel: 'log', recipient: 'log', outcome: 'sent', error: null }],
  })
  expect((await reminders('test', 'pigeon')).err).toContain('There is no channel "pigeon" in kitroom.yaml. It has: mail, log, old. [unknown_channel]')
})

it('looks for what is due, reminds of it once, and lists what came of it', async () => {
  expect((await reminders('list')).err).toContain('There are no such reminders.')
  const api = createApi(studio.apiUrl, studio.account.api_key)
  const ends = Temporal.Now.plainDateISO('UTC').add({ days: 7 }).toString()
  await api.make({ gear_type: 'camera', brand: 'Canon', model: 'R5 \u202e', warranty_expires_on: ends })
  const ran = await reminders('run')
  expect(ran).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^reconcileWarranties: covers 1, .*\n(?:.*\n)*sendReminders: sent \d, failed \d, skipped 0, waiting \d\n$/m),
  })
  // The event of the write may have been as fast.
  await until('all were sent', async () => !/^(?:pending|sending)/m.test((await reminders('list')).out))
  const listed = await reminders('list')
  expect(listed.out).toContain('old gone@example.com')
  expect(listed.out).toContain('refuses the recipient gone@example.com: 550')
  expect(listed.out).not.toContain('\u202e')
  expect(listed.err).toContain('3 of 3')
  const sent = JSON.parse((await reminders('list', '--state', 'sent', '--json')).out) as { data: ReminderInfo[] }
  expect(sent.data.map(({ channel, due_on, state, attempts }) => ({ channel, due_on, state, attempts }))).toEqual(
    expect.arrayContaining(['log', 'mail'].map((channel) => ({ channel, due_on: ends, state: 'sent', attempts: 1 }))),
  )
  const mails = server.mails.length
  expect((await reminders('run', '--json')).out).toContain('"outcome": "completed"')
  expect(server.mails).toHaveLength(mails)
  expect((await reminders('list', '--state', 'mislaid')).err).toContain('[invalid_request]')
})
