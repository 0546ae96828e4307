import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useServer } from '../../../support/suite.ts'
import {
  openDispatcher,
  startReceiver,
  type DispatchOptions,
  type DispatchServer,
  type Receiver,
  type ReceiverReply,
} from '../../../support/webhooks.ts'

const suite = useServer({ fakeClock: true })
/** A time limit of attempts that ends. */
const SHORT_MS = 2500

let receiver: Receiver
let server: DispatchServer

const open = (options: Partial<DispatchOptions> = {}): Promise<DispatchServer> =>
  openDispatcher(suite.folder.databaseFile, { account: suite.aliceAccount.account_id, clock: suite.clock, ...options })

/** Runs a test with a dispatcher of its own. */
async function withDispatcher(options: Partial<DispatchOptions>, work: () => Promise<void>): Promise<void> {
  await server[Symbol.asyncDispose]()
  server = await open(options)
  try {
    await work()
  } finally {
    await server[Symbol.asyncDispose]()
    server = await open()
  }
}

beforeAll(async () => {
  server = await open()
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await suite.sql("update webhook_endpoint set status = 'disabled' where status = 'enabled'")
  await server.send()
  await receiver[Symbol.asyncDispose]()
})

const status =
  (code: number): ReceiverReply =>
  (_arrival, response) =>
    void response.writeHead(code).end(`status ${code}`)

async function onlyDelivery(endpoint: string) {
  const [delivery, ...otherDeliveries] = await server.deliveries(endpoint)
  if (!delivery || otherDeliveries.length > 0) throw new Error(`there are ${otherDeliveries.length + 1} deliveries`)
  return { delivery, attempts: await server.attempts(delivery.id) }
}

describe('a response', () => {
  const trapServer: { hits: number; server?: Receiver } = { hits: 0 }
  let resetting: Server

  beforeAll(async () => {
    trapServer.server = await startReceiver(() => void (trapServer.hits += 1))
    resetting = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    await new Promise<void>((resolve) => resetting.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await trapServer.server?.[Symbol.asyncDispose]()
    resetting.close()
  })

  const drip: ReceiverReply = (_arrival, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  }
  let sentBytes = 0
  const endlessScript: ReceiverReply = (_arrival, response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const writeMore = (): void => {
      while (sentBytes < 2 ** 30 && !response.destroyed) {
        sentBytes += chunk.length
        if (!response.write(chunk)) return void response.once('drain', writeMore)
      }
      response.end()
    }
    response.writeHead(200)
    writeMore()
  }
  const cases: [string, ReceiverReply, Record<string, unknown>][] = [
    ['200 is a success', status(200), { status: 200, error: null, response: 'status 200' }],
    [
      '202 without a body is a success',
      (_arrival, response) => void response.writeHead(202).end(),
      { status: 202, error: null, response: null },
    ],
    [
      'of 1 GB is a success of which 16 KiB are read',
      endlessScript,
      { status: 200, error: null, response: 'x'.repeat(1000) },
    ],
    [
      'with control characters is stored as one safe line',
      (_arrival, response) => void response.end(`a\r\nb\u001b[31m\u0000\u202ec\ufffe${'é'.repeat(2000)}`),
      { status: 200, error: null, response: expect.stringMatching(/^a {2}b \[31m {2}c.é{5}/) as string },
    ],
    [
      '302 to an internal address is a failure that is not followed',
      (_arrival, response) => void response.writeHead(302, { location: `${trapServer.server?.url}/inside` }).end(),
      { status: 302, error: 'redirect_not_followed' },
    ],
    ['500 is a failure', status(500), { status: 500, error: 'not_accepted', response: 'status 500' }],
    ['that never comes is a failure', () => undefined, { status: null, error: 'timeout', response: null }],
    ['that drips without an end is a failure', drip, { status: 200, error: 'body_too_slow' }],
    [
      'that is cut off is a failure',
      (_arrival, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half')
        setTimeout(() => response.destroy(), 20)
      },
      { status: 200, error: 'connection_reset' },
    ],
    [
      'that is not HTTP is a failure',
      (_arrival, response) => void response.socket?.end('SSH-2.0-x\r\n'),
      { status: null, error: 'answer_unreadable' },
    ],
  ]
  it.each(cases)('%s', async (_name, script, expected) => {
    const isEndedByLimit = expected['error'] === 'timeout' || expected['error'] === 'body_too_slow'
    await withDispatcher(isEndedByLimit ? { timeoutMs: SHORT_MS } : {}, async () => {
      receiver.answer(script)
      const { id } = await server.endpoint({ url: receiver.url })
      await suite.alice.createItem()
      await server.send()
      const { delivery, attempts } = await onlyDelivery(id)
      expect(attempts).toMatchObject([expected])
      expect(attempts[0]?.response?.length ?? 0).toBeLessThanOrEqual(1000)
      expect(delivery.status).toBe(expected['error'] === null ? 'delivered' : 'pending')
      expect(trapServer.hits).toBe(0)
      expect(sentBytes).toBeLessThan(64 * 1024 * 1024)
    })
  })

  it.each<[string, () => string, string]>([
    ['a port without a listener', () => 'http://127.0.0.1:9', 'connection_refused'],
    [
      'a connection that is reset',
      () => `http://127.0.0.1:${(resetting.address() as AddressInfo).port}`,
      'connection_reset',
    ],
    ['a port that speaks no TLS', () => receiver.url.replace('http:', 'https:'), 'tls_failed'],
    ['an address that is not allowed', () => 'http://10.0.0.1/', 'address_refused'],
    ['an address spelled as another', () => 'http://0x0a.1/', 'address_refused'],
  ])('cannot come from %s', async (_name, url, error) => {
    const { id } = await server.endpoint({ url: url() })
    await suite.alice.createItem()
    await server.send()
    expect((await onlyDelivery(id)).attempts).toMatchObject([{ status: null, error, response: null }])
  })

  it('cannot come from a name that resolves to a private address', async () => {
    const resolveHost = async () => [{ address: '10.0.0.1', family: 4 }]
    await withDispatcher({ resolveHost }, async () => {
      const { id } = await server.endpoint({ url: 'https://hooks.studio.example/' })
      await suite.alice.createItem()
      await server.send()
      expect((await onlyDelivery(id)).attempts).toMatchObject([{ status: null, error: 'address_refused' }])
    })
  })
})
