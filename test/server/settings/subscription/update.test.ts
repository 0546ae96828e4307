import { describe, expect, it } from 'vitest'
import type { Profile } from '../../../../contract/api/profile.ts'
import type { Subscription } from '../../../../contract/settings/subscription.ts'
import type { Reply } from '../../../support/api.ts'
import { createSettings } from '../../../support/settings.ts'
import { useServer } from '../../../support/suite.ts'

const suite = useServer()
const owner = () => createSettings(suite.server.url, suite.aliceAccount.owner_key)
const patch = (updates: unknown, headers?: Record<string, string>): Promise<Reply> =>
  owner().patch('/subscription', { updates }, headers)
const subscriptionOf = (reply: Reply): Subscription => reply.item() as unknown as Subscription
const profile = async (): Promise<Profile> => (await suite.alice.get('/profile')).item()['profile'] as Profile

describe('PATCH /subscription', () => {
  it('changes tier and status separately, and the profile shows both', async () => {
    const subscriptionBefore = subscriptionOf(await owner().get('/subscription'))
    expect(subscriptionBefore).toMatchObject({ tier: 'pro', status: 'active' })
    const tier = subscriptionOf(await patch({ tier: 'studio' }))
    expect(tier).toMatchObject({ tier: 'studio', status: 'active' })
    expect(tier.updated_at > subscriptionBefore.updated_at).toBe(true)
    const status = subscriptionOf(await patch({ status: 'past_due' }))
    expect(status).toMatchObject({ tier: 'studio', status: 'past_due' })
    expect(await profile()).toMatchObject({
      subscription_tier: 'studio',
      subscription_status: 'past_due',
      updated_at: status.updated_at,
    })
  })

  it('answers an update without changes with the same text and ETag', async () => {
    const replyBefore = await owner().get('/subscription')
    const { tier, status } = subscriptionOf(replyBefore)
    const unchangedReply = await patch({ tier, status })
    expect({ text: unchangedReply.text, etag: unchangedReply.headers['etag'] }).toEqual({
      text: replyBefore.text,
      etag: replyBefore.headers['etag'],
    })
    expect((await owner().get('/subscription', { 'if-none-match': replyBefore.headers['etag'] ?? '' })).status).toBe(
      304,
    )
  })

  it('opens and closes features from the next request on', async () => {
    const item = await suite.alice.createItem()
    const service = {
      item_type: 'camera',
      item_id: item.id,
      service_type: 'Sensor cleaning',
      service_date: '2026-05-04',
    }
    const create = async (): Promise<[number, string | undefined]> => {
      const reply = await suite.alice.post('/maintenance', service)
      return [reply.status, reply.status === 201 ? undefined : reply.problem().code]
    }
    await patch({ tier: 'pro', status: 'active' })
    expect(await create()).toEqual([201, undefined])
    for (const closedUpdate of [{ tier: 'free' }, { tier: 'pro', status: 'canceled' }, { status: 'past_due' }]) {
      await patch(closedUpdate)
      expect(await create()).toEqual([403, 'feature_not_available'])
    }
    await patch({ tier: 'studio', status: 'trialing' })
    expect(await create()).toEqual([201, undefined])
  })

  it('checks If-Match', async () => {
    const etag = (await owner().get('/subscription')).headers['etag'] ?? ''
    expect((await patch({ tier: 'free' }, { 'if-match': etag })).status).toBe(200)
    expect((await patch({ tier: 'pro' }, { 'if-match': etag })).problem().code).toBe('precondition_failed')
    expect(subscriptionOf(await owner().get('/subscription')).tier).toBe('free')
  })

  it.each([
    [{}, ['#/updates empty_updates']],
    [{ tier: 'gold', status: 'cancelled' }, ['#/updates/status invalid_value', '#/updates/tier invalid_value']],
    [{ tier: null }, ['#/updates/tier invalid_type']],
    [{ updated_at: 'x', tier: 'pro' }, ['#/updates/updated_at unknown_field']],
  ])('refuses %j', async (updates, faults) => {
    const reply = await patch(updates)
    expect(reply).toHaveFaults(422, faults)
  })
})
