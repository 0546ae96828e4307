import { describe, expect, it } from 'vitest'
import { AccountEvent } from '../../../../contract/events.ts'
import { WebhookDelivery } from '../../../../contract/settings/webhooks.ts'
import { openHousekeeper } from '../../../support/housekeeping.ts'
import { useServer } from '../../../support/suite.ts'
import { deliveriesOf, makeEndpoint, otherOwnerOf, ownerOf, readEndpoint } from './support.ts'

const suite = useServer({ fakeClock: true, bob: true })
const owner = () => ownerOf(suite)
const account = (): string => suite.aliceAccount.account_id
const uuid = (number: number): string => `0192f3a4-0000-7000-8000-${String(number).padStart(12, '0')}`
const now = (): string => new Date(suite.clock.nowMs()).toISOString()

interface Row {
  id: string
  endpoint: string
  status: string
  event?: string
}

const putDeliveries = (rows: readonly Row[]): Promise<unknown> =>
  suite.sql(
    `insert into webhook_delivery (account_id, id, endpoint_id, event_seq, event_id, type, status, attempts, next_at_ms, created_at, finished_at)
     values ${rows.map(() => "(?, ?, ?, 1, ?, 'gear.created', ?, 2, ?, ?, ?)").join(', ')}`,
    ...rows.flatMap(({ id, endpoint, status, event = 'evt_x' }) => {
      const [nextAtMs, finishedAt] = status === 'pending' ? [suite.clock.nowMs(), null] : [null, now()]
      return [account(), id, endpoint, event, status, nextAtMs, now(), finishedAt]
    }),
  )

const putDelivery = (row: Row): Promise<unknown> => putDeliveries([row])

const putAttempt = (delivery: string, number: number, status: number | null, error: string | null): Promise<unknown> =>
  suite.sql(
    'insert into webhook_attempt (account_id, delivery_id, number, at, duration_ms, status, error, response) values (?, ?, ?, ?, ?, ?, ?, ?)',
    account(),
    delivery,
    number,
    now(),
    12,
    status,
    error,
    status === null ? null : 'OK',
  )

describe('POST /webhooks/{id}/test', () => {
  it('creates an event about the endpoint, and a delivery to it alone', async () => {
    const { secret: _, ...endpoint } = await makeEndpoint(owner(), { events: ['shoot.created'] })
    const otherEndpoint = await makeEndpoint(owner())
    await suite.sql('update webhook_endpoint set paused_until_ms = 9999999999999 where id = ?', endpoint.id)
    const reply = await owner().post(`/webhooks/${endpoint.id}/test`, {})
    const delivery = WebhookDelivery.parse(reply.item())
    expect(reply).toHaveStatus(202)
    expect(delivery).toEqual({
      ...delivery,
      type: 'webhook.test',
      status: 'pending',
      next_attempt_at: now(),
      created_at: now(),
      finished_at: null,
      attempts: [],
    })
    const [event] = (await owner().get('/events?type=webhook.test&limit=1'))
      .items()
      .map((item) => AccountEvent.parse(item))
    expect(event).toMatchObject({
      id: delivery.event_id,
      type: 'webhook.test',
      data: { record: endpoint, changes: {} },
    })
    expect((await deliveriesOf(owner(), endpoint.id)).rows).toEqual([delivery])
    expect((await deliveriesOf(owner(), otherEndpoint.id)).rows).toEqual([])
    expect(await suite.sql('select paused_until_ms as until from webhook_endpoint where id = ?', endpoint.id)).toEqual([
      { until: 0 },
    ])
    expect((await owner().post(`/webhooks/${endpoint.id}/test`, { url: 'https://x.example' })).faults()).toEqual([
      '#/url unknown_field',
    ])
  })

  it('is refused while the endpoint is disabled', async () => {
    const { id } = await makeEndpoint(owner())
    await owner().patch(`/webhooks/${id}`, { updates: { status: 'disabled' } })
    for (const path of ['test', 'replay']) {
      const reply = await owner().post(`/webhooks/${id}/${path}`, path === 'test' ? {} : { since: now() })
      expect(reply).toBeProblem(409, 'webhook_disabled')
    }
    expect((await deliveriesOf(owner(), id)).rows).toEqual([])
  })

  it('sends one test for a repeated Idempotency-Key', async () => {
    const { id } = await makeEndpoint(owner())
    const headers = { 'idempotency-key': 'test-once' }
    const replies = [
      await owner().post(`/webhooks/${id}/test`, {}, headers),
      await owner().post(`/webhooks/${id}/test`, {}, headers),
    ]
    expect(replies.map((reply) => reply.text)[0]).toBe(replies[1]?.text)
    expect((await deliveriesOf(owner(), id)).rows).toHaveLength(1)
  })
})

describe('GET /webhooks/{id}/deliveries', () => {
  it('lists every delivery once with its attempts, newest first, paged, with and without filters', async () => {
    const { id } = await makeEndpoint(owner())
    const otherEndpoint = await makeEndpoint(owner())
    const statuses = ['delivered', 'failed', 'cancelled'] as const
    for (let number = 1; number <= 25; number++) {
      const status = statuses[number % 3] ?? 'delivered'
      await putDelivery({ id: uuid(number), endpoint: id, status, event: `evt_${number % 2}` })
      await putAttempt(uuid(number), 1, null, 'timeout')
      await putAttempt(
        uuid(number),
        2,
        status === 'delivered' ? 204 : 500,
        status === 'delivered' ? null : 'not_accepted',
      )
    }
    await putDelivery({ id: uuid(100), endpoint: otherEndpoint.id, status: 'delivered' })
    const all: WebhookDelivery[] = []
    for (let cursor = ''; ;) {
      const page = await deliveriesOf(owner(), id, `?limit=10${cursor && `&cursor=${cursor}`}`)
      all.push(...page.rows)
      if (page.next === null) break
      cursor = page.next
      expect((await owner().get(`/webhooks/${otherEndpoint.id}/deliveries?cursor=${cursor}`)).status).toBe(200)
    }
    expect(all.map((row) => row.id)).toEqual(Array.from({ length: 25 }, (_, index) => uuid(25 - index)))
    expect(all[0]?.attempts).toEqual([
      { number: 1, at: now(), duration_ms: 12, status: null, error: 'timeout', response: null },
      { number: 2, at: now(), duration_ms: 12, status: 500, error: 'not_accepted', response: 'OK' },
    ])
    const failedPage = await deliveriesOf(owner(), id, '?status=failed&event_id=evt_1')
    expect(failedPage.rows.map((row) => row.id)).toEqual([25, 19, 13, 7, 1].map(uuid))
    const firstTwo = await deliveriesOf(owner(), id, '?status=failed&event_id=evt_1&limit=2')
    const restPage = await deliveriesOf(owner(), id, `?status=failed&event_id=evt_1&limit=3&cursor=${firstTwo.next}`)
    expect([...firstTwo.rows, ...restPage.rows].map((row) => row.id)).toEqual(failedPage.rows.map((row) => row.id))
    expect(restPage.next).toBeNull()
    expect((await deliveriesOf(owner(), id, '?status=pending')).rows).toEqual([])
    const foreignCursor = Buffer.from(`events ${now()} 1`).toString('base64url')
    for (const [query, fault] of [
      ['status=lost', 'status invalid_value'],
      ['cursor=x', 'cursor invalid_value'],
      [`cursor=${foreignCursor}`, 'cursor invalid_value'],
      ['offset=1', 'offset unknown_parameter'],
    ])
      expect((await owner().get(`/webhooks/${id}/deliveries?${query}`)).faults()).toEqual([fault])
    expect((await otherOwnerOf(suite).get(`/webhooks/${id}/deliveries`)).status).toBe(404)
  })

  it('answers 304 until something changes', async () => {
    const { id } = await makeEndpoint(owner())
    await putDelivery({ id: uuid(200), endpoint: id, status: 'delivered' })
    const firstReply = await owner().get(`/webhooks/${id}/deliveries`)
    const headers = { 'if-none-match': firstReply.headers['etag'] ?? '' }
    expect((await owner().get(`/webhooks/${id}/deliveries`, headers)).status).toBe(304)
    await putAttempt(uuid(200), 3, 204, null)
    expect((await owner().get(`/webhooks/${id}/deliveries`, headers)).status).toBe(200)
  })
})

describe('deliveries', () => {
  it('are deleted with their endpoint or after 30 days', async () => {
    const [deletedEndpoint, keptEndpoint] = [await makeEndpoint(owner()), await makeEndpoint(owner())]
    const idOfDaysAgo = (days: number): string =>
      (suite.clock.nowMs() - days * 86_400_000).toString(16).padStart(12, '0')
    const deliveryIdOf = (days: number): string =>
      `${idOfDaysAgo(days).slice(0, 8)}-${idOfDaysAgo(days).slice(8)}-7000-8000-000000000001`
    await putDeliveries(
      Array.from({ length: 450 }, (_, index) => {
        const number = 300 + index
        return { id: uuid(number), endpoint: deletedEndpoint.id, status: number % 2 ? 'pending' : 'failed' }
      }),
    )
    await putAttempt(uuid(300), 1, 500, 'not_accepted')
    for (const days of [31, 29]) {
      await putDelivery({ id: deliveryIdOf(days), endpoint: keptEndpoint.id, status: 'delivered' })
      await putAttempt(deliveryIdOf(days), 1, 204, null)
    }
    expect((await owner().delete(`/webhooks/${deletedEndpoint.id}`)).item()).toEqual({
      id: deletedEndpoint.id,
      deleted: true,
    })
    expect((await owner().get(`/webhooks/${deletedEndpoint.id}`)).status).toBe(404)
    await using otherHousekeeper = await openHousekeeper(suite.folder.databaseFile, suite.clock)
    const countBefore = await suite.sql<{ n: number }>('select count(*) as n from webhook_delivery')
    const { counts } = await otherHousekeeper.housekeeping.run('deliveries')
    const countAfter = await suite.sql<{ n: number }>('select count(*) as n from webhook_delivery')
    expect(Number(countBefore[0]?.n) - Number(countAfter[0]?.n)).toBe(counts?.['deliveries'])
    const countLeft = async (table: string, column: string, ids: string[]): Promise<number> =>
      (await suite.sql(`select ${column} from ${table} where ${column} in (${ids.map(() => '?').join(', ')})`, ...ids))
        .length
    expect(await countLeft('webhook_delivery', 'endpoint_id', [deletedEndpoint.id])).toBe(0)
    expect(await countLeft('webhook_attempt', 'delivery_id', [uuid(300), deliveryIdOf(31)])).toBe(0)
    expect(await countLeft('webhook_attempt', 'delivery_id', [deliveryIdOf(29)])).toBe(1)
    expect((await deliveriesOf(owner(), keptEndpoint.id)).rows.map((row) => row.id)).toEqual([deliveryIdOf(29)])
    expect((await readEndpoint(owner(), keptEndpoint.id)).id).toBe(keptEndpoint.id)
  })
})
