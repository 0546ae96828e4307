import { describe, expect, it } from 'vitest'
import { errorCodes, type ErrorCode } from '../../contract/errors.ts'
import { addKey } from '../support/account.ts'
import { camera, createApi, type Reply } from '../support/api.ts'
import { useServer } from '../support/suite.ts'
import { talk } from '../support/wire.ts'

const suite = useServer()
const json = { 'content-type': 'application/json' }
const raw = async (text: string): Promise<Reply> => ({ ...(await talk(suite.server.url, [text], 1))[0] }) as Reply
const codeOf = (reply: { text: string }): string => (JSON.parse(reply.text) as { code: string }).code

/** One way to each code that a client can reach at will; the others have tests of their own. */
const ways: Partial<Record<ErrorCode, () => Promise<Reply>>> = {
  malformed_json: () => suite.alice.send('POST', '/gear', { headers: json, body: '{' }),
  invalid_encoding: () => suite.alice.send('POST', '/gear', { headers: json, body: Buffer.from([0x22, 0xff, 0x22]) }),
  invalid_query: () => suite.alice.get('/gear?limit=0'),
  invalid_header: () => suite.alice.get('/gear', { 'if-none-match': 'x' }),
  invalid_request: () => raw('GET /api/v1/gear HTTP/1.1\r\nNo colon here\r\n\r\n'),
  missing_api_key: () => suite.alice.as(undefined).get('/gear'),
  invalid_api_key: () => suite.alice.as('sk_studio_nobody').get('/gear'),
  insufficient_scope: async () =>
    createApi(suite.server.url, await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { scopes: ['profile:read'] })).get('/gear'),
  not_found: () => suite.alice.get('/gear/none'),
  method_not_allowed: () => suite.alice.send('PUT', '/gear'),
  not_acceptable: () => suite.alice.get('/gear', { accept: 'text/html' }),
  asset_tag_taken: async () => {
    await suite.alice.post('/gear', camera({ asset_tag: 'E-1' }))
    return suite.alice.post('/gear', camera({ asset_tag: 'e-1' }))
  },
  precondition_failed: async () => suite.alice.patch(`/gear/${(await suite.alice.make()).id}`, { updates: { notes: 'x' } }, { 'if-match': '"x"' }),
  body_too_large: () => suite.alice.send('POST', '/gear', { headers: json, body: ' '.repeat(300_000) }),
  uri_too_long: () => suite.alice.get(`/gear?q=${'x'.repeat(8200)}`),
  unsupported_media_type: () => suite.alice.send('POST', '/gear', { headers: { 'content-type': 'text/csv' }, body: 'a,b' }),
  expectation_failed: () => raw('GET /api/v1/gear HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n'),
  validation_failed: () => suite.alice.post('/gear', {}),
  idempotency_key_reused: async () => {
    await suite.alice.post('/gear', camera(), { 'idempotency-key': 'reused' })
    return suite.alice.post('/gear', camera({ notes: 'x' }), { 'idempotency-key': 'reused' })
  },
  headers_too_large: () => raw(`GET /api/v1/gear HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
}

describe('every error', () => {
  it.each(Object.keys(ways) as ErrorCode[])('%s has its status and its problem body', async (code) => {
    const reply = await (ways[code] as () => Promise<Reply>)()
    expect([reply.status, codeOf(reply)]).toEqual([errorCodes[code].status, code])
    expect(JSON.parse(reply.text)).toMatchObject({ type: `/docs/errors#${code}`, title: errorCodes[code].title })
    expect(reply.headers['content-type']).toBe('application/problem+json')
  })

  it('has one of a published list of codes, from which nothing is ever taken away', () => {
    expect(Object.keys(errorCodes).toSorted()).toMatchInlineSnapshot(`
      [
        "asset_tag_taken",
        "body_too_large",
        "expectation_failed",
        "feature_not_available",
        "gear_reference_invalid",
        "headers_too_large",
        "idempotency_in_progress",
        "idempotency_key_reused",
        "insufficient_scope",
        "internal_error",
        "invalid_api_key",
        "invalid_encoding",
        "invalid_header",
        "invalid_query",
        "invalid_request",
        "invalid_transition",
        "key_not_live",
        "last_owner_key",
        "malformed_json",
        "managed_by_gear",
        "method_not_allowed",
        "missing_api_key",
        "not_acceptable",
        "not_found",
        "overloaded",
        "precondition_failed",
        "rate_limited",
        "request_timeout",
        "shutting_down",
        "unsupported_media_type",
        "uri_too_long",
        "validation_failed",
      ]
    `)
  })

  it('of the inside shows a fixed text, and the cause is in the log only', async () => {
    const item = await suite.alice.make()
    const [row] = await suite.sql<{ record: string }>('select record from gear where id = ?', item.id)
    await suite.sql('update gear set record = ? where id = ?', 'broken inside', item.id)
    const reply = await suite.alice.patch(`/gear/${item.id}`, { updates: { notes: 'x' } }, { 'idempotency-key': 'inside' })
    await suite.sql('update gear set record = ? where id = ?', row?.record ?? '', item.id)
    expect([reply.status, reply.problem().code]).toEqual([500, 'internal_error'])
    expect(reply.text).not.toContain('broken')
    const log = JSON.stringify((suite.server as { log?: unknown }).log)
    expect(log).toContain(reply.headers['request-id'])
    expect(log).toContain('is not valid JSON')
    const again = await suite.alice.patch(`/gear/${item.id}`, { updates: { notes: 'x' } }, { 'idempotency-key': 'inside' })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, undefined])
  })
})

describe('the order of checks', () => {
  const bad = { accept: 'text/html', 'content-type': 'text/plain', 'idempotency-key': '!', 'if-match': '!' }
  const tooLong = 'x'.repeat(300_000)

  it('is path, method, key, scope, Accept, Content-Type, size, JSON, query, headers, schema, record, state', async () => {
    const { alice } = suite
    const reader = alice.as(await addKey(suite.folder.databaseFile, suite.aliceAccount.account_id, { scopes: ['gear:read'] }))
    const nobody = alice.as(undefined)
    const { accept: _, ...accepted } = bad
    const typed = { ...accepted, ...json }
    const { 'if-match': __, 'idempotency-key': ___, ...plain } = typed
    const item = await alice.make({ asset_tag: 'ORDER-1', gear_type: 'lens' })
    await alice.make({ asset_tag: 'ORDER-2' })
    const path = `/gear/${item.id}`
    const steps: [string, Promise<Reply>][] = [
      ['not_found', nobody.send('PUT', '/nothing?x=1', { headers: bad, body: tooLong })],
      ['method_not_allowed', nobody.send('PUT', '/gear?x=1', { headers: bad, body: tooLong })],
      ['missing_api_key', nobody.send('PATCH', `${path}?x=1`, { headers: bad, body: '{' })],
      ['insufficient_scope', reader.send('PATCH', `${path}?x=1`, { headers: bad, body: '{' })],
      ['not_acceptable', alice.send('PATCH', `${path}?x=1`, { headers: bad, body: '{' })],
      ['unsupported_media_type', alice.send('PATCH', `${path}?x=1`, { headers: accepted, body: tooLong })],
      ['body_too_large', alice.send('PATCH', `${path}?x=1`, { headers: typed, body: tooLong })],
      ['malformed_json', alice.send('PATCH', `${path}?x=1`, { headers: typed, body: '{' })],
      ['invalid_query', alice.send('PATCH', `${path}?x=1`, { headers: typed, body: '{}' })],
      ['invalid_header', alice.send('PATCH', path, { headers: typed, body: '{}' })],
      ['validation_failed', alice.send('PATCH', '/gear/none', { headers: { ...plain, 'if-match': '"x"' }, body: '{}' })],
      ['not_found', alice.patch('/gear/none', { updates: { model: 'x' } }, { 'if-match': '"x"' })],
      ['validation_failed', alice.patch(path, { updates: { shutter_count: 1, asset_tag: 'order-2' } }, { 'if-match': '"x"' })],
      ['precondition_failed', alice.patch(path, { updates: { asset_tag: 'order-2' } }, { 'if-match': '"x"' })],
      ['asset_tag_taken', alice.patch(path, { updates: { asset_tag: 'order-2' } })],
    ]
    for (const [code, reply] of steps) expect(codeOf(await reply)).toBe(code)
  })
})
