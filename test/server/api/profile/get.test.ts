import { describe, expect, it } from 'vitest'
import { createAccountByCommand } from '../../../support/account.ts'
import { createApi } from '../../../support/api.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer({ bob: true })

describe('GET /profile', () => {
  it('returns the account and its studio as created', async () => {
    const madeAccount = await createAccountByCommand(
      suite.folder.dataDir,
      'Berlin',
      '--tier',
      'free',
      '--timezone',
      'Europe/Berlin',
      '--currency',
      'EUR',
    )
    const reply = await createApi(suite.server.url, madeAccount.api_key).get('/profile')
    const { profile, studioProfile } = reply.item() as unknown as {
      profile: Record<string, unknown>
      studioProfile: Record<string, unknown>
    }
    expect(profile).toEqual({
      id: madeAccount.account_id,
      full_name: 'Berlin',
      email: 'berlin@example.com',
      city: null,
      state: null,
      country: null,
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      subscription_tier: 'free',
      subscription_status: 'active',
      created_at: expect.stringMatching(/Z$/),
      updated_at: profile['created_at'],
    })
    expect(studioProfile).toMatchObject({
      business_name: 'Berlin',
      business_email: 'berlin@example.com',
      default_currency: 'EUR',
      default_tax_rate: null,
    })
  })

  it('returns each account its own', async () => {
    const ids = await Promise.all(
      [suite.alice, suite.bob].map(async (api) => (await api.get('/profile')).text.match(/"id":"([^"]+)"/)?.[1]),
    )
    expect(ids).toEqual([suite.aliceAccount.account_id, suite.bobAccount.account_id])
  })

  it('answers 304 until it changes, even when another process changes it', async () => {
    const firstReply = await suite.alice.get('/profile')
    const headers = { 'if-none-match': firstReply.headers['etag'] ?? '' }
    const unchangedReply = await suite.alice.get('/profile', headers)
    expect({ status: unchangedReply.status, etag: unchangedReply.headers['etag'] }).toEqual({
      status: 304,
      etag: firstReply.headers['etag'],
    })
    await suite.sql(
      'update profile set city = ?, updated_at = ? where account_id = ?',
      'Aarhus',
      '2099-01-01T00:00:00.000Z',
      suite.aliceAccount.account_id,
    )
    const changedReply = await suite.alice.get('/profile', headers)
    expect(changedReply.status).toBe(200)
    expect(changedReply.text).toContain('Aarhus')
  })
})
