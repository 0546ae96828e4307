import { describe, expect, it } from 'vitest'
import { addKey } from '../../support/account.ts'
import type { Reply } from '../../support/api.ts'
import { useServer } from '../../support/suite.ts'

const suite = useServer({ ownProcess: true })
const codeOf = (reply: { text: string }): string => (JSON.parse(reply.text) as { code: string }).code

describe('the order of checks', () => {
  const badHeaders = { accept: 'text/html', 'content-type': 'text/plain', 'idempotency-key': '!', 'if-match': '!' }
  const tooLong = 'x'.repeat(300_000)

  it('is path, method, key, scope, Accept, Content-Type, size, JSON, query, headers, schema, record, state', async () => {
    const { alice } = suite
    const reader = alice.as(
      await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { scopes: ['gear:read'] }),
    )
    const anonymousApi = alice.as(undefined)
    const { accept: _, ...acceptedHeaders } = badHeaders
    const jsonHeaders = { ...acceptedHeaders, 'content-type': 'application/json' }
    const { 'if-match': __, 'idempotency-key': ___, ...plainHeaders } = jsonHeaders
    const item = await alice.createItem({ asset_tag: 'ORDER-1', gear_type: 'lens' })
    await alice.createItem({ asset_tag: 'ORDER-2' })
    const path = `/gear/${item.id}`
    const steps: [string, Promise<Reply>][] = [
      ['not_found', anonymousApi.send('PUT', '/nothing?x=1', { headers: badHeaders, body: tooLong })],
      ['method_not_allowed', anonymousApi.send('PUT', '/gear?x=1', { headers: badHeaders, body: tooLong })],
      ['missing_api_key', anonymousApi.send('PATCH', `${path}?x=1`, { headers: badHeaders, body: '{' })],
      ['insufficient_scope', reader.send('PATCH', `${path}?x=1`, { headers: badHeaders, body: '{' })],
      ['not_acceptable', alice.send('PATCH', `${path}?x=1`, { headers: badHeaders, body: '{' })],
      ['unsupported_media_type', alice.send('PATCH', `${path}?x=1`, { headers: acceptedHeaders, body: tooLong })],
      ['body_too_large', alice.send('PATCH', `${path}?x=1`, { headers: jsonHeaders, body: tooLong })],
      ['malformed_json', alice.send('PATCH', `${path}?x=1`, { headers: jsonHeaders, body: '{' })],
      ['invalid_query', alice.send('PATCH', `${path}?x=1`, { headers: jsonHeaders, body: '{}' })],
      ['invalid_header', alice.send('PATCH', path, { headers: jsonHeaders, body: '{}' })],
      [
        'validation_failed',
        alice.send('PATCH', '/gear/none', { headers: { ...plainHeaders, 'if-match': '"x"' }, body: '{}' }),
      ],
      ['not_found', alice.patch('/gear/none', { updates: { model: 'x' } }, { 'if-match': '"x"' })],
      [
        'validation_failed',
        alice.patch(path, { updates: { shutter_count: 1, asset_tag: 'order-2' } }, { 'if-match': '"x"' }),
      ],
      ['precondition_failed', alice.patch(path, { updates: { asset_tag: 'order-2' } }, { 'if-match': '"x"' })],
      ['asset_tag_taken', alice.patch(path, { updates: { asset_tag: 'order-2' } })],
    ]
    for (const [code, reply] of steps) expect(codeOf(await reply)).toBe(code)
  })
})
