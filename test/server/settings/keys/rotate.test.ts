import { describe, expect, it } from 'vitest'
import { IssuedKey, Key } from '../../../../contract/settings/keys.ts'
import { createApi, type Reply } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ fakeClock: true })
const owner = () => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const issuedKey = (reply: Reply): IssuedKey & { key: string } => {
  expect(reply.status).toBe(201)
  const key = IssuedKey.parse(reply.item())
  return { ...key, key: key.key ?? '' }
}
const make = async (fields: Record<string, unknown> = {}) =>
  issuedKey(await owner().post('/keys', { name: 'Robot', scopes: ['gear:read'], ...fields }))
const rotate = async (id: string, body: Record<string, unknown> = {}) =>
  issuedKey(await owner().post(`/keys/${id}/rotate`, body))
const readKey = async (id: string): Promise<Key> => Key.parse((await owner().get(`/keys/${id}`)).item())
const status = async (key: string): Promise<number> => (await suite.alice.as(key).get('/gear')).status
const HOUR_MS = 3_600_000

describe('POST /keys/{id}/rotate', () => {
  it('creates a key like the old one; both work for a day, then only the new one', async () => {
    const oldKey = await make({ scopes: ['gear:read', 'gear:write'], rate_per_second: 7 })
    const startedAt = suite.clock.nowMs()
    const nextKey = await rotate(oldKey.id)
    const sameFields = {
      name: oldKey.name,
      kind: 'api',
      scopes: oldKey.scopes,
      rate_per_second: 7,
      expires_at: null,
      replaced_by: null,
    }
    expect(nextKey).toMatchObject(sameFields)
    expect(nextKey.id).not.toBe(oldKey.id)
    expect(nextKey.key).not.toBe(oldKey.key)
    expect(await readKey(oldKey.id)).toMatchObject({
      replaced_by: nextKey.id,
      expires_at: new Date(startedAt + 24 * HOUR_MS).toISOString(),
    })
    suite.clock.move(24 * HOUR_MS - 1)
    expect(await status(oldKey.key)).toBe(200)
    expect(await status(nextKey.key)).toBe(200)
    suite.clock.move(1)
    expect(await status(oldKey.key)).toBe(401)
    expect(await status(nextKey.key)).toBe(200)
  })

  it('ends the old key at once without an overlap', async () => {
    const oldKey = await make()
    expect(await status(oldKey.key)).toBe(200)
    const nextKey = await rotate(oldKey.id, { overlap_seconds: 0 })
    expect(await status(oldKey.key)).toBe(401)
    expect(await status(nextKey.key)).toBe(200)
  })

  it('gives an expiring key the same lifetime again, and never extends the old one', async () => {
    const oldKey = await make({ expires_at: new Date(suite.clock.nowMs() + 10 * HOUR_MS).toISOString() })
    suite.clock.move(4 * HOUR_MS)
    const nextKey = await rotate(oldKey.id)
    expect(nextKey.expires_at).toBe(new Date(suite.clock.nowMs() + 10 * HOUR_MS).toISOString())
    expect((await readKey(oldKey.id)).expires_at).toBe(oldKey.expires_at)
    const shortKey = await make({ expires_at: new Date(suite.clock.nowMs() + 10 * HOUR_MS).toISOString() })
    await rotate(shortKey.id, { overlap_seconds: 3600 })
    expect((await readKey(shortKey.id)).expires_at).toBe(new Date(suite.clock.nowMs() + HOUR_MS).toISOString())
  })

  it('never sets an expiry after the year 2200', async () => {
    const oldKey = await make({ expires_at: '2200-12-31T23:59:59.999Z' })
    suite.clock.move(HOUR_MS)
    expect((await rotate(oldKey.id)).expires_at).toBe('2200-12-31T23:59:59.999Z')
    const lateReply = await owner().post('/keys', {
      name: 'Late',
      scopes: ['gear:read'],
      expires_at: '2201-01-01T00:00:00.000Z',
    })
    expect(lateReply).toHaveFaults(422, ['#/expires_at invalid_value'])
  })

  it('refuses a revoked, expired or rotated key, and changes nothing', async () => {
    const [revoked, expired, replaced] = [
      await make(),
      await make({ expires_at: new Date(suite.clock.nowMs() + 1000).toISOString() }),
      await make(),
    ]
    await owner().delete(`/keys/${revoked.id}`)
    const nextKey = await rotate(replaced.id)
    suite.clock.move(1000)
    const readKeys = async (): Promise<object[]> =>
      // The last use of the keys above may be stored meanwhile.
      (await suite.sql('select * from api_key order by id')).map((row) => ({
        ...row,
        last_used_at: null,
        last_used_ip: null,
      }))
    const keysBefore = await readKeys()
    const refusals = [
      [revoked.id, 'This key was revoked. Make a new one.'],
      [expired.id, 'This key has expired. Make a new one.'],
      [replaced.id, `This key was rotated before. The key in its place is ${nextKey.id}: rotate that one.`],
    ] as const
    for (const [id, detail] of refusals) {
      const reply = await owner().post(`/keys/${id}/rotate`, {})
      expect(reply).toBeProblem(409, 'key_not_live')
      expect(reply.problem().detail).toEqual(detail)
    }
    expect(await readKeys()).toEqual(keysBefore)
  })

  it('refuses overlaps outside 0 to 7 days', async () => {
    const { id } = await make()
    for (const overlap of [-1, 604_801, 1.5, '60', null])
      expect((await owner().post(`/keys/${id}/rotate`, { overlap_seconds: overlap })).status).toBe(422)
    expect((await owner().post(`/keys/${id}/rotate`, { overlap: 60 })).faults()).toEqual(['#/overlap unknown_field'])
    await rotate(id, { overlap_seconds: 604_800 })
  })

  it('rotates once for a repeated Idempotency-Key, and does not show the key again', async () => {
    const oldKey = await make()
    const headers = { 'idempotency-key': 'rotate-once' }
    const firstKey = issuedKey(await owner().post(`/keys/${oldKey.id}/rotate`, {}, headers))
    const secondReply = await owner().post(`/keys/${oldKey.id}/rotate`, {}, headers)
    expect(secondReply).toHaveStatus(201)
    expect({
      'idempotent-replayed': secondReply.headers['idempotent-replayed'],
      key: secondReply.item()['key'],
      id: secondReply.item().id,
    }).toEqual({
      'idempotent-replayed': 'true',
      key: null,
      id: firstKey.id,
    })
  })

  it('checks If-Match', async () => {
    const { id } = await make()
    const readReply = await owner().get(`/keys/${id}`)
    expect((await owner().post(`/keys/${id}/rotate`, {}, { 'if-match': '"other"' })).problem().code).toBe(
      'precondition_failed',
    )
    expect((await owner().post(`/keys/${id}/rotate`, {}, { 'if-match': readReply.headers['etag'] ?? '' })).status).toBe(
      201,
    )
  })

  it('accepts one of several concurrent rotations', async () => {
    const { id } = await make()
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await owner().post(`/keys/${id}/rotate`, {})).status),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })
})

describe('an overlap under load', () => {
  it('accepts both keys, and after its end only the new one', async () => {
    const oldKey = await make()
    let nextKey = ''
    const seenCounts: Record<string, number> = {}
    const call = async (key: string, name: string): Promise<void> => {
      const label = `${name} ${(await createApi(suite.server.url, key).get('/gear')).status}`
      seenCounts[label] = (seenCounts[label] ?? 0) + 1
    }
    const clients = Array.from({ length: 20 }, async () => {
      for (let round = 0; round < 25; round++) {
        await call(oldKey.key, 'old')
        if (nextKey) await call(nextKey, 'new')
      }
    })
    nextKey = (await rotate(oldKey.id, { overlap_seconds: 60 })).key
    await Promise.all(clients)
    expect(Object.keys(seenCounts).toSorted()).toEqual(['new 200', 'old 200'])
    suite.clock.move(60_000)
    await Promise.all(
      Array.from({ length: 100 }, () => Promise.all([call(oldKey.key, 'late old'), call(nextKey, 'late new')])),
    )
    expect(seenCounts).toMatchObject({ 'late old 401': 100, 'late new 200': 100 })
  })
})
