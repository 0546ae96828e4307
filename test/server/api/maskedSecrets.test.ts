import { expect, it } from 'vitest'
import { createWebhookSecret } from '../../../platform/webhookSignature.ts'
import { addKey } from '../../support/account.ts'
import { camera } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'
import { until } from '../../support/wait.ts'

const suite = useServer({ own: true })

const tables = [
  'audit',
  'audit_link',
  'idempotency',
  'event',
  'api_key',
  'webhook_attempt',
  'webhook_delivery',
  'webhook_endpoint',
  'gear',
]

async function readStored(): Promise<string> {
  const rows = await Promise.all(tables.map((table) => suite.sql(`select * from ${table}`)))
  return JSON.stringify(rows)
}

const waitForStored = (marker: string): Promise<string> =>
  until(`${marker} is stored`, async () => {
    const text = await readStored()
    return text.includes(marker) && text
  })

const percentEncode = (text: string): string =>
  Array.from(text)
    .map((char) => `%${char.charCodeAt(0).toString(16)}`)
    .join('')

it('a secret in the headers or the query of a request is not stored', async () => {
  const otherKey = await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, {})
  const secrets = [suite.alice.key, suite.aliceAccount.owner_key, otherKey, createWebhookSecret()]
  for (const secret of secrets) {
    const headers = {
      'user-agent': `kit/1.0 (${secret}) Bearer ${secret}`,
      'x-request-id': secret.slice(0, 64).replaceAll(/[^A-Za-z0-9._-]/g, '.'),
      origin: `https://${secret}.example`,
      'x-forwarded-for': secret,
    }
    await suite.alice.get(`/gear?q=${encodeURIComponent(secret)}`, headers)
    await suite.alice.get(`/gear?api_key=${percentEncode(secret)}&q=${percentEncode(secret.slice(0, 20))}`, headers)
    await suite.alice.get(`/gear?${secret}`, headers)
    await suite.alice.get(`/gear?${percentEncode('token')}=${secret.slice(12)}`, headers)
  }
  const key = { 'idempotency-key': otherKey }
  const createdReply = await suite.alice.post('/gear', camera({ model: 'once' }), key)
  const repeated = await suite.alice.post('/gear', camera({ model: 'once' }), key)
  expect({
    status: createdReply.status,
    text: repeated.text,
    'idempotent-replayed': repeated.headers['idempotent-replayed'],
  }).toEqual({
    status: 201,
    text: createdReply.text,
    'idempotent-replayed': 'true',
  })
  expect((await suite.alice.post('/gear', camera({ model: 'twice' }), key)).problem().code).toBe(
    'idempotency_key_reused',
  )
  await suite.alice.get('/gear?limit=1', { 'x-request-id': 'the-end' })
  const text = await waitForStored('the-end')
  // Their prefixes may be stored, the random characters may not.
  const parts = secrets.flatMap((secret) => [
    secret.slice(12, 30),
    percentEncode(secret.slice(12, 30)),
    secret.slice(30, 45),
  ])
  expect(parts.filter((part) => text.toLowerCase().includes(part.toLowerCase()))).toEqual([])
  expect(text).toContain('kit/1.0 (sk_studio_…) Bearer …')
})
