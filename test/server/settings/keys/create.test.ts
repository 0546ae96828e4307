import { describe, expect, it } from 'vitest'
import { IssuedKey, Key } from '../../../../contract/settings/keys.ts'
import { scopes } from '../../../../contract/scopes.ts'
import type { Reply } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })
const owner = () => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const issuedKey = (reply: Reply): IssuedKey => {
  expect(reply.status).toBe(201)
  return IssuedKey.parse(reply.item())
}

describe('POST /keys', () => {
  it('creates a key that works at once, with only its scopes, and is shown once', async () => {
    const reply = await owner().post('/keys', {
      name: '  Dashboard ',
      scopes: ['profile:read', 'gear:read'],
      rate_per_second: 5,
    })
    const madeKey = issuedKey(reply)
    const secret = madeKey.key ?? ''
    expect(secret).toMatch(/^sk_studio_[0-9A-Za-z]{49}$/)
    expect(madeKey).toMatchObject({
      name: 'Dashboard',
      kind: 'api',
      scopes: ['gear:read', 'profile:read'],
      hint: `sk_studio_…${secret.slice(-4)}`,
      rate_per_second: 5,
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      replaced_by: null,
    })
    const api = suite.alice.as(secret)
    expect((await api.get('/gear')).status).toBe(200)
    expect((await api.get('/profile')).status).toBe(200)
    expect((await api.post('/gear', {})).status).toBe(403)
    const read = await owner().get(`//${(reply.headers['location'] ?? '').slice(1)}`)
    const { key: _, last_used_at: __, last_used_ip: ___, ...shownKey } = madeKey
    expect(read.item()).toMatchObject(shownKey)
    expect(read.text).not.toContain(secret)
    expect((await owner().get('/keys')).text).not.toContain(secret)
  })

  it('lists all faults at once', async () => {
    const reply = await owner().post('/keys', {
      name: ' ',
      scopes: ['gear:read', 'gear:read', 'gear:eat'],
      expires_at: '2027-02-30T00:00:00.000Z',
      rate_per_second: 0,
      key: 'sk_studio_mine',
    })
    expect(reply).toHaveFaults(422, [
      '#/expires_at invalid_value',
      '#/key unknown_field',
      '#/name required',
      '#/rate_per_second invalid_value',
      '#/scopes/2 invalid_value',
    ])
    expect((await owner().post('/keys', { name: 'x', scopes: ['gear:read', 'gear:read'] })).faults()).toEqual([
      '#/scopes/1 invalid_value',
    ])
    expect((await owner().post('/keys', { name: 'x', scopes: [], rate_per_second: 10_001 })).faults()).toEqual([
      '#/rate_per_second invalid_value',
      '#/scopes invalid_value',
    ])
    expect((await owner().post('/keys', {})).faults()).toEqual(['#/name required', '#/scopes required'])
    const { errors } = (await owner().post('/keys', { name: 'x', scopes: [] })).problem()
    expect(errors).toMatchObject([{ detail: expect.stringMatching(/must have at least 1 entry$/) }])
  })

  it('accepts only an expiry in the future', async () => {
    const pastReply = await owner().post('/keys', {
      name: 'Late',
      scopes: [...scopes],
      expires_at: new Date(Date.now() - 1).toISOString(),
    })
    expect(pastReply).toHaveFaults(422, ['#/expires_at invalid_value'])
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    expect(
      issuedKey(await owner().post('/keys', { name: 'Soon', scopes: [...scopes], expires_at: expiresAt })).expires_at,
    ).toBe(expiresAt)
  })

  it('creates one key for a repeated Idempotency-Key, and does not show it again', async () => {
    const headers = { 'idempotency-key': 'make-a-key' }
    const body = { name: 'Once', scopes: ['gear:read'] }
    const firstReply = await owner().post('/keys', body, headers)
    const secondReply = await owner().post('/keys', body, headers)
    expect(secondReply.headers['idempotent-replayed']).toBe('true')
    expect({ etag: secondReply.headers['etag'], location: secondReply.headers['location'] }).toEqual({
      etag: firstReply.headers['etag'],
      location: firstReply.headers['location'],
    })
    expect({ ...issuedKey(secondReply) }).toEqual({ ...issuedKey(firstReply), key: null })
    expect(await suite.sql('select id from api_key where name = ?', 'Once')).toHaveLength(1)
  })
})

describe('GET /keys', () => {
  it('lists every key of the account, newest first, and none of another account', async () => {
    const reply = await owner().get('/keys?limit=200')
    const keys = reply.items().map((item) => Key.parse(item))
    expect(keys.map((key) => key.created_at)).toEqual(
      keys
        .map((key) => key.created_at)
        .toSorted()
        .toReversed(),
    )
    expect(new Set(keys.map((key) => key.kind))).toEqual(new Set(['api', 'owner']))
    const bobReply = await createSettings(suite.server.url, suite.bobAccount.owner_key).get('/keys')
    expect(bobReply.items()).toHaveLength(2)
    expect(keys.map((key) => key.id)).not.toContain(bobReply.items()[0]?.id)
    const pages = await Promise.all([0, 1, 2].map((offset) => owner().get(`/keys?limit=1&offset=${offset}`)))
    expect(pages.map((page) => page.items()[0]?.id)).toEqual(keys.slice(0, 3).map((key) => key.id))
    expect(pages[0]?.pagination()).toEqual({ limit: 1, offset: 0, returned: 1, total: keys.length })
  })

  it('answers 304 until a key changes', async () => {
    const firstReply = await owner().get('/keys?offset=1')
    const headers = { 'if-none-match': firstReply.headers['etag'] ?? '' }
    expect((await owner().get('/keys?offset=1', headers)).status).toBe(304)
    await owner().post('/keys', { name: 'Another', scopes: ['gear:read'] })
    expect((await owner().get('/keys?offset=1', headers)).status).toBe(200)
  })

  it('finds no key of another account and no unknown key', async () => {
    const bobSettings = createSettings(suite.server.url, suite.bobAccount.owner_key)
    const [aliceKey] = (await owner().get('/keys')).items()
    for (const id of [aliceKey?.id, '0192f3a4-0000-7000-8000-000000000000', 'x']) {
      const replies = [
        await bobSettings.get(`/keys/${id}`),
        await bobSettings.post(`/keys/${id}/rotate`, {}),
        await bobSettings.delete(`/keys/${id}`),
      ]
      expect(replies.map((reply) => [reply.status, reply.problem().detail])).toEqual(
        replies.map(() => [404, 'There is no key with this id.']),
      )
    }
  })
})
