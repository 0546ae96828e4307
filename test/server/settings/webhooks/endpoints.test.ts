import { describe, expect, it } from 'vitest'
import { IssuedWebhook, Webhook } from '../../../../contract/settings/webhooks.ts'
import { useServer } from '../../../support/suite.ts'
import { ADDRESS, makeEndpoint, otherOwnerOf, ownerOf, readEndpoint } from './support.ts'

const suite = useServer({ fakeClock: true, bob: true })
const owner = () => ownerOf(suite)
const patch = (id: string, updates: unknown, headers?: Record<string, string>) =>
  owner().patch(`/webhooks/${id}`, { updates }, headers)
const seq = async (): Promise<number> =>
  (
    await suite.sql<{ event_seq: number }>(
      'select event_seq from account_state where account_id = ?',
      suite.aliceAccount.account_id,
    )
  )[0]?.event_seq ?? -1
const afterSeq = async (id: string): Promise<number> =>
  (await suite.sql<{ after_seq: number }>('select after_seq from webhook_endpoint where id = ?', id))[0]?.after_seq ??
  -1

describe('POST /webhooks', () => {
  it('registers an endpoint for later events, and shows its secret once', async () => {
    await suite.alice.createItem()
    const reply = await owner().post('/webhooks', {
      url: ` ${ADDRESS}?token=abc `,
      events: ['gear.*', 'shoot.created'],
      description: ' Workshop ',
    })
    expect(reply).toHaveStatus(201)
    expect(reply.headers['location']).toBe(`/settings/v1/webhooks/${reply.item().id}`)
    const { secret, ...rest } = IssuedWebhook.parse(reply.item())
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(rest).toMatchObject({
      url: `${ADDRESS}?token=abc`,
      description: 'Workshop',
      events: ['gear.*', 'shoot.created'],
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      failures_in_a_row: 0,
      last_success_at: null,
      old_secret_until: null,
    })
    const readReply = await owner().get(`/webhooks/${rest.id}`)
    expect({ item: readReply.item(), etag: readReply.headers['etag'] }).toEqual({
      item: rest,
      etag: reply.headers['etag'],
    })
    expect(`${readReply.text}${(await owner().get('/webhooks')).text}`).not.toContain(secret?.slice(6))
    expect(await afterSeq(rest.id)).toBe(await seq())
  })

  it('lists all faults at once', async () => {
    const body = {
      url: 'ftp://files.example',
      events: ['gear.*', 'gear.*', 'gear.eaten', 'webhook.test'],
      description: 'x'.repeat(201),
      status: 'enabled',
      secret: 'x',
    }
    const reply = await owner().post('/webhooks', body)
    expect(reply).toBeProblem(422, 'validation_failed', [
      '#/description too_long',
      '#/events/2 invalid_value',
      '#/events/3 invalid_value',
      '#/secret unknown_field',
      '#/status unknown_field',
      '#/url invalid_value',
    ])
    expect((await owner().post('/webhooks', { url: ADDRESS, events: ['*', '*'] })).faults()).toEqual([
      '#/events/1 invalid_value',
    ])
    expect((await owner().post('/webhooks', {})).faults()).toEqual(['#/events required', '#/url required'])
    expect((await owner().post('/webhooks', { url: 'kitroom', events: [] })).faults()).toEqual([
      '#/events invalid_value',
      '#/url invalid_value',
    ])
    expect(
      (await owner().post('/webhooks', { url: `${ADDRESS}/${'x'.repeat(2000)}`, events: ['*'] })).faults(),
    ).toEqual(['#/url too_long'])
  })

  it.each([
    'http://hooks.studio.example/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:7f00:1]/',
    'https://localhost/',
    'https://user:hush@hooks.studio.example/',
    'https://hooks.studio.example:22/',
    'https://169.254.169.254/latest',
    'https://168.63.129.16/metadata',
  ])('refuses %s on creation and on update', async (url) => {
    const { id } = await makeEndpoint(owner())
    const replies = [await owner().post('/webhooks', { url, events: ['*'] }), await patch(id, { url })]
    expect(replies.map((reply) => [reply.status, reply.problem().code, reply.faults()])).toEqual([
      [422, 'webhook_address_refused', ['#/url invalid_value']],
      [422, 'webhook_address_refused', ['#/updates/url invalid_value']],
    ])
    for (const reply of replies) expect(reply.text).not.toContain('hush')
    expect((await readEndpoint(owner(), id)).url).toBe(ADDRESS)
    await owner().delete(`/webhooks/${id}`)
  })

  it('creates one endpoint for a repeated Idempotency-Key, and does not show the secret again', async () => {
    const headers = { 'idempotency-key': 'make-an-endpoint' }
    const firstEndpoint = await makeEndpoint(owner(), { description: 'Once' }, headers)
    const secondReply = await owner().post('/webhooks', { url: ADDRESS, events: ['*'], description: 'Once' }, headers)
    expect(secondReply).toHaveStatus(201)
    expect({ 'idempotent-replayed': secondReply.headers['idempotent-replayed'], item: secondReply.item() }).toEqual({
      'idempotent-replayed': 'true',
      item: { ...firstEndpoint, secret: null },
    })
    expect(await suite.sql('select id from webhook_endpoint where description = ?', 'Once')).toHaveLength(1)
  })
})

describe('GET /webhooks', () => {
  it('lists the account’s endpoints, newest first, and none of another account', async () => {
    const [older, newer] = [await makeEndpoint(owner()), await makeEndpoint(owner())]
    const reply = await owner().get('/webhooks?limit=2')
    expect(reply.items().map((item) => Webhook.parse(item).id)).toEqual([newer.id, older.id])
    expect(reply.pagination()).toMatchObject({ limit: 2, offset: 0, returned: 2 })
    expect((await owner().get('/webhooks?limit=1&offset=1')).items()[0]?.id).toBe(older.id)
    expect((await otherOwnerOf(suite).get('/webhooks')).items()).toEqual([])
    const headers = { 'if-none-match': reply.headers['etag'] ?? '' }
    expect((await owner().get('/webhooks?limit=2', headers)).status).toBe(304)
    await patch(newer.id, { description: 'Changed' })
    expect((await owner().get('/webhooks?limit=2', headers)).status).toBe(200)
  })
})

describe('PATCH /webhooks/{id}', () => {
  it('changes only the named fields, and nothing if they are equal', async () => {
    const { secret: _, ...madeEndpoint } = await makeEndpoint(owner(), { description: 'Old' })
    suite.clock.move(1000)
    const reply = await patch(madeEndpoint.id, {
      url: 'https://hooks.studio.example:8443/new',
      events: ['shoot.*'],
      description: null,
    })
    const updatedEndpoint = Webhook.parse(reply.item())
    expect(updatedEndpoint).toEqual({
      ...madeEndpoint,
      url: 'https://hooks.studio.example:8443/new',
      events: ['shoot.*'],
      description: null,
      updated_at: new Date(suite.clock.nowMs()).toISOString(),
    })
    suite.clock.move(1000)
    const unchangedReply = await patch(madeEndpoint.id, {
      url: 'https://HOOKS.studio.example:8443/new',
      events: ['shoot.*'],
      description: '',
    })
    expect(unchangedReply).toHaveStatus(200)
    expect({ item: unchangedReply.item(), etag: unchangedReply.headers['etag'] }).toEqual({
      item: updatedEndpoint,
      etag: reply.headers['etag'],
    })
    expect((await patch(madeEndpoint.id, {})).faults()).toEqual(['#/updates empty_updates'])
    expect((await patch(madeEndpoint.id, { status: 'gone', secret: 'x' })).faults()).toEqual([
      '#/updates/secret unknown_field',
      '#/updates/status invalid_value',
    ])
  })

  it('disables and enables: pending deliveries are cancelled, events meanwhile are not sent, failures are reset', async () => {
    const { id } = await makeEndpoint(owner())
    const test = await owner().post(`/webhooks/${id}/test`, {})
    const disableReply = await patch(id, { status: 'disabled' })
    expect(disableReply.item()).toMatchObject({
      status: 'disabled',
      disabled_reason: 'owner',
      disabled_at: new Date(suite.clock.nowMs()).toISOString(),
    })
    expect(await suite.sql('select status, next_at_ms from webhook_delivery where id = ?', test.item().id)).toEqual([
      { status: 'cancelled', next_at_ms: null },
    ])
    const secondDisableReply = await patch(id, { status: 'disabled' })
    expect(secondDisableReply.item()).toEqual(disableReply.item())
    await suite.sql(
      'update webhook_endpoint set failing_since_ms = 1000, failures_in_a_row = 7, paused_until_ms = 9999999999999 where id = ?',
      id,
    )
    suite.clock.move(60_000)
    await suite.alice.createItem()
    const enableReply = await patch(id, { status: 'enabled' })
    expect(enableReply.item()).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      failures_in_a_row: 0,
    })
    expect({
      afterSeq: await afterSeq(id),
      rows: await suite.sql('select paused_until_ms as until from webhook_endpoint where id = ?', id),
    }).toEqual({ afterSeq: await seq(), rows: [{ until: 0 }] })
  })

  it('retries at once when an enabled endpoint is enabled again or gets another address', async () => {
    for (const updates of [{ status: 'enabled' }, { url: `${ADDRESS}/other` }]) {
      const { id } = await makeEndpoint(owner())
      const seqBefore = await afterSeq(id)
      await suite.sql(
        'update webhook_endpoint set failing_since_ms = 1000, failures_in_a_row = 7, paused_until_ms = 9999999999999 where id = ?',
        id,
      )
      await suite.alice.createItem()
      expect((await readEndpoint(owner(), id)).failing_since).toBe('1970-01-01T00:00:01.000Z')
      expect((await patch(id, updates)).item()).toMatchObject({
        status: 'enabled',
        failing_since: null,
        failures_in_a_row: 0,
      })
      expect({
        afterSeq: await afterSeq(id),
        rows: await suite.sql('select paused_until_ms as until from webhook_endpoint where id = ?', id),
      }).toEqual({ afterSeq: seqBefore, rows: [{ until: 0 }] })
    }
  })

  it('compares If-Match with the settings alone, while the ETag also changes with deliveries', async () => {
    const { id, updated_at: updatedAt } = await makeEndpoint(owner())
    const readReply = await owner().get(`/webhooks/${id}`)
    const etag = readReply.headers['etag'] ?? ''
    await suite.sql('update webhook_endpoint set last_success_at = ? where id = ?', '2026-03-28T09:15:00.000Z', id)
    expect((await owner().get(`/webhooks/${id}`, { 'if-none-match': etag })).status).toBe(200)
    suite.clock.move(1000)
    for (const staleTag of ['"2020-01-01T00:00:00.000Z"', '"2020-01-01T00:00:00.000Z.0a1b2c3d"', `W/${etag}`])
      expect((await patch(id, { description: 'x' }, { 'if-match': staleTag })).problem().code).toBe(
        'precondition_failed',
      )
    const firstReply = await patch(id, { description: 'one' }, { 'if-match': etag })
    expect(firstReply.status).toBe(200)
    expect((await patch(id, { description: 'two' }, { 'if-match': etag })).status).toBe(412)
    expect((await owner().get(`/webhooks/${id}`, { 'if-none-match': firstReply.headers['etag'] ?? '' })).status).toBe(
      304,
    )
    const plainTag = `"${firstReply.item().updated_at}"`
    expect(plainTag).not.toBe(`"${updatedAt}"`)
    expect((await owner().post(`/webhooks/${id}/rotate-secret`, {}, { 'if-match': '"x"' })).status).toBe(412)
    expect((await owner().delete(`/webhooks/${id}`, { 'if-match': '"x"' })).status).toBe(412)
    expect((await owner().delete(`/webhooks/${id}`, { 'if-match': plainTag })).status).toBe(200)
  })
})

describe('an endpoint', () => {
  it('of another account is not found', async () => {
    const { id } = await makeEndpoint(owner())
    const bobOwner = otherOwnerOf(suite)
    for (const triedId of [id, '0192f3a4-0000-7000-8000-000000000000', 'x']) {
      const replies = [
        await bobOwner.get(`/webhooks/${triedId}`),
        await bobOwner.patch(`/webhooks/${triedId}`, { updates: { status: 'disabled' } }),
        await bobOwner.delete(`/webhooks/${triedId}`),
        await bobOwner.post(`/webhooks/${triedId}/rotate-secret`, {}),
        await bobOwner.post(`/webhooks/${triedId}/test`, {}),
        await bobOwner.get(`/webhooks/${triedId}/deliveries`),
        await bobOwner.post(`/webhooks/${triedId}/replay`, { since: new Date(suite.clock.nowMs()).toISOString() }),
      ]
      expect(replies.map((reply) => [reply.status, reply.problem().detail])).toEqual(
        replies.map(() => [404, 'There is no endpoint with this id.']),
      )
    }
    expect((await readEndpoint(owner(), id)).status).toBe('enabled')
  })

  it('is audited with the names of changed fields, never with its address', async () => {
    const url = `${ADDRESS}?token=hidden-in-the-address`
    const { id } = await makeEndpoint(owner(), { url })
    const changedReply = await patch(id, { url: `${url}2`, status: 'disabled' })
    expect(changedReply.status).toBe(200)
    const rows = await suite.sql<{ entry: string }>('select entry from audit where object_id = ? order by seq', id)
    expect(rows.map(({ entry }) => (JSON.parse(entry) as { changed: unknown }).changed)).toEqual([
      undefined,
      ['url', 'status', 'disabled_reason', 'disabled_at'],
    ])
    expect(JSON.stringify(rows)).not.toContain('hidden-in-the-address')
  })
})
