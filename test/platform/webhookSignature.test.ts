import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isWebhookSecret, createWebhookSecret, signWebhook, verifyWebhook } from '../../platform/webhookSignature.ts'

// The vector of the reference libraries.
const vector = {
  secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampS: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const nowMs = vector.timestampS * 1000
const headers = {
  'webhook-id': vector.id,
  'webhook-timestamp': String(vector.timestampS),
  'webhook-signature': vector.signature,
}
const verify = (changes: Partial<Parameters<typeof verifyWebhook>[0]> = {}) =>
  verifyWebhook({ headers, body: vector.body, secrets: [vector.secret], nowMs, ...changes })
const withHeader = (name: string, value: string | string[] | undefined) =>
  verify({ headers: { ...headers, [name]: value } })
const refusal = (reason: string) => ({ ok: false, reason })

describe('signWebhook', () => {
  it('returns the signature of the reference vector, with and without the prefix of the secret', () => {
    for (const secret of [vector.secret, `whsec_${vector.secret}`])
      expect(signWebhook({ ...vector, secrets: [secret] })).toBe(vector.signature)
  })

  it('signs bytes and their text alike', () => {
    const body = '{"name":"Köln 📷"}'
    expect(signWebhook({ ...vector, body: Buffer.from(body), secrets: [vector.secret] })).toBe(
      signWebhook({ ...vector, body, secrets: [vector.secret] }),
    )
  })

  it('signs with every secret, and separates the signatures with one space', () => {
    const secrets = [createWebhookSecret(), vector.secret, createWebhookSecret()]
    const list = signWebhook({ ...vector, secrets })
    expect(list).toMatch(/^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=){2}$/)
    for (const secret of secrets)
      expect(verify({ headers: { ...headers, 'webhook-signature': list }, secrets: [secret] }).ok).toBe(true)
  })

  it.each([
    ['an id with a dot', { id: 'evt.1' }],
    ['no id', { id: '' }],
    ['a fraction of a second', { timestampS: 1_614_265_330.5 }],
    ['no time', { timestampS: Number.NaN }],
    ['no secret', { secrets: [] }],
    ['an invalid secret', { secrets: ['whsec_abc'] }],
  ])('refuses %s', (_name, changes) => {
    expect(() => signWebhook({ ...vector, secrets: [vector.secret], ...changes })).toThrow(/webhook/)
  })
})

describe('verifyWebhook', () => {
  it('accepts the reference vector, and a list where any signature matches any secret', () => {
    expect(verify()).toEqual({ ok: true, id: vector.id, timestampS: vector.timestampS })
    const otherSecret = createWebhookSecret()
    const list = [`v1a,${'A'.repeat(86)}==`, signWebhook({ ...vector, secrets: [otherSecret] }), vector.signature].join(
      ' ',
    )
    expect(withHeader('webhook-signature', list).ok).toBe(true)
    expect(verify({ secrets: [createWebhookSecret(), vector.secret] }).ok).toBe(true)
    expect(verify({ body: Buffer.from(vector.body) }).ok).toBe(true)
  })

  it.each([
    [-301, refusal('too_new')],
    [-300, expect.objectContaining({ ok: true })],
    [300, expect.objectContaining({ ok: true })],
    [301, refusal('too_old')],
  ])('checks a signature that is %i seconds old', (ageS, expected) => {
    expect(verify({ nowMs: nowMs + ageS * 1000 })).toEqual(expected)
  })

  it('compares whole seconds, and accepts another tolerance', () => {
    expect(verify({ nowMs: nowMs + 300_999 }).ok).toBe(true)
    expect(verify({ nowMs: nowMs + 6000, toleranceS: 5 })).toEqual(refusal('too_old'))
  })

  it.each([
    ['another body', { body: `${vector.body} ` }],
    ['an empty body', { body: '' }],
    ['another secret', { secrets: [createWebhookSecret()] }],
    ['no secret', { secrets: [] }],
    ['another id', { headers: { ...headers, 'webhook-id': `${vector.id}x` } }],
    ['another time', { headers: { ...headers, 'webhook-timestamp': String(vector.timestampS + 1) } }],
  ])('refuses %s', (_name, changes) => {
    expect(verify(changes)).toEqual(refusal('wrong_signature'))
  })

  it.each<[string, string, string | string[] | undefined]>([
    ['no id', 'webhook-id', undefined],
    ['an empty id', 'webhook-id', ''],
    ['two ids', 'webhook-id', [vector.id, vector.id]],
    ['an id with a dot', 'webhook-id', 'evt.1'],
    ['no time', 'webhook-timestamp', undefined],
    ['a time with a sign', 'webhook-timestamp', '+1614265330'],
    ['a time in another notation', 'webhook-timestamp', '1.61426533e9'],
    ['a time with a zero before it', 'webhook-timestamp', '01614265330'],
    ['a time with a space', 'webhook-timestamp', ' 1614265330'],
    ['milliseconds', 'webhook-timestamp', '1614265330000'],
    ['no signature', 'webhook-signature', undefined],
    ['an empty signature', 'webhook-signature', ''],
    ['only an asymmetric signature', 'webhook-signature', vector.signature.replace('v1', 'v1a')],
    ['an unknown version', 'webhook-signature', vector.signature.replace('v1', 'v2')],
    ['a signature without its padding', 'webhook-signature', vector.signature.slice(0, -1)],
    ['a url-safe signature', 'webhook-signature', vector.signature.replace('+', '-').replace('/', '_')],
    ['signatures with commas between them', 'webhook-signature', `${vector.signature},${vector.signature}`],
  ])('refuses %s', (_name, header, value) => {
    expect(withHeader(header, value)).toEqual(refusal('unsigned'))
  })

  it('refuses a signature of the same bytes with other boundaries', () => {
    const movedHeaders = { 'webhook-id': 'a', 'webhook-timestamp': '1614265330' }
    const digest = createHmac('sha256', Buffer.from(vector.secret, 'base64')).update('a.1614265330.x').digest('base64')
    expect(verify({ headers: { ...movedHeaders, 'webhook-signature': `v1,${digest}` }, body: 'x' }).ok).toBe(true)
    expect(
      verify({
        headers: { ...movedHeaders, 'webhook-id': 'a.1614265330', 'webhook-signature': `v1,${digest}` },
        body: 'x',
      }).ok,
    ).toBe(false)
  })
})

describe('webhook secrets', () => {
  it('are unique, with 32 bytes after whsec_', () => {
    const secrets = Array.from({ length: 100 }, createWebhookSecret)
    expect(new Set(secrets).size).toBe(100)
    for (const secret of secrets)
      expect({
        isWebhookSecret: isWebhookSecret(secret),
        secretLength: Buffer.from(secret.slice(6), 'base64').length,
      }).toEqual({
        isWebhookSecret: true,
        secretLength: 32,
      })
  })

  const secretOf = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
  it.each([
    [secretOf(24), true],
    [secretOf(64), true],
    [secretOf(23), false],
    [secretOf(65), false],
    [vector.secret, false],
    [secretOf(32).replace('=', ''), false],
    [`${secretOf(32)}\n`, false],
    [`${secretOf(33).slice(0, -1)}!`, false],
    ['whsec_', false],
    ['', false],
  ])('%j is valid: %s', (text, expected) => {
    expect(isWebhookSecret(text)).toBe(expected)
  })
})
