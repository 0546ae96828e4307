import { afterAll, beforeAll, expect, it } from 'vitest'
import { listProblems } from '../../contract/control/problems.ts'
import { parseAllowList } from '../../platform/outbound/allowList.ts'
import { configOf, emailChannel } from '../support/mail/ledger.ts'
import { startReceiver, type Receiver } from '../support/webhooks.ts'
import { openMailedStudio, type MailedStudio } from './support/mailedStudio.ts'
import { until } from '../support/wait.ts'

// A webhook endpoint that the server disables is reported once, and once more when it is enabled or deleted.

let mailed: MailedStudio
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver((_arrival, response) => void response.writeHead(410).end('gone'))
  mailed = await openMailedStudio((port) => configOf(emailChannel(port)), {
    ownProcess: 'worker',
    webhookAllow: parseAllowList(['127.0.0.0/8:*']),
    workerEnv: { KITROOM_INTERVAL_SCALE: '0.02' },
  })
})
afterAll(async () => {
  await mailed[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const codes = async (): Promise<string[]> =>
  (await mailed.studio.sync.client.call(listProblems)).body.data.map(({ code }) => code)
const subjects = (): (string | undefined)[] => mailed.mail.mails.map(({ email }) => email.subject)
const mailArrives = (subject: string, times = 1): Promise<unknown> =>
  until(`a mail says "${subject}"`, async () => subjects().filter((one) => one === subject).length === times)

/** Registers an endpoint that answers 410, and sends it an event. */
async function addGoneEndpoint(): Promise<string> {
  const reply = await mailed.studio.settings.post('/webhooks', { url: `${receiver.url}/hidden`, events: ['*'] })
  expect(reply.status).toBe(201)
  const { id } = reply.item()
  expect((await mailed.studio.settings.post(`/webhooks/${id}/test`, {})).status).toBe(202)
  return id
}

it('an endpoint that answers 410 is reported once, and that it was enabled or deleted', async () => {
  const { host } = new URL(receiver.url)
  const [began, ended] = [
    `The webhook endpoint at ${host} is disabled`,
    `The webhook endpoint at ${host} is no longer disabled`,
  ]
  const id = await addGoneEndpoint()
  await mailArrives(began)
  expect(await codes()).toEqual(['endpoint_disabled'])
  const { text = '' } = mailed.mail.mails[0]?.email ?? {}
  expect(text).toContain('Why: It answered 410: the address is gone.')
  expect(text).toContain(`Enable it: npm run kitroom -- webhook enable ${id}`)
  expect(text).not.toContain('hidden')
  await mailed.studio.worker.kill()
  await mailed.studio.startWorker()
  receiver.answer((_arrival, response) => void response.writeHead(204).end())
  expect((await mailed.studio.settings.patch(`/webhooks/${id}`, { updates: { status: 'enabled' } })).status).toBe(200)
  await mailArrives(ended)
  receiver.answer((_arrival, response) => void response.writeHead(410).end())
  expect((await mailed.studio.settings.post(`/webhooks/${id}/test`, {})).status).toBe(202)
  await mailArrives(began, 2)
  expect((await mailed.studio.settings.delete(`/webhooks/${id}`)).status).toBe(200)
  await mailArrives(ended, 2)
  expect(subjects()).toEqual([began, ended, began, ended])
})
