import { expect, it, type TestContext } from 'vitest'
import type { WebhookDelivery } from '../../contract/settings/webhooks.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { createAccount } from '../support/account.ts'
import { createApi, type Api } from '../support/api.ts'
import { startServer, createDataFolder } from '../support/server.ts'
import { configOf, openLedger, reminderOf } from '../support/mail/ledger.ts'
import { createSettings } from '../support/settings.ts'
import { skipTest } from '../support/skipTest.ts'
import { deliveryCases } from '../server/webhooks/cases.ts'
import {
  freePort,
  prepare,
  receiverFolder,
  startReceiver,
  type Language,
  type Receives,
} from '../server/webhooks/receivers.ts'

// Runs the receivers of docs/webhooks.md that need packages. The first run downloads or builds them, in some 15 s.
// Messages of a webhook channel are signed in the same way. test/server/webhooks/libraries.test.ts runs the cases
// against the TypeScript receiver.

function start(language: Language, folder: string, context: TestContext, receives?: Receives) {
  const preparedReceiver = prepare(language, folder, receives)
  if (!('reason' in preparedReceiver)) return preparedReceiver
  process.stderr.write(`The receiver in ${language} is not tried: ${preparedReceiver.reason}.\n`)
  return skipTest(context, preparedReceiver.reason)
}

it.for<Language>(['python', 'go'])(
  'the receiver in %s of docs/webhooks.md accepts only valid deliveries, and handles each event once',
  async (language, context) => {
    using folder = receiverFolder()
    const secret = createWebhookSecret()
    await using receiver = await startReceiver(start(language, folder.path, context), secret, await freePort())
    const cases = deliveryCases(secret, Date.now())
    const statuses: number[] = []
    for (const one of cases) statuses.push(await receiver.send(one))
    expect(statuses).toEqual(cases.map(({ taken }) => (taken ? 204 : 401)))
    expect(receiver.output().match(/gear\.updated/g)).toHaveLength(1)
  },
)

/**
 * Waits until `count` deliveries to an endpoint have finished.
 * @returns their types, statuses and attempts, newest first
 */
async function outcomes(owner: Api, id: string, count: number): Promise<unknown[]> {
  const readDeliveries = async (): Promise<WebhookDelivery[]> =>
    (JSON.parse((await owner.get(`/webhooks/${id}/deliveries`)).text) as { data: WebhookDelivery[] }).data
  const endedDeliveries = async (): Promise<WebhookDelivery[]> =>
    (await readDeliveries()).filter(({ status }) => status !== 'pending')
  await expect.poll(async () => (await endedDeliveries()).length).toBe(count)
  return (await endedDeliveries()).map(({ type, status, attempts }) => [
    type,
    status,
    ...attempts.map((attempt) => attempt.status),
  ])
}

it.for<Language>(['ts', 'python', 'go'])(
  'the receiver in %s accepts deliveries of the server, also with the old secret during a rotation',
  async (language, context) => {
    using folder = receiverFolder()
    const startedReceiver = start(language, folder.path, context)
    const port = await freePort()
    using data = createDataFolder()
    await using server = await startServer(data.dataDir, { env: { KITROOM_WEBHOOK_ALLOW: `127.0.0.1/32:${port}` } })
    const account = await createAccount(data.dataDir, 'Studio')
    const [api, owner] = [createApi(server.url, account.api_key), createSettings(server.url, account.owner_key)]
    const endpointReply = await owner.post('/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['gear.*'] })
    const { id, secret } = endpointReply.item() as unknown as { id: string; secret: string }
    await using receiver = await startReceiver(startedReceiver, secret, port)
    const item = await api.createItem({ model: 'Ünïcode 📷 — "quoted"' })
    expect(await outcomes(owner, id, 1)).toEqual([['gear.created', 'delivered', 204]])
    await owner.post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: 60 })
    await api.patch(`/gear/${item.id}`, { updates: { status: 'in_use' } })
    expect(await outcomes(owner, id, 2)).toEqual([
      ['gear.updated', 'delivered', 204],
      ['gear.created', 'delivered', 204],
    ])
    await owner.post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: 0 })
    await api.delete(`/gear/${item.id}`)
    await expect.poll(async () => (await owner.get(`/webhooks/${id}/deliveries`)).text).toContain('"status":401')
    expect(receiver.output().match(/gear\.\w+/g)).toEqual(['gear.created', 'gear.updated'])
  },
)

const CHANNEL = '{ id: team, type: webhook, url_env: KITROOM_CHANNEL_TEAM, secret_env: KITROOM_CHANNEL_TEAM_SECRET }'

it.for<Language>(['ts', 'python', 'go'])(
  'the receiver in %s accepts messages of a webhook channel, also with the old secret during a rotation',
  async (language, context) => {
    using folder = receiverFolder()
    const startedReceiver = start(language, folder.path, context, 'messages')
    const [secret, newSecret, port] = [createWebhookSecret(), createWebhookSecret(), await freePort()]
    await using receiver = await startReceiver(startedReceiver, secret, port)
    await using ledger = await openLedger(configOf(CHANNEL))
    const secrets = (...list: string[]): Record<string, string> => ({
      KITROOM_CHANNEL_TEAM: `http://127.0.0.1:${port}/`,
      KITROOM_CHANNEL_TEAM_SECRET: list.join(' '),
    })
    ledger.secrets = secrets(secret)
    await ledger.queue(reminderOf('Ünïcode 📷 — "quoted"'), reminderOf('other'))
    expect(await ledger.send()).toMatchObject({ sent: 2, waiting: 0 })
    ledger.secrets = secrets(newSecret, secret)
    await ledger.queue(reminderOf('during the rotation'))
    expect(await ledger.send()).toMatchObject({ sent: 1, waiting: 0 })
    ledger.secrets = secrets(newSecret)
    await ledger.queue(reminderOf('after the rotation'))
    expect(await ledger.send()).toMatchObject({ sent: 0, waiting: 1 })
    expect(receiver.output().match(/reminders\.due/g)).toHaveLength(2)
  },
)
