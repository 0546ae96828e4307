import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'
import {
  openDispatcher,
  startReceiver,
  type DispatchServer,
  type Receiver,
  type ReceiverReply,
} from '../../../support/webhooks.ts'
import { until } from '../../../support/wait.ts'

const suite = useServer({ fakeClock: true })
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The published schedule: the delay of each attempt after the one before. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

let receiver: Receiver
let server: DispatchServer
const logLines: unknown[][] = []
const record = (...line: unknown[]): void => void logLines.push(line)
const log = { fatal: record, error: record, warn: record, info: record, debug: record, trace: record } as never

beforeAll(async () => {
  server = await openDispatcher(suite.folder.databaseFile, {
    account: suite.aliceAccount.account_id,
    clock: suite.clock,
    log,
  })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  receiver = await startReceiver()
  logLines.length = 0
})
afterEach(async () => {
  await suite.sql("update webhook_endpoint set status = 'disabled' where status = 'enabled'")
  await server.send()
  await receiver[Symbol.asyncDispose]()
})

const status =
  (code: number, headers: Record<string, string> = {}): ReceiverReply =>
  (_arrival, response) =>
    void response.writeHead(code, headers).end(`status ${code}`)

async function onlyDelivery(endpoint: string) {
  const [delivery, ...otherDeliveries] = await server.deliveries(endpoint)
  if (!delivery || otherDeliveries.length > 0) throw new Error(`there are ${otherDeliveries.length + 1} deliveries`)
  return { delivery, attempts: await server.attempts(delivery.id) }
}

/** Expects no attempt before `afterMs`, and one more by `withinMs`. */
async function expectNextAttempt(afterMs: number, withinMs: number): Promise<void> {
  const countBefore = receiver.arrivals.length
  suite.clock.move(afterMs - 1)
  await server.send()
  expect(receiver.arrivals.length, `nothing ${afterMs / SECOND_MS} s after the last`).toBe(countBefore)
  suite.clock.move(withinMs - afterMs + 2)
  await server.send()
  expect(receiver.arrivals.length, `something ${withinMs / SECOND_MS} s after the last`).toBe(countBefore + 1)
}

describe('an endpoint that fails', () => {
  it('is tried ten times on schedule (±20 %), with one id and new timestamps', async () => {
    receiver.answer(status(500))
    const { id } = await server.endpoint({ url: receiver.url })
    await suite.alice.createItem()
    await server.send()
    expect(receiver.arrivals).toHaveLength(1)
    for (const delay of DELAYS_MS) await expectNextAttempt(delay * 0.8, delay * 1.2)
    suite.clock.move(3 * DAY_MS)
    await server.send()
    expect(receiver.arrivals).toHaveLength(10)
    expect(new Set(receiver.arrivals.map((one) => one.headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.arrivals.map((one) => one.headers['webhook-timestamp'])).size).toBe(10)
    const { delivery, attempts } = await onlyDelivery(id)
    expect(delivery).toMatchObject({ status: 'failed', attempts: 10, next_at_ms: null })
    expect(attempts).toMatchObject(
      Array.from({ length: 10 }, (_, index) => ({
        number: index + 1,
        status: 500,
        error: 'not_accepted',
        response: 'status 500',
      })),
    )
    for (const [index, one] of receiver.arrivals.entries())
      expect(Math.floor(Date.parse(attempts[index]?.at ?? '') / SECOND_MS)).toBe(
        Number(one.headers['webhook-timestamp']),
      )
    expect(await server.endpointRow(id)).toMatchObject({ status: 'enabled', failures_in_a_row: 10 })
    receiver.answer(status(204))
    await suite.alice.createItem()
    await server.send()
    expect(await server.endpointRow(id)).toMatchObject({
      failing_since_ms: null,
      failures_in_a_row: 0,
      paused_until_ms: 0,
    })
  })

  it('is disabled after five days without a success once a delivery has failed for good, and this is logged', async () => {
    receiver.answer(status(503))
    const { id } = await server.endpoint({ url: `${receiver.url}/?token=word` })
    await suite.alice.createItem()
    await server.send()
    // Another event after two days makes the last attempt come more than five days after the first failure.
    for (let hours = 0; hours < 6 * 24; hours++) {
      if (hours === 48) for (let index = 0; index < 3; index++) await suite.alice.createItem()
      suite.clock.move(HOUR_MS)
      await server.send()
    }
    const row = await server.endpointRow(id)
    expect(row).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
    const sinceMs = Date.parse(row?.disabled_at ?? '') - (row?.failing_since_ms ?? 0)
    expect(sinceMs).toBeGreaterThanOrEqual(5 * DAY_MS)
    expect(sinceMs).toBeLessThan(6 * DAY_MS)
    const deliveries = await server.deliveries(id)
    expect(deliveries.map((one) => one.status).toSorted()).toEqual(
      expect.arrayContaining(['cancelled', 'failed', 'failed']),
    )
    expect(deliveries.every((one) => one.next_at_ms === null && one.finished_at !== null)).toBe(true)
    expect(logLines).toEqual([
      [
        { account: suite.aliceAccount.account_id, endpoint: id, reason: 'failing' },
        expect.stringContaining('switched off'),
      ],
    ])
    expect(JSON.stringify(logLines)).not.toContain('word')
    const countBefore = receiver.arrivals.length
    await suite.alice.createItem()
    suite.clock.move(DAY_MS)
    await server.send()
    expect(receiver.arrivals.length).toBe(countBefore)
  })

  it('is disabled at once by 410, and its pending deliveries are cancelled', async () => {
    const { id } = await server.endpoint({ url: receiver.url, paused_until_ms: suite.clock.nowMs() + 1 })
    for (let index = 0; index < 40; index++) await suite.alice.createItem()
    receiver.answer(status(410))
    suite.clock.move(1)
    await server.send()
    await server.send()
    expect(await server.endpointRow(id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    const statuses = Map.groupBy(await server.deliveries(id), (one) => one.status)
    expect(statuses.get('failed')?.length).toBe(receiver.arrivals.length)
    expect((statuses.get('cancelled')?.length ?? 0) + receiver.arrivals.length).toBe(40)
    expect(receiver.arrivals.length).toBeLessThan(20)
    expect(logLines).toEqual([
      [{ account: suite.aliceAccount.account_id, endpoint: id, reason: 'gone' }, expect.stringContaining('410')],
    ])
  })

  it('is probed by one delivery at a time, and gets all that wait once it answers', async () => {
    receiver.answer(status(500))
    const { id } = await server.endpoint({ url: receiver.url })
    await Promise.all(Array.from({ length: 60 }, () => suite.alice.createItem()))
    await server.send()
    const firstCount = receiver.arrivals.length
    expect(firstCount).toBeLessThanOrEqual(10)
    for (let seconds = 0; seconds < 1200; seconds += 20) {
      const countBefore = receiver.arrivals.length
      suite.clock.move(20 * SECOND_MS)
      await server.send()
      expect(receiver.arrivals.length - countBefore).toBeLessThanOrEqual(1)
    }
    expect(receiver.arrivals.length, 'about once a minute').toBeGreaterThan(15)
    receiver.answer(status(200))
    suite.clock.move(MINUTE_MS)
    await server.send()
    suite.clock.move(3 * HOUR_MS)
    await server.send()
    expect((await server.deliveries(id)).every((one) => one.status === 'delivered')).toBe(true)
  })

  it('delays no other endpoint, whether it refuses or hangs', async () => {
    const deadReceiver = await startReceiver(() => undefined)
    const closedReceiver = await startReceiver()
    await closedReceiver[Symbol.asyncDispose]()
    await server.endpoint({ url: deadReceiver.url })
    await server.endpoint({ url: closedReceiver.url })
    const { id } = await server.endpoint({ url: receiver.url })
    await Promise.all(Array.from({ length: 60 }, () => suite.alice.createItem()))
    server.dispatcher.wake()
    await until('all 60 have arrived', () => receiver.arrivals.length >= 60)
    expect(receiver.arrivals).toHaveLength(60)
    expect(deadReceiver.arrivals.length, 'a few at the beginning').toBeLessThanOrEqual(4)
    // Until now it has answered nothing.
    await deadReceiver[Symbol.asyncDispose]()
    await server.send()
    expect((await server.deliveries(id)).every((one) => one.status === 'delivered')).toBe(true)
  })
})

describe('an endpoint that asks for a later retry', () => {
  it.each([429, 502, 504])('by %i gets no attempt for a minute', async (code) => {
    receiver.answer(status(code))
    await server.endpoint({ url: receiver.url })
    await suite.alice.createItem()
    await server.send()
    await suite.alice.createItem()
    await server.send()
    expect(receiver.arrivals).toHaveLength(1)
    await suite.sql(
      "update webhook_delivery set status = 'cancelled', next_at_ms = null, finished_at = 'now' where attempts = 0 and next_at_ms is not null",
    )
    await expectNextAttempt(MINUTE_MS, MINUTE_MS)
  })

  it.each<[string, (nowMs: number) => string, number]>([
    ['seconds', () => '600', 10 * MINUTE_MS],
    ['a date', (nowMs) => new Date(Math.ceil(nowMs / SECOND_MS) * SECOND_MS + HOUR_MS).toUTCString(), HOUR_MS],
    ['a year', () => '31536000', DAY_MS],
    ['less than the schedule', () => '1', 4 * SECOND_MS],
    ['nonsense', () => 'soon', 4 * SECOND_MS],
  ])('by Retry-After with %s is retried at that time, within limits', async (_name, header, waitMs) => {
    receiver.answer(status(503, { 'retry-after': header(suite.clock.nowMs()) }))
    await server.endpoint({ url: receiver.url })
    await suite.alice.createItem()
    await server.send()
    await expectNextAttempt(waitMs, Math.max(waitMs + SECOND_MS, 6 * SECOND_MS))
    expect(receiver.arrivals).toHaveLength(2)
  })
})
