import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_BODY_BYTES } from '../../../server/http/body.ts'
import { defaultHttpLimits } from '../../../server/http/listener.ts'
import { MAX_HEADER_BYTES } from '../../../server/http/wireErrors.ts'
import { runSql } from '../../support/database.ts'
import { startLimitedServer, type LimitedServer } from '../../support/limitedServer.ts'
import { parseReplies } from '../../support/wire.ts'
import { startBlockedClient } from './blockedLoop.ts'

/** Short limits for the test. In production they are ten seconds or more. */
const limits = { headersMs: 500, requestMs: 900, silenceMs: 1200, keepAliveMs: 700, answerMs: 1000, checkEveryMs: 50 }
/** Tolerance for a busy machine. */
const TOLERANCE_MS = 1500
/** Node adds a second to the keep-alive timeout. */
const KEEP_ALIVE_MARGIN_MS = 1000

let server: LimitedServer
let largeRequest: string

beforeAll(async () => {
  server = await startLimitedServer(limits)
  for (let count = 0; count < 200; count++) await server.api.createItem({ notes: '📷'.repeat(10_000) })
  largeRequest = `GET /api/v1/gear?limit=200 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.api.key}\r\n\r\n`
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

interface Outcome {
  statuses: number[]
  /** True when the server closed the connection at its timeout and not earlier. */
  withTimeout: boolean
}

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends `first`, then `next` at intervals, until the server closes the connection. */
async function sendSlowly(firstText: string, nextText: string, everyMs: number, limitMs: number): Promise<Outcome> {
  const startedAtMs = performance.now()
  const socket = await open()
  const chunks: Buffer[] = []
  socket.on('data', (bytes: Buffer) => chunks.push(bytes))
  if (firstText !== '') socket.write(firstText)
  const timer = setInterval(() => socket.write(nextText), everyMs)
  if (nextText === '') clearInterval(timer)
  await once(socket, 'close')
  clearInterval(timer)
  const afterMs = performance.now() - startedAtMs
  return {
    statuses: parseReplies(Buffer.concat(chunks)).map((reply) => reply.status),
    withTimeout: afterMs > limitMs - 100 && afterMs < limitMs + TOLERANCE_MS,
  }
}

/** Waits until no connection is open: those of earlier requests stay open for a while. */
async function waitUntilDisconnected(timeout = 5000): Promise<void> {
  await expect.poll(() => server.app.metrics.connections(), { timeout }).toBe(0)
}

const postHead = (...lines: string[]): string =>
  `${['POST /api/v1/gear HTTP/1.1', 'Host: x', `Authorization: Bearer ${server.api.key}`, 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`

describe('a slow client', () => {
  it('gets 408 when it sends nothing', async () => {
    expect(await sendSlowly('', '', 0, limits.headersMs)).toEqual({ statuses: [408], withTimeout: true })
  })

  it('gets 408 when it sends its headers too slowly', async () => {
    expect(await sendSlowly('GET / HTTP/1.1\r\n', 'X: a\r\n', 100, limits.headersMs)).toEqual({ statuses: [408], withTimeout: true })
  })

  it('gets 408 when it sends its body too slowly, which the audit log records', async () => {
    const [row] = await runSql<{ n: number | string }>(server.databaseFile, "select count(*) as n from audit where status = 408 and method = 'POST'")
    expect(await sendSlowly(postHead('Content-Length: 1000'), ' ', 100, limits.requestMs)).toEqual({ statuses: [408], withTimeout: true })
    expect(await sendSlowly(postHead('Transfer-Encoding: chunked'), '1\r\n \r\n', 100, limits.requestMs)).toEqual({
      statuses: [408],
      withTimeout: true,
    })
    const rows = (): Promise<{ n: number | string }[]> =>
      runSql(server.databaseFile, "select count(*) as n from audit where status = 408 and method = 'POST'")
    await expect.poll(async () => Number((await rows())[0]?.n) - Number(row?.n), { timeout: 5000 }).toBe(2)
  })

  it('is disconnected when it slowly sends the body of a refused request', async () => {
    const refusedRequest = 'POST /api/v1/gear HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n'
    expect(await sendSlowly(refusedRequest, ' ', 100, limits.requestMs)).toEqual({ statuses: [401], withTimeout: true })
  })

  it('is disconnected without an answer when it is idle between requests', async () => {
    const outcome = await sendSlowly('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', '', 0, limits.keepAliveMs + KEEP_ALIVE_MARGIN_MS)
    expect(outcome).toEqual({ statuses: [200], withTimeout: true })
  })

  it('is disconnected when it never reads its answer', async () => {
    await waitUntilDisconnected()
    const socket = await open()
    socket.pause()
    socket.write(largeRequest)
    await expect.poll(() => server.app.metrics.connections()).toBe(1)
    await waitUntilDisconnected(2 * limits.silenceMs + limits.answerMs + TOLERANCE_MS)
    socket.destroy()
  })

  it('is disconnected when it reads its answer too slowly, even without pauses', async () => {
    await waitUntilDisconnected()
    const socket = await open()
    const startedAtMs = performance.now()
    let bytes = 0
    socket.write(largeRequest)
    const reader = setInterval(() => {
      bytes += (socket.read(16 * 1024) as Buffer | null)?.length ?? 0
    }, 50)
    await expect.poll(() => server.app.metrics.connections()).toBe(1)
    await waitUntilDisconnected(limits.answerMs + 3000)
    const tookMs = performance.now() - startedAtMs
    clearInterval(reader)
    socket.destroy()
    expect(tookMs).toBeGreaterThan(limits.answerMs - 100)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(4_000_000)
  })

  it('has one request in progress at a time when it sends a thousand and reads no answer', async () => {
    const socket = await open()
    socket.pause()
    for (let count = 0; count < 1000; count++) socket.write(largeRequest)
    await wait(300)
    expect(server.app.metrics.inFlight()).toBeLessThanOrEqual(1)
    socket.destroy()
    expect((await server.api.get('/gear?limit=1')).status).toBe(200)
  })
})

describe('a client of a busy server', () => {
  it('is answered when its requests arrive in time and are read after the time limits', async () => {
    const client = await startBlockedClient(server)
    // Longer than the time limits of headers and of idle connections.
    await client.sendWhileBlocked(5, limits.keepAliveMs + KEEP_ALIVE_MARGIN_MS + 300)
    expect(await client.answers).toEqual(Array.from({ length: 7 }, () => ({ status: 200 })))
  })
})

describe('docs/hardening.md', () => {
  const rows = readFileSync(new URL('../../../docs/hardening.md', import.meta.url), 'utf8').split('\n')
  it.each([
    ['time for the headers', `${defaultHttpLimits.headersMs / 1000} s`],
    ['time for the whole request', `${defaultHttpLimits.requestMs / 1000} s`],
    ['silence while', `${defaultHttpLimits.silenceMs / 1000} s`],
    ['time to read an answer', `${defaultHttpLimits.answerMs / 1000} s`],
    ['between requests', `${defaultHttpLimits.keepAliveMs / 1000} s`],
    ['connections  ', defaultHttpLimits.connections.toLocaleString('en')],
    ['connections of one address', String(defaultHttpLimits.connectionsPerAddress)],
    ['body', `${MAX_BODY_BYTES / 1024} KiB`],
    ['request line and headers', `${MAX_HEADER_BYTES / 1024} KiB`],
  ])('states the limits in force: %s is %s', (limitName, limit) => {
    const row = rows.find((line) => line.startsWith(`| ${limitName}`))
    expect(row?.split('|')[2]?.trim()).toBe(limit)
  })
})

describe('connections beyond the limit', () => {
  it('are closed and counted, and the others stay open', async () => {
    await using smallServer = await startLimitedServer({ connections: 10 })
    const { hostname, port } = new URL(smallServer.url)
    await expect.poll(() => smallServer.app.metrics.connections()).toBe(0)
    let closedCount = 0
    const sockets = Array.from({ length: 15 }, () => connect(Number(port), hostname).on('close', () => (closedCount += 1)))
    for (const socket of sockets) socket.on('error', () => undefined)
    await expect
      .poll(() => ({
        closedCount,
        droppedConnections: smallServer.app.metrics.droppedConnections(),
        connections: smallServer.app.metrics.connections(),
      }))
      .toEqual({ closedCount: 5, droppedConnections: 5, connections: 10 })
    const openSocket = sockets.find((socket) => !socket.destroyed)
    openSocket?.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const [answer] = (await once(openSocket as Socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain('HTTP/1.1 200')
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => smallServer.app.metrics.connections()).toBe(0)
    expect((await smallServer.api.get('/gear')).status).toBe(200)
  })
})
