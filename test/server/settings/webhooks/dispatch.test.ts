import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyWebhook } from '../../../../platform/webhookSignature.ts'
import { testSecretBox } from '../../../support/secrets.ts'
import { useServer } from '../../../support/suite.ts'
import {
  openDispatcher,
  startReceiver,
  type ReceivedRequest,
  type DispatchServer,
  type Receiver,
} from '../../../support/webhooks.ts'
import { until } from '../../../support/wait.ts'

const suite = useServer({ fakeClock: true })
let receiver: Receiver
let server: DispatchServer

beforeAll(async () => {
  server = await openDispatcher(suite.folder.databaseFile, {
    account: suite.aliceAccount.account_id,
    clock: suite.clock,
  })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  // Deliveries that wait for the receiver of one test must not reach the next.
  await suite.sql("update webhook_endpoint set status = 'disabled'")
  await server.send()
  await receiver[Symbol.asyncDispose]()
})

const verify = ({ headers, body }: ReceivedRequest, ...secrets: string[]) =>
  verifyWebhook({ headers, body, secrets, nowMs: suite.clock.nowMs() })
const typeOf = ({ body }: ReceivedRequest): string => (JSON.parse(body) as { type: string }).type
const ids = (arrivals: readonly ReceivedRequest[]): string[] => arrivals.map((one) => one.headers['webhook-id'] ?? '')

describe('the dispatcher', () => {
  it('sends each event that an endpoint wants and that is newer than it, once, signed, with the stored bytes', async () => {
    await suite.alice.createItem()
    const urls = { all: '/all', gear: '/gear', documents: '/documents', shoots: '/shoots' }
    const all = await server.endpoint({ url: `${receiver.url}${urls.all}?token=1` })
    await server.endpoint({ url: `${receiver.url}${urls.gear}`, events: '["gear.*"]' })
    await server.endpoint({ url: `${receiver.url}${urls.documents}`, events: '["document.created","gear.deleted"]' })
    await server.endpoint({ url: `${receiver.url}${urls.shoots}`, events: '["shoot.*"]' })
    const item = await suite.alice.createItem({ warranty_expires_on: '2031-01-01', brand: 'Zeiß “Ø” 🎞' })
    await suite.alice.patch(`/gear/${item.id}`, { updates: { notes: 'é\t\n' } })
    await suite.alice.delete(`/gear/${item.id}`)
    await server.send()
    await server.send()
    const arrivalsAt = (path: string): string[] =>
      receiver.arrivals
        .filter((one) => one.path.startsWith(path))
        .map(typeOf)
        .toSorted()
    expect(arrivalsAt(urls.all)).toEqual([
      'document.created',
      'document.deleted',
      'gear.created',
      'gear.deleted',
      'gear.updated',
    ])
    expect(arrivalsAt(urls.gear)).toEqual(['gear.created', 'gear.deleted', 'gear.updated'])
    expect(arrivalsAt(urls.documents)).toEqual(['document.created', 'gear.deleted'])
    expect(arrivalsAt(urls.shoots)).toEqual([])
    const storedEvents = await suite.sql<{ id: string; body: string }>('select id, body from event')
    for (const one of receiver.arrivals)
      expect(one.body).toBe(storedEvents.find((event) => event.id === one.headers['webhook-id'])?.body)
    const firstArrival = receiver.arrivals.find((one) => one.path.startsWith(urls.all)) as ReceivedRequest
    expect(firstArrival.path).toBe('/all?token=1')
    expect(firstArrival.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Kitroom-Webhooks/1',
      'webhook-id': expect.stringMatching(/^evt_[0-9a-f]{32}$/) as string,
      'webhook-timestamp': String(Math.floor(suite.clock.nowMs() / 1000)),
      'content-length': String(Buffer.byteLength(firstArrival.body)),
    })
    expect(verify(firstArrival, all.secret)).toMatchObject({ ok: true })
    const [delivery] = await server.deliveries(all.id)
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: 1,
      next_at_ms: null,
      lease_holder: null,
      lease_until_ms: null,
    })
    expect(delivery?.finished_at).not.toBeNull()
    expect(await server.attempts(delivery?.id ?? '')).toMatchObject([
      { number: 1, status: 200, error: null, response: 'taken' },
    ])
    expect((await server.endpointRow(all.id))?.last_success_at).not.toBeNull()
  })

  it('masks secrets in the stored response', async () => {
    const { id, secret } = await server.endpoint({ url: `${receiver.url}/echo` })
    receiver.answer(
      (_arrival, response) =>
        void response.writeHead(400).end(`bad ${suite.alice.key} and ${secret}, Bearer ${suite.alice.key}`),
    )
    await suite.alice.createItem()
    await server.send()
    const [delivery] = await server.deliveries(id)
    expect((await server.attempts(delivery?.id ?? ''))[0]?.response).toBe('bad sk_studio_… and whsec_…, Bearer …')
  })

  it('sends no test event of another endpoint, and sends requested repeats', async () => {
    const { id } = await server.endpoint({ url: receiver.url })
    const item = await suite.alice.createItem()
    await suite.sql("update event set type = 'webhook.test' where record_id = ?", item.id)
    await suite.alice.createItem()
    await server.send()
    expect(receiver.arrivals).toHaveLength(1)
    const [row] = await server.deliveries(id)
    const insertDelivery =
      "insert into webhook_delivery (account_id, id, endpoint_id, event_seq, event_id, type, status, next_at_ms, created_at) values (?, ?, ?, ?, ?, ?, 'pending', ?, ?)"
    await suite.sql(
      insertDelivery,
      suite.aliceAccount.account_id,
      'again',
      id,
      row?.event_seq ?? 0,
      row?.event_id ?? '',
      'gear.created',
      suite.clock.nowMs(),
      'now',
    )
    await server.send()
    expect(new Set(ids(receiver.arrivals)).size).toBe(1)
    expect(receiver.arrivals).toHaveLength(2)
    await suite.sql("update event set type = 'gear.created' where record_id = ?", item.id)
  })

  it('signs with both secrets during an overlap, then with the new one alone', async () => {
    const { id, secret } = await server.endpoint({ url: receiver.url })
    const previousSecret = 'whsec_' + Buffer.alloc(32, 7).toString('base64')
    const validUntil = new Date(suite.clock.nowMs() + 60_000).toISOString()
    await suite.sql(
      'update webhook_endpoint set old_secret = ?, old_secret_until = ? where id = ?',
      testSecretBox.seal(previousSecret, id),
      validUntil,
      id,
    )
    await suite.alice.createItem()
    await server.send()
    const [firstArrival] = receiver.arrivals as [ReceivedRequest]
    expect(firstArrival.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    expect(verify(firstArrival, secret).ok).toBe(true)
    expect(verify(firstArrival, previousSecret).ok).toBe(true)
    suite.clock.move(60_000)
    await suite.alice.createItem()
    await server.send()
    const lastArrival = receiver.arrivals.at(-1) as ReceivedRequest
    expect(verify(lastArrival, secret).ok).toBe(true)
    expect(verify(lastArrival, previousSecret).ok).toBe(false)
  })

  it('keeps deliveries pending while a secret cannot be opened', async () => {
    const { id } = await server.endpoint({ url: receiver.url })
    const [sealedRow] = await suite.sql<{ secret: string }>('select secret from webhook_endpoint where id = ?', id)
    await suite.sql(
      'update webhook_endpoint set secret = ? where id = ?',
      testSecretBox.seal('whsec_x', 'somebody else'),
      id,
    )
    for (let index = 0; index < 10; index++) await suite.alice.createItem()
    await server.send()
    suite.clock.move(3_600_000)
    await server.send()
    const rows = await server.deliveries(id)
    const triedRows = rows.filter((row) => row.attempts > 0)
    expect(rows.every((row) => row.status === 'pending')).toBe(true)
    expect(triedRows.length).toBeGreaterThan(0)
    expect(triedRows.length).toBeLessThan(rows.length)
    expect(await server.attempts(triedRows[0]?.id ?? '')).toMatchObject([{ error: 'secret_unreadable', status: null }])
    expect(await server.endpointRow(id)).toMatchObject({ status: 'enabled', failing_since_ms: null })
    await suite.sql('update webhook_endpoint set secret = ? where id = ?', sealedRow?.secret ?? '', id)
    await server.send()
    expect(receiver.arrivals).toHaveLength(10)
  })
})

describe('servers on one database', () => {
  it('claim and send each event once', async () => {
    const { id } = await server.endpoint({ url: receiver.url })
    const otherDispatcher = await openDispatcher(suite.folder.databaseFile, {
      account: suite.aliceAccount.account_id,
      clock: suite.clock,
    })
    try {
      const deliveredCounts = (): number[] =>
        [server, otherDispatcher].map((one) => one.dispatcher.counts().delivered - (deliveredBefore.get(one) ?? 0))
      const deliveredBefore = new Map([server, otherDispatcher].map((one) => [one, one.dispatcher.counts().delivered]))
      let rounds = 0
      // The first server may claim all deliveries of a round. So the servers alternate until both have sent some.
      while (rounds < 4 || (Math.min(...deliveredCounts()) === 0 && rounds < 50)) {
        await Promise.all(Array.from({ length: 25 }, () => suite.alice.createItem()))
        const [firstServer, secondServer] = rounds++ % 2 === 0 ? [server, otherDispatcher] : [otherDispatcher, server]
        await Promise.all([firstServer.send(), secondServer.send()])
      }
      const events = rounds * 25
      expect(receiver.arrivals).toHaveLength(events)
      expect(new Set(ids(receiver.arrivals)).size).toBe(events)
      expect(await server.deliveries(id)).toHaveLength(events)
      expect(Math.min(...deliveredCounts()), 'both have sent').toBeGreaterThan(0)
    } finally {
      await otherDispatcher[Symbol.asyncDispose]()
    }
  })

  it('take over the deliveries of a dead server under the same id, and keep its attempt', async () => {
    const { id, secret } = await server.endpoint({ url: receiver.url, paused_until_ms: suite.clock.nowMs() + 1000 })
    await suite.alice.createItem()
    await server.send()
    const [waitingDelivery] = await server.deliveries(id)
    expect({
      status: waitingDelivery?.status,
      attempts: waitingDelivery?.attempts,
      arrivalCount: receiver.arrivals.length,
    }).toEqual({
      status: 'pending',
      attempts: 0,
      arrivalCount: 0,
    })
    // The rows of a server that was killed during an attempt.
    const lease = suite.clock.nowMs() + 30_000
    await suite.sql(
      "update webhook_delivery set attempts = 1, lease_holder = 'dead', lease_until_ms = ?, next_at_ms = ? where endpoint_id = ?",
      lease,
      lease,
      id,
    )
    await suite.sql(
      "insert into webhook_attempt (account_id, delivery_id, number, at) values (?, ?, 1, 'then')",
      suite.aliceAccount.account_id,
      waitingDelivery?.id ?? '',
    )
    suite.clock.move(29_000)
    await server.send()
    expect(receiver.arrivals).toHaveLength(0)
    suite.clock.move(2000)
    await server.send()
    const [arrival] = receiver.arrivals as [ReceivedRequest]
    expect({
      arrivalCount: receiver.arrivals.length,
      'webhook-id': arrival.headers['webhook-id'],
      ok: verify(arrival, secret).ok,
    }).toEqual({
      arrivalCount: 1,
      'webhook-id': waitingDelivery?.event_id,
      ok: true,
    })
    expect(await server.attempts(waitingDelivery?.id ?? '')).toMatchObject([
      { number: 1, duration_ms: null, status: null },
      { number: 2, status: 200, error: null },
    ])
  })

  it('release deliveries in flight when they stop', async () => {
    const { id } = await server.endpoint({ url: receiver.url })
    const slowDispatcher = await openDispatcher(suite.folder.databaseFile, {
      account: suite.aliceAccount.account_id,
      clock: suite.clock,
      timeoutMs: 60_000,
      stopTimeoutMs: 50,
    })
    await server.dispatcher.stop()
    receiver.answer(() => undefined)
    await suite.alice.createItem()
    slowDispatcher.dispatcher.wake()
    await until('an attempt has arrived', () => receiver.arrivals.length > 0)
    await slowDispatcher[Symbol.asyncDispose]()
    const [row] = await suite.sql<{ id: string; status: string; next_at_ms: number; lease_holder: string | null }>(
      'select id, status, next_at_ms, lease_holder from webhook_delivery where endpoint_id = ?',
      id,
    )
    expect(row).toMatchObject({ status: 'pending', next_at_ms: suite.clock.nowMs(), lease_holder: null })
    receiver.answer((_arrival, response) => void response.end())
    server = await openDispatcher(suite.folder.databaseFile, {
      account: suite.aliceAccount.account_id,
      clock: suite.clock,
    })
    await server.send()
    expect(await server.attempts(row?.id ?? '')).toMatchObject([{ error: 'interrupted' }, { status: 200 }])
  })
})
