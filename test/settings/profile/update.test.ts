import { describe, expect, it } from 'vitest'
import type { Profile, StudioProfile } from '../../../contract/profile.ts'
import type { Reply } from '../../support/api.ts'
import { createSettings } from '../../support/settings.ts'
import { useServer } from '../../support/suite.ts'

const suite = useServer({ bob: true })
const owner = () => createSettings(suite.server.url, suite.aliceAccount.owner_key)
interface Both {
  profile: Profile
  studioProfile: StudioProfile
}
const both = (reply: Reply): Both => {
  expect(reply.status).toBe(200)
  return reply.item() as unknown as Both
}
const patch = (updates: unknown, headers?: Record<string, string>): Promise<Reply> => owner().patch('/profile', { updates }, headers)

describe('GET /profile', () => {
  it('answers like the API, with the same ETag', async () => {
    const [settings, api] = [await owner().get('/profile'), await suite.alice.get('/profile')]
    expect([settings.text, settings.headers['etag']]).toEqual([api.text, api.headers['etag']])
    expect((await owner().get('/profile', { 'if-none-match': api.headers['etag'] ?? '' })).status).toBe(304)
  })
})

describe('PATCH /profile', () => {
  it('changes the named fields on both planes at once, and updated_at of the row it changes', async () => {
    const before = both(await owner().get('/profile'))
    const reply = await patch({ profile: { city: ' Århus ', country: 'Denmark', timezone: 'Europe/Copenhagen', currency: 'DKK' } })
    const after = both(reply)
    expect(after.profile).toEqual({
      ...before.profile,
      city: 'Århus',
      country: 'Denmark',
      timezone: 'Europe/Copenhagen',
      currency: 'DKK',
      updated_at: after.profile.updated_at,
    })
    expect(after.profile.updated_at > before.profile.updated_at).toBe(true)
    expect(after.studioProfile).toEqual(before.studioProfile)
    expect((await suite.alice.get('/profile')).text).toBe(reply.text)
    const studio = both(await patch({ studioProfile: { business_phone: '+45 12 34 56 78', default_tax_rate: 8.875, default_currency: null } }))
    expect(studio.profile).toEqual(after.profile)
    expect(studio.studioProfile).toMatchObject({ business_phone: '+45 12 34 56 78', default_tax_rate: 8.875, default_currency: null })
    expect(studio.studioProfile.updated_at > before.studioProfile.updated_at).toBe(true)
  })

  it('clears fields by null and blank text, and leaves another account unchanged', async () => {
    const other = (await suite.bob.get('/profile')).text
    await patch({ profile: { city: 'Lund', email: 'ada@example.com' }, studioProfile: { default_payment_terms: '14 days' } })
    const cleared = both(await patch({ profile: { city: ' ', email: null }, studioProfile: { default_payment_terms: null } }))
    expect([cleared.profile.city, cleared.profile.email, cleared.studioProfile.default_payment_terms]).toEqual([null, null, null])
    expect((await suite.bob.get('/profile')).text).toBe(other)
  })

  it('answers an update without changes with the same text and ETag', async () => {
    const before = await owner().get('/profile')
    const { profile } = both(before)
    const same = await patch({
      profile: { timezone: profile.timezone, city: profile.city },
      studioProfile: { business_name: both(before).studioProfile.business_name },
    })
    expect([same.text, same.headers['etag']]).toEqual([before.text, before.headers['etag']])
  })

  it('gives every change a new version, however fast they follow', async () => {
    const tags: string[] = []
    for (let index = 0; index < 30; index++) tags.push((await patch({ profile: { city: `City ${index}` } })).headers['etag'] ?? '')
    expect(new Set(tags).size).toBe(30)
    expect(tags).toEqual(tags.toSorted())
  })

  it('accepts one of two writers with the same If-Match', async () => {
    const etag = (await owner().get('/profile')).headers['etag'] ?? ''
    const replies = await Promise.all(['North', 'South'].map((city) => patch({ profile: { city } }, { 'if-match': etag })))
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 412])
    const winner = replies.find((reply) => reply.status === 200)
    expect((await owner().get('/profile')).text).toBe(winner?.text)
  })

  it('lists all faults at once', async () => {
    const reply = await patch({
      profile: {
        id: 'x',
        subscription_tier: 'studio',
        created_at: null,
        email: 'nobody',
        timezone: 'europe/berlin',
        currency: 'eur',
        full_name: 'x'.repeat(201),
      },
      studioProfile: { business_email: 'a@b', default_currency: 'XXZ', default_tax_rate: 100.1, updated_at: 'now' },
      other: {},
    })
    expect([reply.status, reply.faults()]).toEqual([
      422,
      [
        '#/updates/other unknown_field',
        '#/updates/profile/created_at unknown_field',
        '#/updates/profile/currency invalid_value',
        '#/updates/profile/email invalid_value',
        '#/updates/profile/full_name too_long',
        '#/updates/profile/id unknown_field',
        '#/updates/profile/subscription_tier unknown_field',
        '#/updates/profile/timezone invalid_value',
        '#/updates/studioProfile/business_email invalid_value',
        '#/updates/studioProfile/default_currency invalid_value',
        '#/updates/studioProfile/default_tax_rate invalid_value',
        '#/updates/studioProfile/updated_at unknown_field',
      ],
    ])
  })

  it.each([
    [{}, '#/updates empty_updates'],
    [{ profile: {} }, '#/updates/profile empty_updates'],
    [{ studioProfile: {}, profile: { city: 'x' } }, '#/updates/studioProfile empty_updates'],
    [{ profile: { timezone: null } }, '#/updates/profile/timezone invalid_type'],
    [{ profile: { timezone: '+01:00' } }, '#/updates/profile/timezone invalid_value'],
    [{ studioProfile: { default_tax_rate: 7.00001 } }, '#/updates/studioProfile/default_tax_rate invalid_value'],
    [{ studioProfile: { default_tax_rate: -1 } }, '#/updates/studioProfile/default_tax_rate invalid_value'],
    [{ studioProfile: { default_tax_rate: '7' } }, '#/updates/studioProfile/default_tax_rate invalid_type'],
    [null, '#/updates invalid_type'],
  ])('refuses %j', async (updates, fault) => {
    const reply = await patch(updates)
    expect([reply.status, reply.faults()]).toEqual([422, [fault]])
  })

  it('accepts every name of a time zone', async () => {
    for (const timezone of ['Asia/Kolkata', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])
      expect(both(await patch({ profile: { timezone } })).profile.timezone).toBe(timezone)
  })

  it('replays its response for a repeated Idempotency-Key, and the audit names the changed fields', async () => {
    const headers = { 'idempotency-key': 'move-house' }
    const first = await patch({ profile: { city: 'Once', state: 'Here' } }, headers)
    await patch({ profile: { city: 'Twice' } })
    const again = await patch({ profile: { city: 'Once', state: 'Here' } }, headers)
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    expect(both(await owner().get('/profile')).profile.city).toBe('Twice')
    const [row] = await suite.sql<{ entry: string }>('select entry from audit where request_id = ?', first.headers['request-id'] ?? '')
    expect(JSON.parse(row?.entry ?? '{}')).toMatchObject({
      object_type: 'profile',
      object_id: suite.aliceAccount.account_id,
      changed: ['profile.city', 'profile.state'],
    })
  })
})
