import { connect } from 'node:net'
import { Client as TemporalClient, Connection, WorkflowNotFoundError } from '@temporalio/client'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountPrefix, shootsWorkflowId } from '../../contract/temporal.ts'
import { createWebhookSecret } from '../../platform/webhookSignature.ts'
import { MAX_BODY_BYTES } from '../../worker/ingress/server.ts'
import { testTemporal } from '../support/temporal.ts'
import { deliver, signedHeaders, someEvent, type Delivery, type SentEvent } from './support/events.ts'
import { until } from '../support/wait.ts'
import { openStudio, type Studio } from './support/studio.ts'

const [firstSecret, secondSecret, unknownSecret] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()]
const secrets = [firstSecret]
let studio: Studio
let ingress = ''
let connection: Connection
let temporal: TemporalClient

const readAddress = async (): Promise<void> =>
  void (ingress = String((await studio.worker.waitForLog('ready'))['ingress']))
const send = (event: SentEvent, delivery: Partial<Delivery> = {}): Promise<Response> =>
  deliver(ingress, event, { secrets, ...delivery })
const rowsOf = ({ id }: SentEvent): Promise<Record<string, unknown>[]> =>
  studio.stateSql('select * from inbox where webhook_id = ?', id)
const todosOf = ({ id }: SentEvent): Promise<{ topic: string }[]> =>
  studio.stateSql('select topic from inbox_todo where webhook_id = ?', id)
const codeOf = async (reply: Response): Promise<{ status: number; code: unknown }> => {
  expect(reply.headers.get('content-type')).toBe('application/problem+json')
  const problem = (await reply.json()) as Record<string, unknown>
  expect(problem).toMatchObject({
    status: reply.status,
    request_id: reply.headers.get('request-id'),
    detail: expect.stringMatching(/\.$/),
  })
  return { status: reply.status, code: problem['code'] }
}

/** Writes bytes to a socket. @returns the bytes received until the server closed the connection */
const sendRaw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(ingress)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })

beforeAll(async () => {
  const { address, namespace } = testTemporal()
  studio = await openStudio(
    { address, namespace },
    { workerEnv: { KITROOM_WEBHOOK_SECRET: `${firstSecret} ${secondSecret}` } },
  )
  connection = await Connection.connect({ address })
  temporal = new TemporalClient({ connection, namespace })
  await readAddress()
})
afterAll(async () => {
  await connection.close()
  await studio[Symbol.asyncDispose]()
})

describe('an event', () => {
  it('is accepted once it is in the inbox', async () => {
    const event = someEvent()
    const reply = await send(event)
    expect({ status: reply.status, body: await reply.json() }).toEqual({ status: 202, body: { status: 'accepted' } })
    const { id, data } = JSON.parse(event.body) as { id: string; data: { record: { id: string } } }
    expect(await rowsOf(event)).toEqual([
      expect.objectContaining({ webhook_id: id, type: 'document.updated', record_id: data.record.id }),
    ])
  })

  it('of a record that no calendar at Google shows starts no workflow', async () => {
    const events = ['shoot.updated', 'shoot.created'].map((type) => someEvent(type))
    for (const event of events) expect((await send(event)).status).toBe(202)
    for (const event of events) await until('the event is handled', async () => (await todosOf(event)).length === 0)
    const workflow = temporal.workflow.getHandle(shootsWorkflowId(accountPrefix(studio.accountId)))
    await expect(workflow.describe()).rejects.toThrow(WorkflowNotFoundError)
  })

  it('that arrives five times is stored once', async () => {
    const event = someEvent()
    const statuses: number[] = []
    for (let count = 0; count < 5; count++) statuses.push((await send(event)).status)
    expect(statuses).toEqual([202, 200, 200, 200, 200])
    expect(await rowsOf(event)).toHaveLength(1)
  })

  it('that arrives five times at once is stored once', async () => {
    const event = someEvent()
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(event)))
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 200, 200, 202])
    expect(await rowsOf(event)).toHaveLength(1)
  })

  it('is known after a restart', async () => {
    const event = someEvent()
    expect((await send(event)).status).toBe(202)
    await studio.worker.stop()
    await studio.startWorker()
    await readAddress()
    expect((await send(event)).status).toBe(200)
    expect(await rowsOf(event)).toHaveLength(1)
  })

  it('is handled by its topics, and then remembered without its body', async () => {
    const events = ['document.created', 'gear.deleted', 'maintenance.updated'].map((type) =>
      someEvent(type, { id: uuidv7(), item_id: uuidv7() }),
    )
    for (const event of events) expect((await send(event)).status).toBe(202)
    for (const event of events)
      await until('its topics have handled it', async () => (await todosOf(event)).length === 0)
    for (const event of events) expect(await rowsOf(event)).toEqual([expect.objectContaining({ body: null })])
    for (const event of events) expect((await send(event)).status).toBe(200)
  })

  it('of an unused or unknown type is accepted and needs no handling', async () => {
    for (const type of ['gear.created', 'invoice.paid']) {
      const event = someEvent(type)
      expect((await send(event)).status).toBe(202)
      expect(await rowsOf(event)).toEqual([expect.objectContaining({ type, body: null })])
      expect(await todosOf(event)).toEqual([])
    }
  })

  it('of a test is accepted and logged', async () => {
    const event = someEvent('webhook.test', {})
    expect((await send(event)).status).toBe(202)
    expect(await studio.worker.waitForLog(/^A test event came in/)).toMatchObject({ webhookId: event.id })
  })
})

describe('a signature', () => {
  it('by either secret or by both is accepted during a rotation', async () => {
    for (const someSecrets of [
      [firstSecret],
      [secondSecret],
      [secondSecret, firstSecret],
      [unknownSecret, secondSecret],
    ])
      expect((await send(someEvent(), { secrets: someSecrets })).status).toBe(202)
  })

  it('by another secret, of another body, too old or in the future is refused, and nothing is stored', async () => {
    const event = someEvent()
    const tampered = event.body.replace('contract', 'warranty')
    const badDeliveries: Partial<Delivery>[] = [
      { secrets: [unknownSecret] },
      { body: tampered },
      { ageS: 302 },
      { ageS: -302 },
      { headers: { 'webhook-signature': 'v1,' } },
      { headers: { 'webhook-id': 'evt_other' } },
      { headers: { 'webhook-timestamp': '1' } },
    ]
    for (const delivery of badDeliveries)
      expect(await codeOf(await send(event, delivery))).toEqual({ status: 401, code: 'invalid_signature' })
    expect(await rowsOf(event)).toEqual([])
    expect((await send(event, { ageS: 290 })).status).toBe(202)
  })

  it('that is missing is refused', async () => {
    const reply = await fetch(`${ingress}/webhooks/kitroom`, { method: 'POST', body: someEvent().body })
    expect(await codeOf(reply)).toEqual({ status: 401, code: 'invalid_signature' })
  })

  it('that is wrong is logged once, until a correct one arrives', () => {
    const warnings = studio.worker.log.filter(({ msg }) => String(msg).startsWith('An event was refused'))
    expect(warnings).toHaveLength(2)
    expect(JSON.stringify(studio.worker.log)).not.toContain('whsec_')
  })
})

describe('an invalid event', () => {
  it.each([
    '',
    'no json',
    '[]',
    '{"type":"document.updated"}',
    '{"type":7,"timestamp":"","data":{"record":{},"changes":{}}}',
  ])('is refused even if it is signed: %s', async (body) => {
    const event = { ...someEvent(), body }
    expect(await codeOf(await send(event))).toEqual({ status: 400, code: 'invalid_request' })
    expect(await rowsOf(event)).toEqual([])
  })

  it('is refused when it is not UTF-8', async () => {
    const body = Buffer.from([0x7b, 0xff, 0x7d])
    const event = { id: someEvent().id, body: body as unknown as string }
    expect(await codeOf(await send(event, { body }))).toEqual({ status: 400, code: 'invalid_request' })
  })

  it('is refused when it is too large, by Content-Length or by count, and the next request is served', async () => {
    const largeBody = 'x'.repeat(MAX_BODY_BYTES + 1)
    expect(await codeOf(await send({ ...someEvent(), body: largeBody }))).toEqual({
      status: 413,
      code: 'body_too_large',
    })
    const chunk = `${largeBody.length.toString(16)}\r\n${largeBody}\r\n`
    const chunked = await sendRaw(
      `POST /webhooks/kitroom HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
    )
    expect(chunked).toMatch(/^HTTP\/1\.1 413 [^]*"code":"body_too_large"/)
    expect((await send(someEvent())).status).toBe(202)
  })
})

describe('the listener', () => {
  it('answers 404 to other paths and 405 to other methods', async () => {
    for (const path of [
      '/',
      '/webhooks',
      '/webhooks/kitroom/',
      '//webhooks/kitroom',
      '/webhooks/%6bitroom',
      '/control/v1/sources',
    ])
      expect(await codeOf(await fetch(ingress + path, { method: 'POST' }))).toEqual({ status: 404, code: 'not_found' })
    const wrongReply = await fetch(`${ingress}/webhooks/kitroom`)
    expect(wrongReply.headers.get('allow')).toBe('POST')
    expect(await codeOf(wrongReply)).toEqual({ status: 405, code: 'method_not_allowed' })
    expect((await fetch(`${ingress}/webhooks/kitroom?x=1`, { method: 'HEAD' })).status).toBe(405)
    expect(await (await fetch(`${ingress}/healthz`)).json()).toEqual({ status: 'ok' })
  })

  it('answers invalid HTTP with a problem document', async () => {
    for (const bytes of [
      'GARBAGE\r\n\r\n',
      'POST /webhooks/kitroom HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ])
      expect(await sendRaw(bytes)).toMatch(/^HTTP\/1\.1 400 [^]*application\/problem\+json[^]*"code":"invalid_request"/)
    expect(await sendRaw(`GET / HTTP/1.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [^]*"code":"headers_too_large"/,
    )
  })

  it('logs no paths and no secrets', async () => {
    await fetch(`${ingress}/calendars/a-secret-token.ics`)
    const event = someEvent()
    const headers = signedHeaders(event, { secrets })
    await send(event)
    const text = JSON.stringify(studio.worker.log)
    for (const secret of ['a-secret-token', firstSecret, headers['webhook-signature'] ?? '?'])
      expect(text).not.toContain(secret)
  })
})

it('the ingress refuses events when it has no secret, and logs why', async () => {
  await studio.worker.stop()
  await studio.startWorker({ KITROOM_WEBHOOK_SECRET: '' })
  await readAddress()
  const reply = await send(someEvent())
  expect(reply.headers.get('retry-after')).toBe('30')
  expect(await codeOf(reply)).toEqual({ status: 503, code: 'unavailable' })
  await studio.worker.waitForLog(/^No webhook is registered for this worker/)
})
