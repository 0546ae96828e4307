import { describe, expect, it } from 'vitest'
import type { Profile, StudioProfile } from '../../../../contract/api/profile.ts'
import type { Reply } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })
const owner = () => createSettings(suite.server.url, suite.aliceAccount.owner_key)
interface Both {
  profile: Profile
  studioProfile: StudioProfile
}
const bothParts = (reply: Reply): Both => {
  expect(reply.status).toBe(200)
  return reply.item() as unknown as Both
}
const patch = (updates: unknown, headers?: Record<string, string>): Promise<Reply> =>
  owner().patch('/profile', { updates }, headers)

describe('GET /profile', () => {
  it('answers like the API, with the same ETag', async () => {
    const [settings, api] = [await owner().get('/profile'), await suite.alice.get('/profile')]
    expect({ text: settings.text, etag: settings.headers['etag'] }).toEqual({
      text: api.text,
      etag: api.headers['etag'],
    })
    expect((await owner().get('/profile', { 'if-none-match': api.headers['etag'] ?? '' })).status).toBe(304)
  })
})

describe('PATCH /profile', () => {
  it('changes the named fields on both planes at once, and updated_at of the row it changes', async () => {
    const profileBefore = bothParts(await owner().get('/profile'))
    const reply = await patch({
      profile: { city: ' Århus ', country: 'Denmark', timezone: 'Europe/Copenhagen', currency: 'DKK' },
    })
    const updatedProfile = bothParts(reply)
    expect(updatedProfile.profile).toEqual({
      ...profileBefore.profile,
      city: 'Århus',
      country: 'Denmark',
      timezone: 'Europe/Copenhagen',
      currency: 'DKK',
      updated_at: updatedProfile.profile.updated_at,
    })
    expect(updatedProfile.profile.updated_at > profileBefore.profile.updated_at).toBe(true)
    expect(updatedProfile.studioProfile).toEqual(profileBefore.studioProfile)
    expect((await suite.alice.get('/profile')).text).toBe(reply.text)
    const studio = bothParts(
      await patch({
        studioProfile: { business_phone: '+45 12 34 56 78', default_tax_rate: 8.875, default_currency: null },
      }),
    )
    expect(studio.profile).toEqual(updatedProfile.profile)
    expect(studio.studioProfile).toMatchObject({
      business_phone: '+45 12 34 56 78',
      default_tax_rate: 8.875,
      default_currency: null,
    })
    expect(studio.studioProfile.updated_at > profileBefore.studioProfile.updated_at).toBe(true)
  })

  it('clears fields by null and blank text, and leaves another account unchanged', async () => {
    const bobProfile = (await suite.bob.get('/profile')).text
    await patch({
      profile: { city: 'Lund', email: 'ada@example.com' },
      studioProfile: { default_payment_terms: '14 days' },
    })
    const clearedProfile = bothParts(
      await patch({ profile: { city: ' ', email: null }, studioProfile: { default_payment_terms: null } }),
    )
    expect({
      city: clearedProfile.profile.city,
      email: clearedProfile.profile.email,
      default_payment_terms: clearedProfile.studioProfile.default_payment_terms,
    }).toEqual({ city: null, email: null, default_payment_terms: null })
    expect((await suite.bob.get('/profile')).text).toBe(bobProfile)
  })

  it('answers an update without changes with the same text and ETag', async () => {
    const replyBefore = await owner().get('/profile')
    const { profile } = bothParts(replyBefore)
    const unchangedReply = await patch({
      profile: { timezone: profile.timezone, city: profile.city },
      studioProfile: { business_name: bothParts(replyBefore).studioProfile.business_name },
    })
    expect({ text: unchangedReply.text, etag: unchangedReply.headers['etag'] }).toEqual({
      text: replyBefore.text,
      etag: replyBefore.headers['etag'],
    })
  })

  it('gives every change a new version, however fast they follow', async () => {
    const tags: string[] = []
    for (let index = 0; index < 30; index++)
      tags.push((await patch({ profile: { city: `City ${index}` } })).headers['etag'] ?? '')
    expect(new Set(tags).size).toBe(30)
    expect(tags).toEqual(tags.toSorted())
  })

  it('accepts one of two writers with the same If-Match', async () => {
    const etag = (await owner().get('/profile')).headers['etag'] ?? ''
    const replies = await Promise.all(
      ['North', 'South'].map((city) => patch({ profile: { city } }, { 'if-match': etag })),
    )
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
    expect(reply).toHaveFaults(422, [
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
    expect(reply).toHaveFaults(422, [fault])
  })

  it('accepts every name of a time zone', async () => {
    for (const timezone of ['Asia/Kolkata', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])
      expect(bothParts(await patch({ profile: { timezone } })).profile.timezone).toBe(timezone)
  })

  it('replays its response for a repeated Idempotency-Key, and the audit names the changed fields', async () => {
    const headers = { 'idempotency-key': 'move-house' }
    const firstReply = await patch({ profile: { city: 'Once', state: 'Here' } }, headers)
    await patch({ profile: { city: 'Twice' } })
    const secondReply = await patch({ profile: { city: 'Once', state: 'Here' } }, headers)
    expect({ text: secondReply.text, 'idempotent-replayed': secondReply.headers['idempotent-replayed'] }).toEqual({
      text: firstReply.text,
      'idempotent-replayed': 'true',
    })
    expect(bothParts(await owner().get('/profile')).profile.city).toBe('Twice')
    const [row] = await suite.sql<{ entry: string }>(
      'select entry from audit where request_id = ?',
      firstReply.headers['request-id'] ?? '',
    )
    expect(JSON.parse(row?.entry ?? '{}')).toMatchObject({
      object_type: 'profile',
      object_id: suite.aliceAccount.account_id,
      changed: ['profile.city', 'profile.state'],
    })
  })
})
