import { describe, expect, it } from 'vitest'
import { WebhookDelivery } from '../../../../contract/settings/webhooks.ts'
import { useServer } from '../../../support/suite.ts'
import { deliveriesOf, makeEndpoint, otherOwnerOf, ownerOf } from './support.ts'

const suite = useServer({ fakeClock: true, bob: true })
const owner = () => ownerOf(suite)
const now = (): string => new Date(suite.clock.nowMs()).toISOString()
const DAY_MS = 86_400_000

interface Event {
  id: string
  type: string
}

const events = async (): Promise<Event[]> =>
  (
    await suite.sql<Event>(
      'select id, type from event where account_id = ? order by seq',
      suite.aliceAccount.account_id,
    )
  ).map(({ id, type }) => ({
    id,
    type,
  }))
const sentTo = async (id: string): Promise<Event[]> =>
  (await deliveriesOf(owner(), id, '?limit=200')).rows
    .map(({ event_id: event, type }) => ({ id: event, type }))
    .toReversed()
const replay = (id: string, body: Record<string, unknown>, headers?: Record<string, string>) =>
  owner().post(`/webhooks/${id}/replay`, body, headers)
const replayed = async (
  id: string,
  body: Record<string, unknown>,
): Promise<{ deliveries: number; next_cursor: string | null }> => {
  const reply = await replay(id, body)
  expect(reply.status).toBe(202)
  return reply.item() as unknown as { deliveries: number; next_cursor: string | null }
}

describe('POST /webhooks/{id}/replay', () => {
  it('sends events again by id, if the endpoint wants them, each as a new delivery', async () => {
    const item = await suite.alice.createItem({ warranty_expires_on: '2031-01-01' })
    await suite.alice.patch(`/gear/${item.id}`, { updates: { notes: 'x' } })
    const gear = await makeEndpoint(owner(), { events: ['gear.*'] })
    const all = await makeEndpoint(owner())
    await owner().post(`/webhooks/${all.id}/test`, {})
    const knownEvents = await events()
    const ids = knownEvents.map(({ id }) => id)
    expect(await replayed(gear.id, { event_ids: ids.toReversed() })).toEqual({ deliveries: 2, next_cursor: null })
    expect(await sentTo(gear.id)).toEqual(knownEvents.filter(({ type }) => type.startsWith('gear.')))
    // A test event is never replayed.
    expect((await replayed(all.id, { event_ids: ids })).deliveries).toBe(knownEvents.length - 1)
    const one = ids.slice(0, 1)
    expect((await replayed(gear.id, { event_ids: one })).deliveries).toBe(1)
    expect((await replayed(gear.id, { event_ids: [...one, ...one] })).deliveries).toBe(1)
    const { rows } = await deliveriesOf(owner(), gear.id, `?event_id=${ids[0]}`)
    expect(new Set(rows.map((row) => row.id)).size).toBe(3)
    for (const row of rows)
      expect(WebhookDelivery.parse(row)).toMatchObject({
        status: 'pending',
        next_attempt_at: now(),
        created_at: now(),
        finished_at: null,
        attempts: [],
      })
  })

  it('names the events that the account does not have', async () => {
    const { id } = await makeEndpoint(owner())
    await suite.bob.createItem()
    const [bobEvent] = await suite.sql<Event>('select id from event where account_id = ?', suite.bobAccount.account_id)
    const ownId = (await events()).at(0)?.id ?? ''
    const unknownIds = [
      `evt_${'0'.repeat(32)}`,
      `evt_${'f'.repeat(32)}`,
      bobEvent?.id ?? '',
      `${ownId.slice(0, -1)}${ownId.endsWith('0') ? '1' : '0'}`,
    ]
    const reply = await replay(id, { event_ids: [ownId, ...unknownIds] })
    expect(reply).toBeProblem(
      422,
      'validation_failed',
      unknownIds.map((_, index) => `#/event_ids/${index + 1} invalid_value`),
    )
    expect(reply.problem().errors?.map((fault) => fault.detail)).toEqual(
      unknownIds.map((event) => `there is no event ${event}`),
    )
    expect(await sentTo(id)).toEqual([])
    const otherReply = await otherOwnerOf(suite).post('/webhooks', {
      url: 'https://hooks.studio.example/other',
      events: ['*'],
    })
    expect(
      (await otherOwnerOf(suite).post(`/webhooks/${otherReply.item().id}/replay`, { event_ids: [ownId] })).status,
    ).toBe(422)
  })

  it('sends all events since a time again, to the millisecond, at most 14 days back', async () => {
    const { id } = await makeEndpoint(owner(), { events: ['gear.created', 'maintenance.*'] })
    suite.clock.move(1000)
    const eventsBefore = await events()
    const moment = now()
    await suite.alice.createItem()
    const item = await suite.alice.createItem()
    suite.clock.move(1000)
    const work = { item_type: 'camera', item_id: item.id, service_type: 'Repair', service_date: '2027-01-01' }
    expect((await suite.alice.post('/maintenance', work)).status).toBe(201)
    await suite.alice.delete(`/gear/${item.id}`)
    const expectedEvents = (await events())
      .slice(eventsBefore.length)
      .filter(({ type }) => type === 'gear.created' || type.startsWith('maintenance.'))
    expect(await replayed(id, { since: moment })).toEqual({ deliveries: 4, next_cursor: null })
    expect(await sentTo(id)).toEqual(expectedEvents)
    const laterTime = new Date(Date.parse(moment) + 1).toISOString()
    expect(await replayed(id, { since: laterTime })).toEqual({ deliveries: 2, next_cursor: null })
    suite.clock.move(14 * DAY_MS - 1000)
    expect((await replayed(id, { since: moment })).deliveries).toBe(4)
    suite.clock.move(1)
    for (const sinceTime of [moment, new Date(suite.clock.nowMs() + 1).toISOString()])
      expect((await replay(id, { since: sinceTime })).faults()).toEqual(['#/since invalid_value'])
    expect((await replayed(id, { since: now() })).deliveries).toBe(0)
  })

  it('accepts either ids or a time, and only its own cursors', async () => {
    const { id } = await makeEndpoint(owner())
    const event = `evt_${'0'.repeat(32)}`
    const bodies: [Record<string, unknown>, string[]][] = [
      [{}, ['# invalid_value']],
      [{ event_ids: [event], since: now() }, ['# invalid_value']],
      [{ event_ids: [] }, ['#/event_ids invalid_value']],
      [{ event_ids: Array.from({ length: 101 }, () => event) }, ['#/event_ids too_long']],
      [{ event_ids: ['x', event] }, ['#/event_ids/0 invalid_value']],
      [{ event_ids: [event], cursor: 'x' }, ['#/cursor invalid_value']],
      [{ since: 'yesterday' }, ['#/since invalid_value']],
      [{ since: now(), cursor: 'x' }, ['#/cursor invalid_value']],
      [{ since: now(), all: true }, ['#/all unknown_field']],
    ]
    for (const [body, faults] of bodies)
      expect({ body, faults: (await replay(id, body)).faults() }).toEqual({ body, faults })
  })

  it('continues from a cursor, with the events that existed when it began', async () => {
    const { id } = await makeEndpoint(owner(), { events: ['document.*'] })
    const [state] = await suite.sql<{ event_seq: number }>(
      'select event_seq from account_state where account_id = ?',
      suite.aliceAccount.account_id,
    )
    const firstSeq = Number(state?.event_seq) + 1
    suite.clock.move(1000)
    const moment = now()
    const item = await suite.alice.createItem({ warranty_expires_on: '2031-01-01' })
    for (let round = 0; round < 3; round++)
      await suite.alice.patch(`/gear/${item.id}`, { updates: { warranty_provider: `P${round}` } })
    const reply = await replayed(id, { since: moment })
    expect(reply).toEqual({ deliveries: 4, next_cursor: null })
    const cursor = Buffer.from(`replay ${firstSeq + 4} ${firstSeq + 5}`).toString('base64url')
    expect(await replayed(id, { since: moment, cursor })).toEqual({ deliveries: 1, next_cursor: null })
  })

  it('replays once for a repeated Idempotency-Key', async () => {
    const { id } = await makeEndpoint(owner(), { events: ['gear.*'] })
    suite.clock.move(1000)
    const sinceTime = now()
    await suite.alice.createItem()
    const headers = { 'idempotency-key': 'replay-once' }
    const replies = [await replay(id, { since: sinceTime }, headers), await replay(id, { since: sinceTime }, headers)]
    expect(replies.map((reply) => [reply.status, reply.text])).toEqual(
      replies.map(() => [202, '{"data":{"deliveries":1,"next_cursor":null}}']),
    )
    expect(await sentTo(id)).toHaveLength(1)
  })
})
