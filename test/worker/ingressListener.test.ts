import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSilentLog } from '../../platform/log.ts'
import { DatabaseUnavailable } from '../../platform/sql/types.ts'
import type { IngressRoute } from '../../worker/ingress/route.ts'
import { openIngress, type Ingress, type IngressLimits } from '../../worker/ingress/server.ts'
import { pause } from '../support/wait.ts'

const limits: IngressLimits = {
  headersMs: 300,
  requestMs: 600,
  silenceMs: 800,
  keepAliveMs: 5000,
  checkEveryMs: 50,
  connections: 100,
  connectionsPerAddress: 20,
}
const LARGE = 'x'.repeat(32 * 1024 * 1024)
const waitAsked = Promise.withResolvers<void>()
const release = Promise.withResolvers<void>()
let ingress: Ingress

const route = (path: string, handle: IngressRoute['handle']): IngressRoute => ({
  name: 'a test',
  methods: ['GET', 'HEAD', 'POST'],
  path,
  handle,
})

const routes = [
  route('/echo', async (request) => ({ status: 200, body: await request.readBody() })),
  route('/large', async () => {
    return { status: 200, body: LARGE }
  }),
  route('/same', async () => ({ status: 304, headers: { etag: '"1"' } })),
  route('/fault', async () => Promise.reject(new Error('a secret of the inside'))),
  route('/database', async () => Promise.reject(new DatabaseUnavailable('it is locked'))),
  route('/header', async () => ({ status: 200, headers: { 'x-bad': 'a\nb' } })),
  route('/wait', async () => {
    waitAsked.resolve()
    await release.promise
    return { status: 200, body: 'done' }
  }),
]

beforeAll(async () => {
  ingress = await openIngress({
    host: '127.0.0.1',
    port: 0,
    routes,
    log: createSilentLog(),
    isHealthy: () => false,
    limits,
  })
})
afterAll(() => ingress.close())

interface Received {
  text: string
  bytes: number
}

/** Writes bytes, with pauses in milliseconds. @returns the bytes received until the connection closed */
function sendRaw(
  steps: readonly (string | number)[],
  options: { readAfter?: Promise<unknown> } = {},
): Promise<Received> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(ingress.url).port), '127.0.0.1')
    const received: Received = { text: '', bytes: 0 }
    const listen = (): void => {
      socket.on('data', (chunk: Buffer) => {
        received.bytes += chunk.length
        if (received.text.length < 2000) received.text += chunk.toString('latin1')
      })
    }
    void Promise.resolve(options.readAfter).then(listen)
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
    const write = async (): Promise<void> => {
      for (const step of steps) {
        if (typeof step === 'number') await pause(step, 'a slow sender')
        else if (!socket.destroyed) socket.write(step)
      }
    }
    void write()
  })
}

it('slow headers and slow bodies time out', async () => {
  const timedOut = /^HTTP\/1\.1 408 [^]*application\/problem\+json[^]*"code":"request_timeout"/
  const drip = Array.from({ length: 10 }, () => ['x', 100]).flat()
  const [headers, body] = await Promise.all([
    sendRaw(['POST /echo HTTP/1.1\r\nHost: x\r\nX-Drip: ', ...drip]),
    sendRaw(['POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n', ...drip]),
  ])
  for (const received of [headers, body]) expect(received.text).toMatch(timedOut)
})

it('a silent connection and one that does not read its response are closed', async () => {
  const closed = Promise.withResolvers<void>()
  const follow = (message: unknown): void => {
    const { request, socket } = message as { request: IncomingMessage; socket: Socket }
    if (request.url === '/large') socket.once('close', closed.resolve)
  }
  subscribe('http.server.request.start', follow)
  const [silentConnection, notReading] = await Promise.all([
    sendRaw([]),
    sendRaw(['GET /large HTTP/1.1\r\nHost: x\r\n\r\n'], { readAfter: closed.promise }),
  ])
  expect(silentConnection.text).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
  expect(notReading.text).toMatch(/^HTTP\/1\.1 200 /)
  expect(notReading.bytes).toBeLessThan(LARGE.length)
  unsubscribe('http.server.request.start', follow)
})

it('an internal error reveals nothing, and an unavailable database gives Retry-After', async () => {
  const fault = await fetch(`${ingress.url}/fault`)
  const text = await fault.text()
  expect(fault.status).toBe(500)
  expect(text).toContain('"code":"internal_error"')
  expect(text).not.toContain('inside')
  const unavailableReply = await fetch(`${ingress.url}/database`)
  expect({
    status: unavailableReply.status,
    'retry-after': unavailableReply.headers.get('retry-after'),
    body: await unavailableReply.json(),
  }).toEqual({ status: 503, 'retry-after': '30', body: expect.objectContaining({ code: 'unavailable' }) })
})

it('a response that cannot be sent does not stop the listener', async () => {
  await expect(fetch(`${ingress.url}/header`)).rejects.toThrow('fetch failed')
  expect(await (await fetch(`${ingress.url}/echo`, { method: 'POST', body: 'still here' })).text()).toBe('still here')
})

it('HEAD and 304 have no body, and every response has the security headers', async () => {
  const headReply = await fetch(`${ingress.url}/large`, { method: 'HEAD' })
  expect({
    status: headReply.status,
    'content-length': headReply.headers.get('content-length'),
    text: await headReply.text(),
  }).toEqual({
    status: 200,
    'content-length': String(LARGE.length),
    text: '',
  })
  const notModifiedReply = await fetch(`${ingress.url}/same`)
  expect({
    status: notModifiedReply.status,
    etag: notModifiedReply.headers.get('etag'),
    'content-length': notModifiedReply.headers.get('content-length'),
  }).toEqual({ status: 304, etag: '"1"', 'content-length': null })
  const unhealthy = await fetch(`${ingress.url}/healthz`)
  expect({
    status: unhealthy.status,
    'cache-control': unhealthy.headers.get('cache-control'),
    'x-content-type-options': unhealthy.headers.get('x-content-type-options'),
  }).toEqual({ status: 503, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})

it('an Upgrade request is answered without the upgrade, and the connection closes', async () => {
  const nextRequest = 'GET /echo HTTP/1.1\r\nHost: x\r\n\r\n'
  const { text } = await sendRaw([
    `POST /echo HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\nhi${nextRequest}`,
  ])
  expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  expect(text).toMatch(/connection: close[^]*\r\n\r\nhi$/)
})

it('the longest idle connection of an address is closed when it has too many, and new ones are served', async () => {
  const { port } = new URL(ingress.url)
  const open = (from: string) =>
    connect({ port: Number(port), host: '127.0.0.1', localAddress: from }).on('error', () => undefined)
  const idleSockets: ReturnType<typeof open>[] = []
  for (let count = 0; count < 20; count++) idleSockets.push(open('127.0.0.7'))
  await expect.poll(() => idleSockets.every(({ readyState }) => readyState === 'open')).toBe(true)
  const [lateSocket, otherSocket] = [open('127.0.0.7'), open('127.0.0.8')]
  for (const socket of [lateSocket, otherSocket]) {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi')
    await expect.poll(() => text).toMatch(/ 200 /)
  }
  expect(idleSockets[0]?.destroyed).toBe(true)
  expect(idleSockets[19]?.destroyed).toBe(false)
  for (const socket of [...idleSockets, lateSocket, otherSocket]) socket.destroy()
})

it('connections of a trusted proxy are not closed for their number, because they are those of many clients', async () => {
  const patient = { ...limits, headersMs: 10_000, requestMs: 10_000, silenceMs: 10_000 }
  const options = { host: '127.0.0.1', port: 0, routes, log: createSilentLog(), isHealthy: () => true, limits: patient }
  const behindProxy = await openIngress({ ...options, trustedProxies: ['127.0.0.7'] })
  const port = Number(new URL(behindProxy.url).port)
  const sockets = Array.from({ length: 2 * limits.connectionsPerAddress }, () =>
    connect({ port, host: '127.0.0.1', localAddress: '127.0.0.7' }),
  )
  let text = ''
  const last = sockets.at(-1)
  last?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  last?.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi')
  await expect.poll(() => text).toMatch(/ 200 /)
  expect(sockets.map(({ readyState }) => readyState)).toEqual(sockets.map(() => 'open'))
  for (const socket of sockets) socket.destroy()
  await behindProxy.close()
})

it('a close finishes the requests in flight and closes their connections', async () => {
  const inFlight = fetch(`${ingress.url}/wait`)
  await waitAsked.promise
  const closing = ingress.close()
  release.resolve()
  const reply = await inFlight
  expect({ status: reply.status, connection: reply.headers.get('connection'), text: await reply.text() }).toEqual({
    status: 200,
    connection: 'close',
    text: 'done',
  })
  await closing
  await expect(fetch(ingress.url)).rejects.toThrow('fetch failed')
})
