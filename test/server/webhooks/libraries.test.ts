import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { createWebhookSecret, verifyWebhook } from '../../../platform/webhookSignature.ts'
import { deliveryCases } from './cases.ts'
import { freePort, prepare, receiverFolder, startReceiver } from './receivers.ts'

// Python and Go are tested in test/crash/webhookLibraries.crash.test.ts, because their packages are downloaded and
// built.
const secret = createWebhookSecret()
const cases = deliveryCases(secret, Date.now())

function verifyWithLibrary(headers: Record<string, string>, body: string): unknown {
  try {
    return new Webhook(secret).verify(body, headers)
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 'refused'
    throw error
  }
}

describe('deliveries', () => {
  it.each(cases)('$name: accepted by the JavaScript library: $taken', ({ headers, body, taken }) => {
    expect(verifyWithLibrary(headers, body)).toEqual(taken ? JSON.parse(body) : 'refused')
  })

  it.each(cases)('$name: accepted by verifyWebhook: $taken', ({ headers, body, taken }) => {
    expect(verifyWebhook({ headers, body, secrets: [secret], nowMs: Date.now() }).ok).toBe(taken)
  })

  it('signed by the library are accepted by verifyWebhook', () => {
    const [body, sentAt] = ['{"a":"ä"}', new Date()]
    const signature = new Webhook(secret).sign('msg_1', sentAt, body)
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': signature,
    }
    expect(verifyWebhook({ headers, body, secrets: [secret], nowMs: sentAt.getTime() })).toMatchObject({ ok: true })
  })
})

it('the TypeScript receiver of docs/webhooks.md accepts valid deliveries, each event once', async () => {
  using folder = receiverFolder()
  const preparedReceiver = prepare('ts', folder.path)
  if ('reason' in preparedReceiver) throw new Error(preparedReceiver.reason)
  await using receiver = await startReceiver(preparedReceiver, secret, await freePort())
  const statuses: number[] = []
  for (const one of deliveryCases(secret, Date.now())) statuses.push(await receiver.send(one))
  expect(statuses).toEqual(cases.map(({ taken }) => (taken ? 204 : 401)))
  expect(receiver.output().match(/gear\.updated/g)).toHaveLength(1)
})
